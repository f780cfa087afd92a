/** Options as forms. The page does not judge the values: the server does. */

import { inWords } from "../words/render";
import { wordsKey } from "../words/words";
import type { Choice, Input, Option } from "../messages";

export type InputValue = string | number | boolean | readonly string[];
export type Form = Readonly<Record<string, InputValue>>;

/** The value of an input before the first edit. */
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
      // A choice that the reader must make starts empty.
      return mustChoose(input) ? "" : (input.choices[0]?.value ?? "");
    case "text":
      return input.choices[0] ? inWords(input.choices[0].label) : input.default;
    case "file":
    case "seat":
      return input.default;
  }
}

/** True if the reader must make this choice. */
export const mustChoose = (input: Input): boolean => input.kind === "choice" && input.least > 0 && input.choices.length > 1;

/** The value of an input: the edited value if it is still among the choices, otherwise the initial value. */
export function answerOf(input: Input, form: Form): InputValue {
  const found = form[input.name];
  const isChoice = (value: unknown) => input.choices.some((c) => c.value === value);
  if (found === undefined || (input.kind === "choice" && !isChoice(found))) return initialValue(input);
  return Array.isArray(found) ? (found as readonly string[]).filter(isChoice) : found;
}

/** The first input that must be filled in before the command is sent: a text that is too short, or a choice not
 * made. */
export const firstUnanswered = (inputs: readonly Input[], form: Form): Input | undefined =>
  inputs.find(
    (input) =>
      (input.kind === "text" || input.kind === "file" || mustChoose(input)) &&
      String(answerOf(input, form)).trim().length < input.least,
  );

/** The first list with too few choices. */
export const firstTooShort = (inputs: readonly Input[], form: Form): Input | undefined =>
  inputs.find((input) => input.kind === "choices" && (answerOf(input, form) as readonly string[]).length < input.least);

/** A key for an option, so that its form stays open while the list around it is redrawn. */
export const keyOf = (o: Pick<Option, "command" | "actor" | "label">): string => `${o.command} ${o.actor} ${wordsKey(o.label)}`;

/** The options of a group. */
export interface OptionsOfGroup {
  readonly group: string;
  readonly options: readonly Option[];
}

export const byGroup = (options: readonly Option[]): OptionsOfGroup[] =>
  [...groupBy(options, (o) => o.group)].map(([group, found]) => ({ group, options: found }));

/** Group values by a key, in the order in which they come. */
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

/** True if an input has a single choice: it is filled in and not drawn. A text is that choice in the reader's
 * language. */
export const isFixed = (input: Input): boolean => (input.kind === "choice" || input.kind === "text") && input.choices.length === 1;

/** True if an option has to ask before it is sent. Rare inputs alone do not count: they are folded below a button that
 * sends at once. */
export const needsForm = (option: Option): boolean => option.inputs.some((input) => !isFixed(input) && !input.rarely);

/** An input with more choices than this is drawn as a select; only the chosen values are pills. */
export const MANY_CHOICES = 10;

/** The choices that are not chosen yet, grouped by their hints: traits by their groups. */
export const unchosen = (input: Input, chosen: readonly string[]): Map<string, Choice[]> =>
  groupBy(
    input.choices.filter((c) => !chosen.includes(c.value)),
    (c) => inWords(c.hint),
  );

/** The list with a further value. If it is longer than allowed, the first values are dropped. */
export const withChoice = (input: Input, chosen: readonly string[], value: string): readonly string[] =>
  [...chosen, value].slice(input.most > 0 ? -input.most : 0);

/** The commands that the roll builder can draw; each is drawn while the server offers it. */
export const ROLL_COMMANDS = ["Roll", "RollInSecret", "CallForRoll"] as const;

/** True for the plain option of a roll command. An option with an aim or an opponent is listed among the actions. */
export const isPlainRoll = (option: Option): boolean =>
  ROLL_COMMANDS.some((command) => command === option.command) && !option.inputs.some((i) => i.name === "aim" || i.name === "opponent");
