/** The people that the table waits for, in words. */

import { nameIn, type Reading } from "../state/record-signals";
import { byPlace } from "./turn-order";
import { listed, phrase, type Sentence } from "../words/words";

/** The id of the character that the table waits for: the one that can defend itself, or else the one whose turn it is. */
export const awaited = (reading: Reading): string =>
  reading.get("Setting", "setting")?.open === false
    ? ""
    : (reading.all("Blow").find((blow) => blow.waits === "defence")?.on ?? reading.get("Turn", "turn")?.acting ?? "");

/** The character that the turn waits for; or those that still have to declare or to answer a call. "" for nobody. */
export function waitsFor(reading: Reading): Sentence {
  if (reading.get("Setting", "setting")?.open === false) return "";
  const turn = reading.get("Turn", "turn");
  const calls = reading.all("Call").map((call) => nameIn(reading, call.actor));
  if (turn === undefined) return calls.length > 0 ? phrase("page-waits-for-roll", { names: listed([...new Set(calls)]) }) : "";
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
  return turn.phase === "over" ? phrase("page-turn-over", { n }) : phrase("page-turn-phase", { n, phase: phrase(`page-phase-${turn.phase}`) });
}
