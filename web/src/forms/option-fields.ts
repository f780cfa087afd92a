/** Turning a filled-in option into the fields of its command. */

import type { Option } from "../messages";
import { actionOf } from "./declaration";
import { commandFields } from "../net/codec";
import { answerOf, type InputValue, type Form } from "./options";

/** The command's fields: the option's actor and the values of its inputs, converted to the types of the wire. */
export function fieldsOf(option: Option, form: Form): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const wireFields = commandFields(option.command);
  if (wireFields.some((p) => p.name === "actor")) fields["actor"] = option.actor;
  const names = new Set(wireFields.map((p) => p.name));
  for (const wireField of wireFields) {
    if (wireField.type !== "Action") continue;
    const action = actionOf(option, form, names);
    fields[wireField.name] = wireField.listDepth === 0 ? action : action.manoeuvre ? [action] : [];
  }
  for (const input of option.inputs) {
    const wireField = wireFields.find((p) => p.name === input.name);
    if (wireField !== undefined) fields[input.name] = convert(answerOf(input, form), wireField.type, wireField.listDepth);
  }
  return fields;
}

function convert(value: InputValue, type: string, listDepth: number): unknown {
  if (listDepth > 0) return (Array.isArray(value) ? value : value === "" ? [] : [value]).map((v) => convert(v, type, 0));
  if (type === "n") return Number(value);
  if (type === "b") return value === true || value === "true";
  return type === "s" ? String(value) : value;
}
