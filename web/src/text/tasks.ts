/** A task as it is drawn: how far each side is, and its terms, in words. What follows from them the table knows. */

import type { Clock, Ledger, Task, TaskSide } from "../messages";
import { modifierInWords } from "./circumstances";
import { gameTime } from "./game-time";

/** The number of a tally that its reader does not know, and the place of a side that there is none of. */
const UNKNOWN = -1;

export interface Progress {
  readonly label: string;
  /** Where it stands, in a word: "2 of 5", "?" where that is not known. */
  readonly count: string;
  /** How much of the way to the goal is done, 0 to 1; undefined where that cannot be said. */
  readonly part: number | undefined;
  readonly meaning: string;
}

type NameOf = (id: string) => string;

const sideLabel = (side: TaskSide, name: NameOf): string => side.label || side.members.map(name).join(" and ") || "nobody";

/** By how many each side leads, as far as the reader knows; undefined where a tally is kept back. */
function leadOf(task: Task, sides: readonly TaskSide[], ledger: Ledger | undefined): number | undefined {
  const [ours, theirs] = sides;
  if (ledger !== undefined && ours && theirs) return ours.tally - theirs.tally;
  const kept = task.dark || sides.some((side) => side.tally === UNKNOWN);
  return kept && task.lead === 0 ? undefined : task.lead;
}

/** Both sides as far as the reader knows them; a ledger knows them wholly. */
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

/** Why nobody can roll for it now, "" where that is not so: while turns run they move the clock, and it waits for that. */
export function waitsForClock(task: Task, clock: Pick<Clock, "at"> | undefined, inTurns: boolean): string {
  if (!inTurns || task.status !== "open" || clock === undefined || task.until <= clock.at) return "";
  const how = task.unit === "turn" ? "turns move it" : "the Storyteller moves it";
  return `Goes on when the clock shows ${gameTime(task.until)}; ${how}.`;
}

/** What a side rolls in the round of this number, the first being 0; its last step goes on for ever. */
function stepOf(side: TaskSide, number: number): TaskSide["steps"][number] | undefined {
  let left = number;
  return side.steps.find((step) => (left -= step.rounds) < 0) ?? side.steps.at(-1);
}

/** Who has still to roll in this round. */
const yetToRoll = (task: Task): string[] =>
  task.sides.flatMap((side) => side.members).filter((id) => !task.rolled.some((roll) => roll.actor === id));

/** Who has still to roll when others have, "" for nobody. */
export function stillToRoll(task: Task, name: (id: string) => string): string {
  const names = task.status === "open" && task.rolled.length > 0 ? yetToRoll(task).map(name) : [];
  return names.length > 0 ? `Still to roll: ${names.join(", ")}.` : "";
}

/** For whom it waits who is away, "" for nobody: who has still to roll, or whose traits make its difficulty. */
export function waitsForAbsent(task: Task, away: (id: string) => string | undefined): string {
  if (task.status !== "open") return "";
  const opposed = task.sides.some((side) => (stepOf(side, task.rounds)?.against.traits.length ?? 0) > 0);
  const names = [...yetToRoll(task), ...(opposed ? [task.target] : [])].map(away).filter((name) => name !== undefined);
  return names.length > 0 ? `Waits for ${names.join(" and ")}, who ${names.length > 1 ? "are" : "is"} not here.` : "";
}

/** What it gives or takes on every roll, as far as the reader knows it; "" for nothing. */
export function modifier(task: Task, ledger: Ledger | undefined): string {
  const kept = ledger?.modifier_words;
  if (ledger?.modifier) return modifierInWords(kept ?? "", ledger.modifier, "hidden");
  return task.modifier ? modifierInWords(task.modifier_words, task.modifier, kept) : "";
}

/** Its terms: interval, rounds, deadline, what a success brings. */
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

/** How it ended, "" while it is open. */
export function ending(task: Task, name: NameOf): string {
  if (task.status === "open") return "";
  const side = task.winner === UNKNOWN ? undefined : task.sides[task.winner];
  const won = side === undefined || task.sides.length < 2 ? "" : `${sideLabel(side, name)} prevails`;
  const degree = task.degree > 0 ? `degree ${task.degree}${task.word ? `, ${task.word}` : ""}` : "";
  return [won || (side !== undefined ? "done" : ENDINGS[task.status]), side?.meaning, degree].filter(Boolean).join(" · ");
}
