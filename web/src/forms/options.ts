/** Options as forms: what was filled in becomes the command's fields. Nothing is judged here; the table does that. */

import type { Choice, Input, Option } from "../messages";

export type InputValue = string | number | boolean | readonly string[];
export type Form = Readonly<Record<string, InputValue>>;

/** What stands in an input before anybody touched it. */
export function initialValue(input: Input): InputValue {
  switch (input.kind) {
    case "flag":
      return input.default === "true";
    case "number":
      return input.default === "" ? Math.max(input.least, Math.min(0, input.most)) : Number(input.default);
    case "choices":
      return input.default === "" ? [] : input.default.split(",");
    case "choice":
      if (input.choices.some((c) => c.value === input.default)) return input.default;
      // Where one has to be chosen, none stands there before.
      return mustChoose(input) ? "" : (input.choices[0]?.value ?? "");
    case "text":
    case "file":
    case "seat":
      return input.default;
  }
}

/** Whether a choice has to be made by whoever fills the form in. */
export const mustChoose = (input: Input): boolean => input.kind === "choice" && input.least > 0 && input.choices.length > 1;

/** What an input is answered with: what was filled in, as far as it can still be chosen, or what stood there before. */
export function answerOf(input: Input, form: Form): InputValue {
  const found = form[input.name];
  const open = (value: unknown) => input.choices.some((c) => c.value === value);
  if (found === undefined || (input.kind === "choice" && !open(found))) return initialValue(input);
  return Array.isArray(found) ? (found as readonly string[]).filter(open) : found;
}

/** What still wants an answer before it is sent: the first text that holds less than it must, or choice not made. */
export const firstUnanswered = (inputs: readonly Input[], form: Form): Input | undefined =>
  inputs.find(
    (input) =>
      (input.kind === "text" || input.kind === "file" || mustChoose(input)) &&
      String(answerOf(input, form)).trim().length < input.least,
  );

/** What tells one option from another, so that a form stays open while the list around it is drawn anew. */
export const keyOf = (o: Pick<Option, "command" | "actor" | "label">): string => `${o.command} ${o.actor} ${o.label}`;

/** The options of one group. */
export interface OptionsOfGroup {
  readonly group: string;
  readonly options: readonly Option[];
}

export const byGroup = (options: readonly Option[]): OptionsOfGroup[] =>
  [...groupBy(options, (o) => o.group)].map(([group, found]) => ({ group, options: found }));

/** Things under what they have in common, in the order in which they come. */
export function groupBy<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = by(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Whether an input leaves nothing to choose: it is filled in and not drawn. */
export const isFixed = (input: Input): boolean => input.kind === "choice" && input.choices.length === 1;

/** More than this many things to choose from are a list, of which only what was chosen stands open. */
export const MANY_CHOICES = 10;

/** What may still be chosen, under what its choices are hints of: traits under their groups. */
export const unchosen = (input: Input, chosen: readonly string[]): Map<string, Choice[]> =>
  groupBy(
    input.choices.filter((c) => !chosen.includes(c.value)),
    (c) => c.hint,
  );

/** The list with one more in it; of more than there may be the first go. */
export const withChoice = (input: Input, chosen: readonly string[], value: string): readonly string[] =>
  [...chosen, value].slice(input.most > 0 ? -input.most : 0);

/** The ways to roll that the roll builder knows how to draw; each is there only while the table offers it. */
export const ROLL_COMMANDS = ["Roll", "RollInSecret", "CallForRoll"] as const;

/** The plain one of each way to roll: one that is about an aim or an opponent stands among what is open. */
export const isPlainRoll = (option: Option): boolean =>
  ROLL_COMMANDS.some((way) => way === option.command) && !option.inputs.some((i) => i.name === "aim" || i.name === "opponent");
