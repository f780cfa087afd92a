/** Why a roll came to its result, in words that follow from its figures (D4 to D7, D11, S4). The log stores them for no
 * roll; `server/words/explanation.py` has the same rules for exports. */

import { phrase, type Sentence, type Words } from "../words/words";
import type { Roll } from "../messages";

type Judged = Pick<Roll, "faces" | "worth" | "successes" | "net" | "result" | "why" | "willpower">;

const isWordsOf = (words: Sentence, id: string): boolean => typeof words !== "string" && words[1] === id;

/** The explanation of a roll: its figures, then what they do not say (`why`). A sentence that an older version stored
 * is the whole explanation. */
export function explanation(roll: Judged): Sentence {
  const why: Sentence = roll.why;
  if (typeof why === "string" || roll.faces.length === 0 || roll.result === "untold" || isWordsOf(why, "as-it-was")) return why;
  const dice = figures(roll);
  return why[1] === "" ? dice : phrase("why-more", { dice, more: why });
}

/** The figures of a roll: "3 successes − 1 = 2.". */
function figures(roll: Judged): Words {
  const ones = roll.worth.filter((value) => value < 0).length;
  const tens = roll.worth.reduce((sum, value) => sum + Math.max(value - 1, 0), 0);
  const dice = roll.successes - ones + tens;
  const words = sum(roll, ones, tens, dice);
  // Under rules in which Willpower adds dice, none of the successes is bought.
  const bought = roll.willpower && roll.net === Math.max(dice, 0) + 1;
  return bought ? phrase("why-with-willpower", { dice: words, net: roll.net }) : words;
}

/** The sum of the dice: successes, less `ones`, more `tens` that count twice, is `net`. */
function sum(roll: Judged, ones: number, tens: number, net: number): Words {
  const { successes } = roll;
  if (successes === 0 && ones > 0) return phrase("why-only-ones", { ones });
  if (ones > 0 && tens > 0) return phrase("why-minus-ones-plus-tens", { successes, ones, tens, net });
  if (ones > 0 && net < 0) return phrase("why-below-zero", { successes, ones, below: -net });
  if (ones > 0) return phrase("why-minus-ones", { successes, ones, net });
  if (tens > 0) return phrase("why-plus-tens", { successes, tens, net });
  const again = rolledAgain(roll);
  return again > 0 ? phrase("why-rolled-again", { successes, again }) : phrase("why-successes", { successes });
}

/** The number of successes on dice that were rolled again. */
function rolledAgain({ faces, worth }: Judged): number {
  const places = faces.flatMap((die) => die.map((_, place) => place));
  return places.filter((place, index) => place > 0 && (worth[index] ?? 0) > 0).length;
}
