/** Which dice to light. No rule is known here: a roll says how many successes it shows and what ones struck. */

import type { Roll } from "../messages";

export interface Die {
  readonly face: number;
  readonly lit: boolean;
  readonly struck: boolean;
  readonly one: boolean;
}

/** A die and what it was rolled again to. */
export type Chain = readonly Die[];

/** Successes are always the highest faces, so as many of those are lit as there are successes. */
export function chains(roll: Pick<Roll, "faces" | "struck" | "successes">): Chain[] {
  const all = roll.faces.flat().sort((a, b) => b - a);
  const least = roll.successes > 0 ? (all[roll.successes - 1] ?? 11) : 11;
  const struck = new Set(roll.struck);
  return roll.faces.map((faces, place) =>
    faces.map((face, again) => ({
      face,
      lit: face >= least,
      struck: again === 0 && struck.has(place),
      one: face === 1,
    })),
  );
}

const said = (die: Die) =>
  `${die.face}${die.struck ? " (a success, cancelled)" : die.lit ? " (a success)" : die.one ? " (a one)" : ""}`;

/** The dice in words, for those who do not see them. */
export const inWords = (dice: readonly Chain[]): string =>
  dice.length === 0 ? "No dice." : `${dice.map((chain) => chain.map(said).join(", again ")).join("; ")}.`;

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
