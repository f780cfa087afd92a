/** The Storyteller's inbox: questions that wait for her answer, and the options that answer each of them. */

import type { Choice, CommandLayout, Input, Option } from "../messages";
import { isFixed } from "./options";

/** A question to the Storyteller: an intent, a plea, an outcome that is not told, a botch without a consequence. */
export interface Question {
  readonly id: string;
  /** The input of its answers that names it: its label says what kind of question this is. */
  readonly input: Input;
  readonly subject: Choice;
  /** The character that it is about, or "". */
  readonly actor: string;
  readonly answers: readonly Option[];
}

interface Desk {
  readonly isStoryteller: () => boolean;
  readonly layout: (command: string) => CommandLayout | undefined;
}

/** The input of an option that names the question which it answers; undefined for any other option, and for players. */
function questionInput(table: Desk, option: Option): Input | undefined {
  const name = table.layout(option.command)?.answers;
  if (!name || !table.isStoryteller()) return undefined;
  const input = option.inputs.find((i) => i.name === name);
  return input !== undefined && isFixed(input) ? input : undefined;
}

/** True if the option answers a question in the Storyteller's inbox, and is drawn there only. */
export const isAnswer = (table: Desk, option: Option): boolean => questionInput(table, option) !== undefined;

/** The open questions with their answers, in the order in which the server lists the first answers. */
export function questions(table: Desk, options: readonly Option[]): Question[] {
  const found = new Map<string, Question & { answers: Option[] }>();
  for (const option of options) {
    const input = questionInput(table, option);
    const subject = input?.choices[0];
    if (input === undefined || subject === undefined) continue;
    const id = `${input.name} ${subject.value}`;
    const known = found.get(id);
    if (known) known.answers.push(option);
    else found.set(id, { id, input, subject, actor: option.actor, answers: [option] });
  }
  return [...found.values()];
}

/** True if the option moves the table on, and the Storyteller's desk shows it under "Next". */
export const isNextStep = (table: Desk, option: Option): boolean =>
  table.layout(option.command)?.desk === "next" && table.isStoryteller() && (option.urgent || option.actor === "");

/** The number of steps that the desk shows at most. */
const STEPS = 2;

/** The steps that move the table on: what the table waits for first, what would lose actions last. */
export function nextSteps(table: Desk, options: readonly Option[]): Option[] {
  const rank = (o: Option) => (o.urgent ? 0 : o.grave ? 2 : 1);
  return options
    .filter((o) => isNextStep(table, o))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, STEPS);
}
