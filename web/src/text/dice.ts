/** Data for drawing dice. The page applies no rule: a roll says how much each face counts and which successes ones
 * cancelled. */

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
  if (die.struck) return `${die.face} (a success, cancelled)`;
  if (die.twice) return `${die.face} (a success that counts twice)`;
  if (die.lit) return `${die.face} (a success)`;
  return die.one ? `${die.face} (a one)` : `${die.face}`;
}

/** The dice in words, for screen readers. */
export const inWords = (dice: readonly Chain[]): string =>
  dice.length === 0 ? "No dice." : `${dice.map((chain) => chain.map(dieInWords).join(", again ")).join("; ")}.`;

export const RESULTS: Readonly<Record<Roll["result"], string>> = {
  success: "success",
  failure: "failure",
  botch: "botch",
  dramatic_failure: "dramatic failure",
  exceptional: "exceptional success",
  untold: "not told",
};

export const resultWord = (roll: Pick<Roll, "result" | "degree">): string =>
  roll.degree && roll.result === "success" ? `${roll.degree} success` : RESULTS[roll.result];
