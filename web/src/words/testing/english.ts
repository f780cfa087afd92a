/** Every test sees the page in English. */

import { showLanguage } from "../language";

await showLanguage("en");
