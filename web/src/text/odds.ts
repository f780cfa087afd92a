/** Odds as the table tells them, in a line of words. Nothing is computed here but percentages. */

import type { Roll } from "../messages";
import type { PreviewAnswer, Preview } from "../net/http";
import { RESULTS } from "./dice";

/** The pool of an answer; undefined where none is told. */
export const previewIn = (answer: PreviewAnswer | null | undefined): Preview | undefined =>
  answer && "results" in answer ? answer : undefined;

/** How the modifier of this panel is called among the parts of a pool. */
const MODIFIERS: ReadonlySet<string> = new Set(["bonus", "penalty"]);
/** Which parts of a pool the table added: those that are neither a picked trait nor a modifier of the roller's own. */
export const otherParts = (parts: NonNullable<Preview["parts"]>, picked: readonly string[]) =>
  parts.filter(([label]) => !picked.includes(label) && !MODIFIERS.has(label));

/** How the dice of a pool come about, as the roll builder shows it: "Strength 3 + Melee 3 − closing in 1". */
export const partsInWords = (parts: NonNullable<Preview["parts"]>): string =>
  parts
    .filter(([, dice]) => dice !== 0)
    .map(([label, dice], place) => `${dice < 0 ? (place > 0 ? " − " : "−") : place > 0 ? " + " : ""}${label} ${Math.abs(dice)}`)
    .join("");

/** Every result with its chance, the good ones taken together: "62% success", "8% botch", "1.4 expected". */
export function oddsInWords(odds: Preview): string[] {
  const chance = (...wanted: Roll["result"][]) =>
    odds.results.filter((r) => wanted.includes(r.result)).reduce((sum, r) => sum + r.chance, 0);
  return [
    `${percent(chance("success", "exceptional"))} success`,
    ...(["exceptional", "botch", "dramatic_failure"] as const)
      .filter((result) => chance(result) > 0)
      .map((result) => `${percent(chance(result))} ${RESULTS[result]}`),
    `${odds.expected.toFixed(1)} expected`,
    ...(odds.resisted ? [`${percent(odds.resisted.first)} prevails`, `${percent(odds.resisted.level)} level`] : []),
  ];
}

/** Never "0%" of what may happen, nor "100%" of what may not. */
export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return "under 1%";
  if (rounded === 100 && chance < 1 - 1e-9) return "over 99%";
  return `${rounded}%`;
}
