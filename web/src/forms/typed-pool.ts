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
  /** The first word that is neither a number nor the beginning of a trait, or is a trait too many; "" if there is none. */
  readonly unknown: string;
}

const MOST_DICE = 100;
export const MOST_TRAITS = 2;

/** The trait that the typed words stand for: one whose stored or shown name they are; or else the first whose shown
 * name begins with them; or else the first of which a word begins with them. */
function traitNamed(typed: string, traits: readonly NamedTrait[]): NamedTrait | undefined {
  return (
    traits.find(({ value, label }) => plain(value) === typed || plain(label) === typed) ??
    traits.find(({ label }) => plain(label).startsWith(typed)) ??
    traits.find(({ label }) => plain(label).split(/[\s-]+/).some((part) => part.startsWith(typed)))
  );
}

/** Read what was typed: traits by their names or the beginnings of names, and numbers of dice. */
export function readPool(text: string, traits: readonly NamedTrait[]): TypedPool {
  const chosen: NamedTrait[] = [];
  let dice = 0;
  const typed = text.split(/[\s,+]+/).filter(Boolean);
  const words = typed.map(plain);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (/^\d+$/.test(word)) {
      dice = Math.min(dice + Number(word), MOST_DICE);
      continue;
    }
    const left = traits.filter((trait) => !chosen.includes(trait));
    // The name of a trait may have two words.
    const pair = words[at + 1] === undefined ? undefined : traitNamed(`${word} ${words[at + 1]!}`, left);
    const found = pair ?? traitNamed(word, left);
    if (pair) at++;
    if (found === undefined || chosen.length === MOST_TRAITS) return { traits: chosen.map((t) => t.value), labels: chosen.map((t) => t.label), dice, unknown: typed[at]! };
    chosen.push(found);
  }
  return { traits: chosen.map((one) => one.value), labels: chosen.map((one) => one.label), dice, unknown: "" };
}
