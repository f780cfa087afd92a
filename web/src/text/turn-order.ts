/** Sorts the turn order for drawing. The server decides it; the page sorts slots by their `place`. */

import type { Slot } from "../messages";

/** Higher places come first; two lists of numbers compare number by number. */
export function byPlace(a: Pick<Slot, "place">, b: Pick<Slot, "place">): number {
  for (let i = 0; i < Math.min(a.place.length, b.place.length); i++) {
    const difference = (b.place[i] ?? 0) - (a.place[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return b.place.length - a.place.length;
}
