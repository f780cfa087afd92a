/** A character's file, made from the records of this page. `coterie schema --character` prints the format. */

import type { CharacterFile, Face, Health, Sheet } from "../messages";
import { fileName } from "./file-name";

const KINDS = ["mortal", "vampire", "other"] as const;

/** The contents of a sheet and a face. The server reads the file back with `ImportCharacter`. */
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

/** The file as readable text. */
export const characterText = (file: CharacterFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A file name that every system accepts. */
export const characterFileName = (file: CharacterFile): string => fileName(file.name, "character", "json");
