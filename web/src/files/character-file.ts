/** A character's file, made from the records of this page. `coterie schema --character` prints the format. */

import type { CharacterFile, ExperienceLedger, Face, Health, HealthLevels, Note, Profile, Sheet } from "../messages";
import { inWords, t } from "../words/render";
import { fileName } from "./file-name";

const KINDS = ["mortal", "vampire", "other"] as const;

/** The newest entries of a ledger that a file has; the older ones are one entry. */
const ENTRIES_MOST = 60;

/** The parts of a file that not every character has. A file without them leaves their fields out. */
type Lasting = Pick<CharacterFile, "health_levels" | "biography" | "merits" | "notes" | "experience">;
export type WrittenFile = Omit<CharacterFile, keyof Lasting> & Partial<Lasting>;

export interface Book {
  /** The health levels of a character that has a number of its own. */
  readonly levels?: HealthLevels | undefined;
  readonly profile?: Profile | undefined;
  /** The player's own note. */
  readonly note?: Note | undefined;
  readonly ledger?: ExperienceLedger | undefined;
}

/** The contents of a sheet, a face and a book. The server reads the file back with `ImportCharacter`. */
export function characterFile(rules: string, face: Face, sheet: Sheet, health: Health | undefined, book: Book = {}): WrittenFile {
  const { bashing = 0, lethal = 0, aggravated = 0 } = health ?? {};
  const { levels, profile, note, ledger } = book;
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
    ...(levels && { health_levels: levels.levels.length }),
    ...(profile?.biography && { biography: profile.biography }),
    ...(profile?.merits.length && { merits: profile.merits }),
    ...(note && { notes: note.text }),
    ...(ledger?.entries.length && { experience: experienceOf(ledger) }),
  };
}

/** The entries that were not struck. They add up to the ledger's balance. */
function experienceOf(ledger: ExperienceLedger): CharacterFile["experience"] {
  const newest = ledger.entries.filter((entry) => !entry.struck).slice(-ENTRIES_MOST);
  const before = ledger.balance - newest.reduce((sum, entry) => sum + entry.points, 0);
  const listed = newest.map((entry) => ({ points: entry.points, what: inWords(entry.what).slice(0, 200) }));
  return before === 0 ? listed : [{ points: before, what: t("page-experience-before") }, ...listed];
}

/** The file as readable text. */
export const characterText = (file: WrittenFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A file name that every system accepts. */
export const characterFileName = (file: WrittenFile): string => fileName(file.name, "character", "json");
