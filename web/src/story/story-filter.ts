/** Which entries of the story a filter keeps. */

import type { Entry } from "../state/story";
import type { Line, Roll } from "../messages";
import { hasWordsOf } from "../text/plain";
import { type Arg, isWords, type Words } from "../words/words";
import { groupOf } from "./cards";
import { entryText, type Reader } from "./entry-text";

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
  return filter.text.trim() === "" || hasWordsOf(filter.text)(entryText(entry, reader));
}

/** The kept entries, with all entries of their groups: a card is shown whole. */
export function keptCards(entries: readonly Entry[], filter: StoryFilter, reader: Reader): Entry[] {
  const kept = new Set(entries.filter((entry) => isKept(entry, filter, reader)));
  const groups = new Set([...kept].map(groupOf).filter(Boolean));
  return entries.filter((entry) => kept.has(entry) || groups.has(groupOf(entry)));
}
