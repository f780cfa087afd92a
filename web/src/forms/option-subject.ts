/** The subject of an option: an attack or a task. The option is drawn beside its subject only. */

import type { Option } from "../messages";
import { phrase } from "../words/words";
import { isFixed } from "./options";

/** The only choice of the option's input of this name; "" if the input leaves a choice or does not exist. */
export function subjectOf(option: Option, name: string): string {
  const input = option.inputs.find((i) => i.name === name);
  return input !== undefined && isFixed(input) ? (input.choices[0]?.value ?? "") : "";
}

/** True if the option is drawn beside an attack or a task. */
export const hasSubject = (option: Option): boolean => subjectOf(option, "blow") !== "" || subjectOf(option, "task") !== "";

/** Split an option by the choices of an input, so that each choice is a button. */
export function onePerChoice(option: Option, name: string): Option[] {
  const input = option.inputs.find((i) => i.name === name);
  if (input?.kind !== "choice") return [option];
  return input.choices.map((c) => ({
    ...option,
    label: phrase("page-option-with-choice", { option: option.label, choice: c.label }),
    hint: c.hint,
    inputs: option.inputs.map((i) => (i === input ? { ...i, choices: [c], default: c.value } : i)),
  }));
}

/** Remove the subject's name from the start of a label. */
export function withoutSubject(label: string, name: string): string {
  const rest = label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;
  return rest.replace(/^./, (first) => first.toUpperCase());
}
