/** Types of commands that the page fills in itself. */

import type { Commands } from "../messages";

export type CreateCharacter = Commands["CreateCharacter"];
