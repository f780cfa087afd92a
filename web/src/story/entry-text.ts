/** The entries of the story as plain text, and which of them a filter keeps. */

import type { Entry } from "../state/story";
import type { Line, Roll } from "../messages";
import { nameIn, type Reading } from "../state/record-signals";
import { resultWord } from "../text/dice";
import { figuresInShort } from "../text/explanation";
import { plain } from "../text/plain";
import { inWords, t } from "../words/render";
import { type Arg, isWords, type Words } from "../words/words";

/** The reader of the story, and the names of characters and seats for this reader. */
export interface Reader {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
}

export const KINDS = ["all", "rolls", "whispers", "to-me"] as const;
export type Kind = (typeof KINDS)[number];

/** Which entries are shown: those of a kind, about a character ("" for any), with all words of `text`. */
export interface StoryFilter {
  readonly kind: Kind;
  readonly actor: string;
  readonly text: string;
}

export const NO_FILTER: StoryFilter = { kind: "all", actor: "", text: "" };

export const isFiltering = ({ kind, actor, text }: StoryFilter): boolean => kind !== "all" || actor !== "" || text.trim() !== "";

/** An entry in words: the speaker and the line, or the roll with its result. */
export function entryText({ record }: Entry, { reading, seatName }: Reader): string {
  const said = record as Line | Roll;
  const who = said.actor ? nameIn(reading, said.actor) : seatName(said.who);
  if (said.type === "Roll") return [who, inWords(said.reason), figuresInShort(said), resultWord(said)].filter(Boolean).join(" ");
  const spoken = said.kind === "said" || said.kind === "whispered";
  return spoken ? t("page-spoken", { who: who || t("page-someone"), text: inWords(said.text) }) : inWords(said.text);
}

const names = (words: Words, id: string): boolean =>
  words[2].some(([, arg]) => typeof arg === "object" && (isWords(arg as Arg) ? names(arg as Words, id) : arg[1] === "character" && arg[2] === id));

const isAbout = (record: Line | Roll, id: string): boolean =>
  record.actor === id || (record.type === "Roll" ? record.on === id : names(record.text, id));

const isOfKind = ({ record, audience }: Entry, kind: Kind, mine: string): boolean => {
  const said = record as Line | Roll;
  if (kind === "rolls") return said.type === "Roll" || (said.group ?? "") !== "";
  if (kind === "whispers") return said.type === "Line" && said.kind === "whispered";
  return kind === "all" || (audience !== "everyone" && said.who !== mine);
};

/** True if the filter keeps the entry. The text is compared without regard to capitals and accents. */
export function isKept(entry: Entry, filter: StoryFilter, reader: Reader): boolean {
  if (!isOfKind(entry, filter.kind, reader.mine)) return false;
  if (filter.actor !== "" && !isAbout(entry.record as Line | Roll, filter.actor)) return false;
  const wanted = plain(filter.text).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const text = plain(entryText(entry, reader));
  return wanted.every((word) => text.includes(word));
}
