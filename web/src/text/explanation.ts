/** Why a roll came to its result, in words that follow from its figures. The server does the same for its exports
 * (`server/words/explanation.py`). */

import { phrase, type Words } from "../words/words";
import type { Roll } from "../messages";

type Judged = Pick<Roll, "faces" | "worth" | "successes" | "net" | "result" | "why" | "willpower">;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The sum of the dice: successes, less the `ones`, more the `tens` that count twice. */
function sumInWords(roll: Judged, ones: number, tens: number): Words {
  const { successes } = roll;
  const dice = successes - ones + tens;
  if (successes === 0 && ones > 0) return phrase("why-only-ones", { ones });
  if (ones > 0 && tens > 0) return phrase("why-minus-ones-plus-tens", { successes, ones, tens, net: dice });
  if (ones > 0 && dice < 0) return phrase("why-below-zero", { successes, ones, below: -dice });
  if (ones > 0) return phrase("why-minus-ones", { successes, ones, net: dice });
  if (tens > 0) return phrase("why-plus-tens", { successes, tens, net: dice });
  const again = rolledAgain(roll);
  return again > 0 ? phrase("why-rolled-again", { successes, again }) : phrase("why-successes", { successes });
}

/** The number of successes on dice that were rolled again. */
function rolledAgain(roll: Judged): number {
  const later = roll.faces.flatMap((die) => die.map((_, place) => place > 0));
  return later.filter((again, place) => again && (roll.worth[place] ?? 0) > 0).length;
}

/** The figures of a roll: "3 successes − 1 = 2." */
function figures(roll: Judged): Words {
  const ones = roll.worth.filter((value) => value < 0).length;
  const tens = sum(roll.worth.map((value) => Math.max(value - 1, 0)));
  const dice = sumInWords(roll, ones, tens);
  // Where Willpower adds dice to the pool, it adds no success.
  const bought = roll.willpower && roll.net === Math.max(roll.successes - ones + tens, 0) + 1;
  return bought ? phrase("why-with-willpower", { dice, net: roll.net }) : dice;
}

/** The explanation of a roll: its figures, then what they do not say. A sentence that an older version stored is the
 * whole explanation. */
export function explanation(roll: Judged): Words {
  const [, id] = roll.why;
  if (roll.faces.length === 0 || roll.result === "untold" || id === "as-it-was") return roll.why;
  return id ? phrase("why-more", { dice: figures(roll), more: roll.why }) : figures(roll);
}
