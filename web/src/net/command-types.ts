/** Names for the wishes that the page writes itself. */

import type { Commands } from "../messages";

export type CreateCharacter = Commands["CreateCharacter"];
