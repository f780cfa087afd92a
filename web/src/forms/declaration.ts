/** Rows of a declaration: the option of a manoeuvre, and the values of its inputs. */

import type { Action, Option } from "../messages";
import { answerOf, type Form } from "./options";

export interface Row {
  readonly key: number;
  readonly option: Option;
  readonly form: Form;
}

const ACTION_FIELDS: ReadonlySet<string> = new Set(["manoeuvre", "targets", "traits", "dice", "text", "extra"]);

/** True if an option is a single manoeuvre of a command that takes several actions. */
export const isAction = (option: Option): boolean => option.inputs.some((i) => i.name === "manoeuvre");

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
    dice: Number(value("dice") ?? 0),
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
