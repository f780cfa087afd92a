/** Grapples as bonds between the rows of a list: each grapple has a lane beside the list, from its upper row to its
 * lower one. */

import type { Grip } from "../messages";

/** A part of a bond beside a row. */
export interface BondPart {
  readonly lane: number;
  readonly part: "upper" | "through" | "lower";
}

/** The parts of all bonds, row by row. `rows`: the ids of the characters, from top to bottom. */
export function bondsOf(grips: readonly Pick<Grip, "character" | "grapple">[], rows: readonly string[]): ReadonlyMap<string, readonly BondPart[]> {
  const parts = new Map<string, BondPart[]>();
  const free: number[] = [];
  for (const grapple of new Set(grips.map((grip) => grip.grapple))) {
    const places = grips.filter((grip) => grip.grapple === grapple).map((grip) => rows.indexOf(grip.character));
    const [upper, lower] = [Math.min(...places), Math.max(...places)];
    if (upper < 0 || upper === lower) continue;
    let lane = free.findIndex((end) => end < upper);
    if (lane < 0) lane = free.length;
    free[lane] = lower;
    for (let place = upper; place <= lower; place++) {
      const part = place === upper ? "upper" : place === lower ? "lower" : "through";
      const id = rows[place] ?? "";
      parts.set(id, [...(parts.get(id) ?? []), { lane, part }]);
    }
  }
  return parts;
}
