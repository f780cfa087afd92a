/** Modifiers that last, as the cast, the sheet and a task show them: what each gives or takes, and how it ends. */

import type { Reading } from "../state/record-signals";
import type { Worn } from "./attack";

/** A number of dice with its sign. */
export const signed = (dice: number): string => `${dice < 0 ? "−" : "+"}${Math.abs(dice)}`;

/** What a modifier is called, with its dice, and what only the Storyteller reads of it. */
export const modifierIn = (words: string, dice: number, kept: string | undefined): string =>
  `${words || "unexplained"} ${signed(dice)}${kept ? ` (${kept})` : ""}`;

/** The circumstances that are laid on a character, its side or the scene, as far as the reader knows them. */
export function circumstances(reading: Pick<Reading, "all" | "get">, id: string): Worn[] {
  const laidOn = [id, reading.get("Face", id)?.player ? "players" : "storyteller", "scene"];
  return reading
    .all("Circumstance")
    .filter((one) => laidOn.includes(one.on))
    .map(({ id: which, words, dice, visibility, bears, ends }) => ({
      words: modifierIn(words, dice, visibility === "hidden" ? visibility : reading.get("CircumstanceReason", which)?.words),
      ends: `on ${bears === "actions" ? "all actions" : bears}, until ${ends === "word" ? "the Storyteller ends it" : `the ${ends} ends`}`,
    }));
}
