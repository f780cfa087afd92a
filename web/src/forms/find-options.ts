/** Finding an action by a few typed letters. */

import { plain } from "../text/plain";

/** The texts that an action is found by. */
export interface Findable {
  readonly label: string;
  /** Its hint, the name of its character and the title of its group. */
  readonly about: readonly string[];
}

/** The number of actions that are listed at most. */
export const LISTED = 40;

/** The rank of an action for a typed word: 0 is best; undefined if the word does not fit. */
function rank(word: string, one: Findable): number | undefined {
  const label = plain(one.label);
  if (label.startsWith(word)) return 0;
  if (begins(word, label)) return 1;
  if (one.about.some((text) => begins(word, plain(text)))) return 2;
  return label.includes(word) || one.about.some((text) => plain(text).includes(word)) ? 3 : undefined;
}

/** True if a word of the text begins with what was typed. */
const begins = (word: string, text: string): boolean => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));

/** The actions that fit every typed word, the best first. */
export function findOptions<T extends Findable>(typed: string, all: readonly T[]): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return all
    .flatMap((one) => {
      const ranks = words.map((word) => rank(word, one));
      const fits = ranks.filter((n) => n !== undefined);
      return fits.length === ranks.length ? [{ one, sum: fits.reduce((a, b) => a + b, 0) }] : [];
    })
    .sort((a, b) => a.sum - b.sum)
    .slice(0, LISTED)
    .map(({ one }) => one);
}
