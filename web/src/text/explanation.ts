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

interface Counted {
  readonly ones: number;
  readonly tens: number;
  /** Successes less ones, more tens that count twice. */
  readonly dice: number;
  /** True if Willpower bought a success. Under rules in which it adds dice, it buys none. */
  readonly bought: boolean;
}

function counted(roll: Judged): Counted {
  const ones = roll.worth.filter((value) => value < 0).length;
  const tens = roll.worth.reduce((total, value) => total + Math.max(value - 1, 0), 0);
  const dice = roll.successes - ones + tens;
  return { ones, tens, dice, bought: roll.willpower && roll.net === Math.max(dice, 0) + 1 };
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

/** The sum of a roll in figures alone: "3 − 1 = 2"; "" if the reader does not know the successes. */
export function figuresInShort(roll: Judged): string {
  if (roll.result === "untold") return "";
  const { ones, tens, dice, bought } = counted(roll);
  const net = dice + (bought ? 1 : 0);
  const simple = ones === 0 && tens === 0 && !bought;
  // A free botch, an older rule or a ruling may have changed the number: then it stands alone.
  if (simple || net !== roll.net) return signed(roll.net);
  const parts = [`${roll.successes}`, ones > 0 && `− ${ones}`, tens > 0 && `+ ${tens}`, bought && "+ 1"];
  return `${parts.filter(Boolean).join(" ")} = ${signed(net)}`;
}

/** The figures of a roll: "3 successes − 1 = 2.". */
function figures(roll: Judged): Words {
  const { ones, tens, dice, bought } = counted(roll);
  const words = sum(roll, ones, tens, dice);
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
