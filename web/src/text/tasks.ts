/** A task in words: the progress of each side, and its terms. The page applies no rule. */

import { inWords, t } from "../words/render";
import { listed, term } from "../words/words";
import type { Clock, Ledger, Task, TaskSide } from "../messages";
import { modifierInWords } from "./circumstances";
import { gameTime } from "./game-time";

/** The server's value for a tally that the reader does not know, and for a winner that does not exist. */
const UNKNOWN = -1;

export interface Progress {
  readonly label: string;
  /** The tally in words: "2 of 5", or "?" if it is unknown. */
  readonly count: string;
  /** The share of the goal that is reached, 0 to 1; undefined if it is unknown. */
  readonly part: number | undefined;
  readonly meaning: string;
}

type NameOf = (id: string) => string;

const sideLabel = (side: TaskSide, name: NameOf): string => inWords(side.label) || inWords(listed(side.members.map(name))) || t("page-nobody");

/** The lead of the first side, as far as the reader knows it; undefined if a tally is hidden. */
function leadOf(task: Task, sides: readonly TaskSide[], ledger: Ledger | undefined): number | undefined {
  const [ours, theirs] = sides;
  if (ledger !== undefined && ours && theirs) return ours.tally - theirs.tally;
  const kept = task.dark || sides.some((side) => side.tally === UNKNOWN);
  return kept && task.lead === 0 ? undefined : task.lead;
}

/** The progress of both sides. The Storyteller's ledger has it in full. */
export function progress(task: Task, ledger: Ledger | undefined, name: NameOf): Progress[] {
  const sides = ledger?.sides ?? task.sides;
  const lead = leadOf(task, sides, ledger);
  return sides.map((side, i) => {
    const known = ledger !== undefined || !task.dark;
    const tally = known && side.tally !== UNKNOWN ? side.tally : undefined;
    const ahead = lead === undefined ? undefined : Math.max(i === 0 ? lead : -lead, 0);
    const reached = task.kind === "lead" ? ahead : tally;
    const part = side.goal > 0 && reached !== undefined ? Math.min(reached / side.goal, 1) : undefined;
    const shownTally = tally === undefined ? t("page-tally-unknown") : String(tally);
    const leading = reached !== undefined && reached > 0 ? t("page-tally-ahead", { tally: shownTally, lead: reached, goal: side.goal }) : shownTally;
    const count = task.kind === "lead" ? leading : side.goal > 0 ? t("page-tally-of", { tally: shownTally, goal: side.goal }) : shownTally;
    return { label: sideLabel(side, name), count, part, meaning: side.meaning };
  });
}

/** The sentence that says until when a task waits for the clock; "" if it does not. Only while turns run does a task
 * wait. */
export function waitsForClock(task: Task, clock: Pick<Clock, "at"> | undefined, inTurns: boolean): string {
  if (!inTurns || task.status !== "open" || clock === undefined || task.until <= clock.at) return "";
  return t(task.unit === "turn" ? "page-waits-for-turns" : "page-waits-for-storyteller", { time: gameTime(task.until) });
}

/** The step that a side rolls in this round, counted from 0; the last step repeats. */
function stepOf(side: TaskSide, number: number): TaskSide["steps"][number] | undefined {
  let left = number;
  return side.steps.find((step) => (left -= step.rounds) < 0) ?? side.steps.at(-1);
}

/** The characters who have not rolled in this round. */
const yetToRoll = (task: Task): string[] =>
  task.sides.flatMap((side) => side.members).filter((id) => !task.rolled.some((roll) => roll.actor === id));

/** Name the characters who have not rolled yet, once the first roll of the round is there; otherwise "". */
export function stillToRoll(task: Task, name: (id: string) => string): string {
  const names = task.status === "open" && task.rolled.length > 0 ? yetToRoll(task).map(name) : [];
  return names.length > 0 ? t("page-still-to-roll", { names: names.join(", ") }) : "";
}

/** Name the absent characters that the task waits for; "" if there are none. They have not rolled yet, or their
 * traits give the difficulty. */
export function waitsForAbsent(task: Task, away: (id: string) => string | undefined): string {
  if (task.status !== "open") return "";
  const opposed = task.sides.some((side) => (stepOf(side, task.rounds)?.against.traits.length ?? 0) > 0);
  const names = [...yetToRoll(task), ...(opposed ? [task.target] : [])].map(away).filter((name) => name !== undefined);
  return names.length > 0 ? t("page-waits-for-absent", { n: names.length, names: listed(names) }) : "";
}

/** The modifier of every roll, as far as the reader knows it; "" if there is none. */
export function modifier(task: Task, ledger: Ledger | undefined): string {
  const kept = ledger?.modifier_words;
  if (ledger?.modifier) return modifierInWords(kept ?? "", ledger.modifier, t("page-shown-modifier-hidden"));
  return task.modifier ? modifierInWords(task.modifier_words, task.modifier, kept) : "";
}

/** The terms: interval, rounds, deadline, the gain of a success. */
export function terms(task: Task, clock: Pick<Clock, "at"> | undefined): string[] {
  const rolls = task.kind === "extended" ? "roll" : "round";
  const goals = listed([...new Set(task.sides.map((side) => side.goal))]);
  return [
    task.kind === "lead" && t("page-task-lead", { goals }),
    task.each > 0 && t(`page-task-${rolls}-takes`, { time: t(`page-time-${task.unit}`, { n: task.each }) }),
    task.limit > 0 ? t(`page-task-${rolls}s-of`, { n: task.rounds, limit: task.limit }) : task.rounds > 0 && t(`page-task-${rolls}s`, { n: task.rounds }),
    task.deadline > 0 && t("page-task-deadline", { time: gameTime(task.deadline) }),
    clock !== undefined && task.until > clock.at && t("page-task-until", { time: gameTime(task.until) }),
    task.gain && t("page-task-gain", { gain: task.gain }),
  ].filter((term): term is string => Boolean(term));
}

/** The ending of a task in words; "" while it is open. */
export function ending(task: Task, name: NameOf): string {
  if (task.status === "open") return "";
  const side = task.winner === UNKNOWN ? undefined : task.sides[task.winner];
  const won = side === undefined || task.sides.length < 2 ? "" : t("page-ending-prevails", { who: sideLabel(side, name) });
  const degree = task.degree > 0 ? (task.word ? t("page-ending-degree-word", { n: task.degree, word: term(task.word) }) : t("page-ending-degree", { n: task.degree })) : "";
  return [won || t(`page-ending-${side !== undefined ? "met" : task.status}`), side?.meaning, degree].filter(Boolean).join(" · ");
}
