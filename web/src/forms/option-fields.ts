/** A filled-in option as the fields of its command. */

import type { Option } from "../messages";
import { actionOf } from "./declaration";
import { wishOf } from "../net/codec";
import { answered, type Filled, type Form } from "./options";

/** The command's fields: what the option is for, what was filled in, each as the command's place wants it. */
export function fieldsOf(option: Option, form: Form): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const places = wishOf(option.command);
  if (places.some((p) => p.name === "actor")) fields["actor"] = option.actor;
  const names = new Set(places.map((p) => p.name));
  for (const place of places) {
    if (place.holds !== "Action") continue;
    const action = actionOf(option, form, names);
    fields[place.name] = place.lists === 0 ? action : action.manoeuvre ? [action] : [];
  }
  for (const input of option.inputs) {
    const place = places.find((p) => p.name === input.name);
    if (place !== undefined) fields[input.name] = plain(answered(input, form), place.holds, place.lists);
  }
  return fields;
}

function plain(value: Filled, holds: string, lists: number): unknown {
  if (lists > 0) return (Array.isArray(value) ? value : value === "" ? [] : [value]).map((v) => plain(v, holds, 0));
  if (holds === "n") return Number(value);
  if (holds === "b") return value === true || value === "true";
  return holds === "s" ? String(value) : value;
}
