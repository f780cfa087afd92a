/** A character's file, made of what this page has been told. What a file is, is said by `coterie schema --character`. */

import type { CharacterFile, Face, Health, Sheet } from "../messages";
import { fileName } from "./file-name";

const KINDS = ["mortal", "vampire", "other"] as const;

/** Everything that stands on a sheet and a face. The server takes it back as it is (`ImportCharacter`). */
export function characterFile(rules: string, face: Face, sheet: Sheet, health: Health | undefined): CharacterFile {
  const { bashing = 0, lethal = 0, aggravated = 0 } = health ?? {};
  return {
    format: "coterie-character",
    version: 1,
    rules,
    name: face.name,
    concept: face.concept,
    kind: KINDS.find((kind) => kind === face.kind) ?? "other",
    traits: sheet.traits,
    specialties: sheet.specialties,
    pools: sheet.pools,
    items: sheet.items,
    flags: sheet.flags,
    health: { bashing, lethal, aggravated },
  };
}

/** The file as text, readable. */
export const characterText = (file: CharacterFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A name for the file that every system takes. */
export const characterFileName = (file: CharacterFile): string => fileName(file.name, "character", "json");
