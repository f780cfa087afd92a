/** The server's odds in a line of words. The page computes only percentages. */

import type { Roll } from "../messages";
import type { PreviewAnswer, Preview } from "../net/http";
import { inWords, t, termText } from "../words/render";
import type { Sentence } from "../words/words";
import { resultName } from "./dice";

/** The preview in an answer; undefined if it has none. */
export const previewIn = (answer: PreviewAnswer | null | undefined): Preview | undefined =>
  answer && "results" in answer ? answer : undefined;

/** The messages that name the roller's own modifiers among the parts of a pool. */
const MODIFIERS: ReadonlySet<string> = new Set(["part-bonus", "part-penalty"]);
/** The parts that the server added to a pool: neither a picked trait nor the roller's own modifier. */
export const otherParts = (parts: NonNullable<Preview["parts"]>, picked: readonly string[]) =>
  parts.filter(([label]) => (typeof label === "string" ? !picked.includes(label) : !MODIFIERS.has(label[1])));

/** The name of a part: a trait, or words of the server. */
export const partName = (label: Sentence): string => (typeof label === "string" ? termText(label) : inWords(label));

/** The parts of a pool, as the roll builder shows them: "Strength 3 + Melee 3 − closing in 1". */
export const partsInWords = (parts: NonNullable<Preview["parts"]>): string =>
  parts
    .filter(([, dice]) => dice !== 0)
    .map(([label, dice], place) => `${dice < 0 ? (place > 0 ? " − " : "−") : place > 0 ? " + " : ""}${partName(label)} ${Math.abs(dice)}`)
    .join("");

/** The chances of the results, with both kinds of success added: "62% success", "8% botch", "1.4 successes expected". */
export function oddsInWords(odds: Preview): string[] {
  const chance = (...wanted: Roll["result"][]) =>
    odds.results.filter((r) => wanted.includes(r.result)).reduce((sum, r) => sum + r.chance, 0);
  return [
    t("page-odds-success", { chance: percent(chance("success", "exceptional")) }),
    ...(["exceptional", "botch", "dramatic_failure"] as const)
      .filter((result) => chance(result) > 0)
      .map((result) => t("page-odds-result", { chance: percent(chance(result)), result: resultName(result) })),
    t("page-odds-expected", { n: odds.expected }),
    ...(odds.resisted ? [t("page-odds-prevails", { chance: percent(odds.resisted.first) }), t("page-odds-level", { chance: percent(odds.resisted.level) })] : []),
  ];
}

/** A percentage that is "0%" only if impossible and "100%" only if certain. */
export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return t("page-percent-under");
  if (rounded === 100 && chance < 1 - 1e-9) return t("page-percent-over");
  return t("page-percent", { n: rounded });
}
