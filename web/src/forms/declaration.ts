/** Rows of a declaration: the option of a manoeuvre, and the values of its inputs. */

import type { Action, Choice, Input, Option } from "../messages";
import { answerOf, firstUnanswered, type Form } from "./options";

export interface Row {
  readonly key: number;
  readonly option: Option;
  readonly form: Form;
}

/** The input for an action's share of the dice. It means something only beside a second action. */
const SHARE = "dice";
const ACTION_FIELDS: ReadonlySet<string> = new Set(["manoeuvre", "targets", "traits", SHARE, "text", "extra"]);

/** True if an option is a single manoeuvre of a command that takes several actions. */
export const isAction = (option: Option): boolean => option.inputs.some((i) => i.name === "manoeuvre");

/** The stored name of an option's manoeuvre. */
export const manoeuvreOf = (option: Option): string => option.inputs.find((i) => i.name === "manoeuvre")?.choices[0]?.value ?? "";

/** The inputs that an action's form shows, without the share of the dice if it is the only action. */
export const shownInputs = (option: Option, only: boolean): readonly Input[] =>
  only ? option.inputs.filter((i) => i.name !== SHARE) : option.inputs;

/** The characters among which one must be picked as the target; none if the only one is chosen already. */
export function targetsToPick(option: Option): readonly Choice[] {
  const input = targets(option);
  return input !== undefined && input.least === 1 && (input.choices.length > 1 || input.default === "") ? input.choices : [];
}

/** True if the action can be declared as its form stands, once a target is picked. */
export function isComplete(option: Option): boolean {
  const input = targets(option);
  const picked = input?.default ? input.default.split(",").length : 0;
  return firstUnanswered(option.inputs, {}) === undefined && (picked >= (input?.least ?? 0) || targetsToPick(option).length > 0);
}

const targets = (option: Option) => option.inputs.find((i) => i.name === "targets");

/** Turn a filled-in option into an action. Inputs that are a field neither of the action nor of the command become
 * details. */
export function actionOf(option: Option, form: Form, commandFields: ReadonlySet<string> = new Set()): Action {
  const value = (name: string) => {
    const input = option.inputs.find((i) => i.name === name);
    return input === undefined ? undefined : answerOf(input, form);
  };
  const list = value("targets");
  return {
    manoeuvre: String(value("manoeuvre") ?? ""),
    targets: Array.isArray(list) ? (list as readonly string[]) : list ? [String(list)] : [],
    traits: String(value("traits") ?? ""),
    dice: Number(value(SHARE) ?? 0),
    text: String(value("text") ?? ""),
    extra: value("extra") === true,
    details: option.inputs
      .filter((i) => !ACTION_FIELDS.has(i.name) && !commandFields.has(i.name))
      .map((i) => [i.name, detailText(value(i.name))] as const)
      .filter(([, text]) => text !== ""),
  };
}

function detailText(value: Form[string] | undefined): string {
  if (value === true) return "true";
  if (value === false || value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}
