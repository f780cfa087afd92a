/** Data for drawing dice. The page applies no rule: a roll says how much each face counts and which successes ones
 * cancelled. */

import { refText, t } from "../words/render";
import { term } from "../words/words";
import type { Roll } from "../messages";

export interface Die {
  readonly face: number;
  readonly lit: boolean;
  /** True if it counts more than once. */
  readonly twice: boolean;
  readonly struck: boolean;
  readonly one: boolean;
}

/** A die's faces: the first, then the faces it was rolled again to. */
export type Chain = readonly Die[];

export function chains(roll: Pick<Roll, "faces" | "struck" | "worth">): Chain[] {
  const struck = new Set(roll.struck);
  let index = 0;
  return roll.faces.map((faces, place) =>
    faces.map((face, again) => {
      const counts = roll.worth[index++] ?? 0;
      return { face, lit: counts > 0, twice: counts > 1, struck: again === 0 && struck.has(place), one: counts < 0 };
    }),
  );
}

function dieInWords(die: Die): string {
  const { face } = die;
  if (die.struck) return t("page-face-cancelled", { face });
  if (die.twice) return t("page-face-twice", { face });
  if (die.lit) return t("page-face-success", { face });
  return die.one ? t("page-face-one", { face }) : `${face}`;
}

/** The dice in words, for screen readers. */
export const diceInWords = (dice: readonly Chain[]): string =>
  dice.length === 0 ? t("page-no-dice-rolled") : `${dice.map((chain) => chain.map(dieInWords).reduce((before, again) => t("page-face-again", { before, again }))).join("; ")}.`;

/** The word for a result. */
export const resultName = (result: Roll["result"]): string => t(`result-${result.replace("_", "-")}`);

/** The word for a roll's result beside its figures: the degree of a success, or the result. */
export const verdict = (roll: Pick<Roll, "result" | "degree">): string =>
  roll.degree && roll.result === "success" ? refText(term(roll.degree)) : resultName(roll.result);

/** The word for a roll's result, with its degree. */
export const resultWord = (roll: Pick<Roll, "result" | "degree">): string =>
  roll.degree && roll.result === "success" ? t("page-result-degree", { degree: term(roll.degree) }) : resultName(roll.result);
