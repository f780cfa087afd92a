/** A task in words: the progress of each side, and its terms. The page applies no rule. */

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

const sideLabel = (side: TaskSide, name: NameOf): string => side.label || side.members.map(name).join(" and ") || "nobody";

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
    const shownTally = tally === undefined ? "?" : String(tally);
    const leading = reached !== undefined && reached > 0 ? `${shownTally}, ahead by ${reached} of ${side.goal}` : shownTally;
    const count = task.kind === "lead" ? leading : side.goal > 0 ? `${shownTally} of ${side.goal}` : shownTally;
    return { label: sideLabel(side, name), count, part, meaning: side.meaning };
  });
}

/** The sentence that says until when a task waits for the clock; "" if it does not. Only while turns run does a task
 * wait. */
export function waitsForClock(task: Task, clock: Pick<Clock, "at"> | undefined, inTurns: boolean): string {
  if (!inTurns || task.status !== "open" || clock === undefined || task.until <= clock.at) return "";
  const how = task.unit === "turn" ? "turns move it" : "the Storyteller moves it";
  return `Goes on when the clock shows ${gameTime(task.until)}; ${how}.`;
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
  return names.length > 0 ? `Still to roll: ${names.join(", ")}.` : "";
}

/** Name the absent characters that the task waits for; "" if there are none. They have not rolled yet, or their
 * traits give the difficulty. */
export function waitsForAbsent(task: Task, away: (id: string) => string | undefined): string {
  if (task.status !== "open") return "";
  const opposed = task.sides.some((side) => (stepOf(side, task.rounds)?.against.traits.length ?? 0) > 0);
  const names = [...yetToRoll(task), ...(opposed ? [task.target] : [])].map(away).filter((name) => name !== undefined);
  return names.length > 0 ? `Waits for ${names.join(" and ")}, who ${names.length > 1 ? "are" : "is"} not here.` : "";
}

/** The modifier of every roll, as far as the reader knows it; "" if there is none. */
export function modifier(task: Task, ledger: Ledger | undefined): string {
  const kept = ledger?.modifier_words;
  if (ledger?.modifier) return modifierInWords(kept ?? "", ledger.modifier, "hidden");
  return task.modifier ? modifierInWords(task.modifier_words, task.modifier, kept) : "";
}

/** The terms: interval, rounds, deadline, the gain of a success. */
export function terms(task: Task, clock: Pick<Clock, "at"> | undefined): string[] {
  const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const rolls = task.kind === "extended" ? "roll" : "round";
  const goals = [...new Set(task.sides.map((side) => side.goal))].join(" and ");
  return [
    task.kind === "lead" && `to lead by ${goals}`,
    task.each > 0 && `each ${rolls} takes ${counted(task.each, task.unit)}`,
    task.limit > 0 ? `${task.rounds} of ${counted(task.limit, rolls)}` : task.rounds > 0 && counted(task.rounds, rolls),
    task.deadline > 0 && `by ${gameTime(task.deadline)}`,
    clock !== undefined && task.until > clock.at && `worked on until ${gameTime(task.until)}`,
    task.gain && `each success: ${task.gain}`,
  ].filter((term): term is string => Boolean(term));
}

const ENDINGS: Readonly<Record<Task["status"], string>> = {
  open: "",
  met: "done",
  level: "level: nobody prevails",
  unmet: "over, and not reached",
  failed: "ended by a botch",
  "given-up": "given up",
  done: "done",
  untold: "over; only the Storyteller knows how",
  ruled: "nobody prevails",
};

/** The ending of a task in words; "" while it is open. */
export function ending(task: Task, name: NameOf): string {
  if (task.status === "open") return "";
  const side = task.winner === UNKNOWN ? undefined : task.sides[task.winner];
  const won = side === undefined || task.sides.length < 2 ? "" : `${sideLabel(side, name)} prevails`;
  const degree = task.degree > 0 ? `degree ${task.degree}${task.word ? `, ${task.word}` : ""}` : "";
  return [won || (side !== undefined ? "done" : ENDINGS[task.status]), side?.meaning, degree].filter(Boolean).join(" · ");
}
