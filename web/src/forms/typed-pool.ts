/** A pool in a few typed letters: "per ale" is Perception and Alertness, "5" is five dice. */

import { plain } from "../text/plain";

export interface NamedTrait {
  readonly value: string;
  readonly label: string;
}

export interface TypedPool {
  /** The stored names of the traits, in the order in which they were typed; at most two. */
  readonly traits: readonly string[];
  /** The names of the traits as they are shown. */
  readonly labels: readonly string[];
  readonly dice: number;
  /** The first word that is neither a number nor the beginning of a trait; "" if there is none. */
  readonly unknown: string;
}

const MOST_DICE = 100;
const MOST_TRAITS = 2;

/** Read what was typed. A word stands for the first trait that begins with it, or has a word that begins with it. */
export function readPool(text: string, traits: readonly NamedTrait[]): TypedPool {
  const chosen: NamedTrait[] = [];
  let dice = 0;
  for (const word of plain(text).split(/[\s,+]+/).filter(Boolean)) {
    if (/^\d+$/.test(word)) {
      dice = Math.min(dice + Number(word), MOST_DICE);
      continue;
    }
    const left = traits.filter((trait) => !chosen.includes(trait));
    const found =
      left.find((trait) => plain(trait.label).startsWith(word)) ??
      left.find((trait) => plain(trait.label).split(/[\s-]+/).some((part) => part.startsWith(word)));
    if (found === undefined || chosen.length === MOST_TRAITS) return { traits: chosen.map((t) => t.value), labels: chosen.map((t) => t.label), dice, unknown: word };
    chosen.push(found);
  }
  return { traits: chosen.map((one) => one.value), labels: chosen.map((one) => one.label), dice, unknown: "" };
}
