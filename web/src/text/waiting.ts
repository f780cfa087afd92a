/** The people that the table waits for, in words. */

import { nameIn, type Reading } from "../state/record-signals";
import { byPlace } from "./turn-order";
import { listed, phrase, type Sentence } from "../words/words";

/** The id of the character that the table waits for: the one that can defend itself, or else the one whose turn it is. */
export const awaited = (reading: Reading): string =>
  reading.get("Setting", "setting")?.open === false
    ? ""
    : (reading.all("Blow").find((blow) => blow.waits === "defence")?.on ?? reading.get("Turn", "turn")?.acting ?? "");

/** The questions that the Storyteller has to answer, as far as this reader may read them. */
const ASKED = ["Aim", "Plea", "Question", "Owed"] as const;

/** Outside turns: the characters that have to roll, and those that wait for an answer of the Storyteller, who reads
 * "you". */
function outsideTurns(reading: Reading, isStoryteller: boolean): Sentence {
  const names = (about: readonly { readonly actor: string }[]) => listed([...new Set(about.map(({ actor }) => nameIn(reading, actor)))]);
  const calls = reading.all("Call").filter(({ id }) => reading.get("Plea", id) === undefined);
  const asked = ASKED.flatMap((type) => reading.all(type));
  if (asked.length === 0) return calls.length > 0 ? phrase("page-waits-for-roll", { names: names(calls) }) : "";
  const answer = isStoryteller ? "your-answer" : "answer";
  return calls.length > 0
    ? phrase(`page-waits-for-roll-and-${answer}`, { names: names(calls), asked: names(asked) })
    : phrase(`page-waits-for-${answer}`, { asked: names(asked) });
}

/** The character that the turn waits for; or those that still have to declare or to roll, or that wait for the
 * Storyteller. "" for nobody. `isStoryteller`: the reader is the Storyteller. */
export function waitsFor(reading: Reading, isStoryteller: boolean): Sentence {
  if (reading.get("Setting", "setting")?.open === false) return "";
  const turn = reading.get("Turn", "turn");
  if (turn === undefined) return outsideTurns(reading, isStoryteller);
  const n = turn.number;
  if (turn.acting !== "") {
    const who = nameIn(reading, turn.acting);
    return turn.phase === "declaring" ? phrase("page-turn-declares", { n, who }) : phrase("page-turn-acts", { n, who });
  }
  const late = reading
    .all("Slot")
    .filter((slot) => slot.status === "waiting" && reading.audienceOf("Slot", slot.id) === "everyone" && !reading.get("HasDeclared", slot.id))
    .sort(byPlace)
    .map((slot) => nameIn(reading, slot.id));
  if (turn.phase === "declaring" && late.length > 0) return phrase("page-turn-declare", { n, names: listed(late) });
  return turn.phase === "over" ? phrase(isStoryteller ? "page-turn-over-for-you" : "page-turn-over", { n }) : phrase("page-turn-phase", { n, phase: phrase(`page-phase-${turn.phase}`) });
}
