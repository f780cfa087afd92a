/** Lasting modifiers, as the cast, the sheet and a task show them, with their ends. */

import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import { phrase, term } from "../words/words";
import type { ConditionText } from "./attack";

/** A number of dice with its sign. */
export const signed = (dice: number): string => `${dice < 0 ? "−" : "+"}${Math.abs(dice)}`;

/** A modifier's words and dice, and in brackets the words that only the Storyteller reads. */
export const modifierInWords = (words: string, dice: number, kept: string | undefined): string =>
  kept ? t("page-shown-modifier-kept", { modifier: modifier(words, dice), kept }) : modifier(words, dice);

const modifier = (words: string, dice: number): string => `${words || t("page-shown-modifier-unexplained")} ${signed(dice)}`;

/** A circumstance as it is drawn; `circumstance` is its id, by which the Storyteller ends it. */
export interface CircumstanceText extends ConditionText {
  readonly circumstance: string;
}

type Table = Pick<Reading, "all" | "get">;

/** The circumstances of a character: its own, its side's and the scene's, as far as the reader knows them. */
export const circumstances = (reading: Table, id: string): CircumstanceText[] => circumstancesOn(reading, [...ownTargets(reading, id), "scene"]);

/** The circumstances of a character and its side, without the scene's, which are shown once for all. */
export const ownCircumstances = (reading: Table, id: string): CircumstanceText[] => circumstancesOn(reading, ownTargets(reading, id));

/** The circumstances of the whole scene. */
export const sceneCircumstances = (reading: Table): CircumstanceText[] => circumstancesOn(reading, ["scene"]);

const ownTargets = (reading: Table, id: string) => [id, reading.get("Face", id)?.player ? "players" : "storyteller"];

function circumstancesOn(reading: Table, targets: readonly string[]): CircumstanceText[] {
  return reading
    .all("Circumstance")
    .filter((one) => targets.includes(one.on))
    .map(({ id: circumstance, words, dice, visibility, bears, ends }) => ({
      circumstance: circumstance,
      ...(dice > 0 ? { helps: true } : {}),
      words: modifierInWords(words, dice, visibility === "hidden" ? t("page-shown-modifier-hidden") : reading.get("CircumstanceReason", circumstance)?.words),
      ends: t("page-bears-on", {
        what: bears === "actions" ? phrase("page-bears-on-actions") : term(bears),
        end: t(`page-until-${ends === "word" ? "storyteller" : ends}`),
      }),
    }));
}
