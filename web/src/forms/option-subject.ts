/** What an option is about: one attack, one task. Such options are drawn beside that, and nowhere else. */

import type { Option } from "../messages";
import { isFixed } from "./options";

/** What the option's input of this name is fixed to, "" where it leaves a choice or asks no such thing. */
export function subjectOf(option: Option, name: string): string {
  const input = option.inputs.find((i) => i.name === name);
  return input !== undefined && isFixed(input) ? (input.choices[0]?.value ?? "") : "";
}

/** Whether an option belongs beside something on the table. */
export const hasSubject = (option: Option): boolean => subjectOf(option, "blow") !== "" || subjectOf(option, "task") !== "";

/** An option once for each choice that one of its inputs leaves, so that each is one button. */
export function onePerChoice(option: Option, name: string): Option[] {
  const input = option.inputs.find((i) => i.name === name);
  if (input?.kind !== "choice") return [option];
  return input.choices.map((c) => ({
    ...option,
    label: `${option.label}, to ${c.label.toLowerCase()}`,
    hint: c.hint,
    inputs: option.inputs.map((i) => (i === input ? { ...i, choices: [c], default: c.value } : i)),
  }));
}

/** A label that begins with the name of what it is about, without that. */
export function withoutSubject(label: string, name: string): string {
  const rest = label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;
  return rest.replace(/^./, (first) => first.toUpperCase());
}
