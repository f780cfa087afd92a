/** Recognising a file with characters: a character file of Coterie, a Foundry actor, or a table. */

import type { Rulebook } from "../messages";
import { LANGUAGES, textsOf } from "../words/choice";
import { phrase, type Words } from "../words/words";
import { characterText } from "./character-file";
import type { Here, ReportLine } from "./character-draft";
import { isActor, readActor } from "./foundry-actor";
import { readTable } from "./character-table";
import { traitNames } from "./trait-names";

/** The most bytes of a file of another program. */
export const FILE_MOST = 2_000_000;

/** A character that was read: the text of its character file, which the server reads, and the report. */
export interface ReadCharacter {
  readonly name: string;
  readonly text: string;
  readonly report: readonly ReportLine[];
}

/** The text of a file that goes to the server as it is, the characters of another program's file, or the reason why
 * the file cannot be read. */
export type ReadFile = { readonly own: string } | { readonly characters: readonly ReadCharacter[] } | { readonly refusal: Words };

/** Read a file for a table with these rules. */
export async function readCharacters(file: Blob, rules: string, book: Rulebook): Promise<ReadFile> {
  if (file.size > FILE_MOST) return { refusal: phrase("page-import-too-big", { most: FILE_MOST / 1_000_000 }) };
  const text = await file.text();
  const languages = await Promise.all(LANGUAGES.map((language) => textsOf(language)));
  return readText(text, { rules, book, names: traitNames(book, languages) });
}

/** The same for the text of a file. */
export function readText(text: string, here: Here): ReadFile {
  const json = parsed(text);
  const isJson = json !== undefined || /^\s*[{[]/.test(text);
  const found = isActor(json) ? readActor(json, here) : isJson ? undefined : readTable(text, here);
  if (found === undefined) return { own: text }; // the server names what is wrong with it
  if ("refusal" in found) return found;
  return { characters: found.characters.map(({ file, report }) => ({ name: file.name, text: characterText(file), report })) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
