/** Changing the house rules (G0): what was touched, laid over what is in force, so that only what differs is sent. */

import type { Commands, Rulebook, Setting } from "../messages";
import { type Row, rowsOf, type TableName, toWire } from "./rule-tables";

type Changes = Commands["ChangeHouseRules"];
export type Part = TableName | "numbers";

export interface Edits {
  readonly switches: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly tables: Readonly<Partial<Record<TableName, readonly Row[]>>>;
  /** What is to be the rule set's own again. */
  readonly reset: readonly Part[];
}

export const NO_EDITS: Edits = { switches: {}, numbers: {}, tables: {}, reset: [] };

const choiceOf = (choices: readonly (readonly [string, string])[], name: string) => choices.find(([n]) => n === name)?.[1];

/** What a switch is on now. */
export const inForce = (setting: Setting, book: Rulebook, name: string): string =>
  choiceOf(setting.switches, name) ?? book.switches.find((s) => s.name === name)?.choices[0] ?? "";

/** What a switch is to be, as far as the table knows: from the next scene on, perhaps. */
export const intended = (setting: Setting, book: Rulebook, name: string): string =>
  choiceOf(setting.waiting, name) ?? inForce(setting, book, name);

/** Whether a part of the rules is the chronicle's own. */
export const isCustom = (setting: Setting, part: Part): boolean =>
  part === "numbers" ? setting.house.numbers.length > 0 : setting.house[part] !== null;

export const rows = (edits: Edits, book: Rulebook, name: TableName): readonly Row[] => edits.tables[name] ?? rowsOf(book, name);

/** Without what was done to one part. */
export function withoutPart(edits: Edits, part: Part | "switches"): Edits {
  const reset = edits.reset.filter((p) => p !== part);
  if (part === "switches") return { ...edits, switches: {} };
  if (part === "numbers") return { ...edits, numbers: {}, reset };
  const { [part]: _, ...tables } = edits.tables;
  return { ...edits, tables, reset };
}

/** With one part to be the rule set's own again. */
export const withPartReset = (edits: Edits, part: Part): Edits => {
  const without = withoutPart(edits, part);
  return { ...without, reset: [...without.reset, part] };
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs from what is in force or intended. */
export function changesOf(edits: Edits, setting: Setting, book: Rulebook): Changes {
  const changes: Record<string, unknown> = {};
  const switches = Object.entries(edits.switches).filter(([n, choice]) => choice !== intended(setting, book, n));
  const numbers = Object.entries(edits.numbers).filter(([n, value]) => value !== book.numbers.find((x) => x.name === n)?.value);
  if (switches.length > 0) changes["switches"] = switches;
  if (numbers.length > 0) changes["numbers"] = numbers;
  if (edits.reset.length > 0) changes["reset"] = edits.reset;
  for (const name of Object.keys(edits.tables) as TableName[]) {
    const wire = toWire(name, edits.tables[name] ?? []);
    if (!same(wire, toWire(name, rowsOf(book, name)))) changes[name] = wire;
  }
  return changes as Changes;
}

/** Whether one part differs from what is in force. */
export const isTouched = (changes: Changes, part: Part | "switches"): boolean =>
  changes[part] !== undefined || (part !== "switches" && (changes.reset?.includes(part) ?? false));

/** The part that a refusal's code names, if it names one. */
export const refusedPart = (code: string): string => /^house-(\w+)$/.exec(code)?.[1] ?? "";
