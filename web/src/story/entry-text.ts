/** The entries of the story as plain text. */

import type { Entry } from "../state/story";
import type { Line, Roll } from "../messages";
import { nameIn, type Reading } from "../state/record-signals";
import { resultWord } from "../text/dice";
import { figuresInShort } from "../text/explanation";
import { inWords, t } from "../words/render";

/** The reader of the story, and the names of characters and seats for this reader. */
export interface Reader {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
}

/** An entry in words: the speaker and the line, or the roll with its result. */
export function entryText({ record }: Entry, { reading, seatName }: Reader): string {
  const said = record as Line | Roll;
  const who = said.actor ? nameIn(reading, said.actor) : seatName(said.who);
  if (said.type === "Roll") return [who, inWords(said.reason), figuresInShort(said), resultWord(said)].filter(Boolean).join(" ");
  const spoken = said.kind === "said" || said.kind === "whispered";
  return spoken ? t("page-spoken", { who: who || t("page-someone"), text: inWords(said.text) }) : inWords(said.text);
}
