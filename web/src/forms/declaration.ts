/** Rows of a declaration: each the manoeuvre that an option stands for, and what its inputs were answered with. */

import type { Action, Option } from "../messages";
import { answerOf, type Form } from "./options";

export interface Row {
  readonly key: number;
  readonly option: Option;
  readonly form: Form;
}

const ACTION_FIELDS: ReadonlySet<string> = new Set(["manoeuvre", "targets", "traits", "dice", "text", "extra"]);

/** Whether an option stands for one manoeuvre among the actions that its command takes. */
export const isAction = (option: Option): boolean => option.inputs.some((i) => i.name === "manoeuvre");

/** What was filled in, as an action; inputs that are no place of an action, nor of the command, are its details. */
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
