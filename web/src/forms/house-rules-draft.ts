/** A draft of the house rules (G0): edits on top of the rules in force, so that only differences are sent. */

import type { Commands, Rulebook, Setting } from "../messages";
import { type Row, rowsOf, type TableName, toWire } from "./rule-tables";

type Changes = Commands["ChangeHouseRules"];
export type Part = TableName | "numbers";

export interface Edits {
  readonly switches: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly tables: Readonly<Partial<Record<TableName, readonly Row[]>>>;
  /** Parts that are set back to the rule set's own. */
  readonly reset: readonly Part[];
}

export const NO_EDITS: Edits = { switches: {}, numbers: {}, tables: {}, reset: [] };

const choiceOf = (choices: readonly (readonly [string, string])[], name: string) => choices.find(([n]) => n === name)?.[1];

/** The choice of a switch in force. */
export const inForce = (setting: Setting, book: Rulebook, name: string): string =>
  choiceOf(setting.switches, name) ?? book.switches.find((s) => s.name === name)?.choices[0] ?? "";

/** The choice of a switch as last saved, which may hold only from the next scene on. */
export const intended = (setting: Setting, book: Rulebook, name: string): string =>
  choiceOf(setting.waiting, name) ?? inForce(setting, book, name);

/** True if the chronicle has its own version of this part of the rules. */
export const isCustom = (setting: Setting, part: Part): boolean =>
  part === "numbers" ? setting.house.numbers.length > 0 : setting.house[part] !== null;

export const rows = (edits: Edits, book: Rulebook, name: TableName): readonly Row[] => edits.tables[name] ?? rowsOf(book, name);

/** The edits without the edits of a part. */
export function withoutPart(edits: Edits, part: Part | "switches"): Edits {
  const reset = edits.reset.filter((p) => p !== part);
  if (part === "switches") return { ...edits, switches: {} };
  if (part === "numbers") return { ...edits, numbers: {}, reset };
  const { [part]: _, ...tables } = edits.tables;
  return { ...edits, tables, reset };
}

/** The edits with a part set back to the rule set's own. */
export const withPartReset = (edits: Edits, part: Part): Edits => {
  const without = withoutPart(edits, part);
  return { ...without, reset: [...without.reset, part] };
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields of `ChangeHouseRules`: only the differences from the rules as last saved. */
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

/** True if the draft changes this part. */
export const isTouched = (changes: Changes, part: Part | "switches"): boolean =>
  changes[part] !== undefined || (part !== "switches" && (changes.reset?.includes(part) ?? false));

/** The part that a refusal's code names, or "". */
export const refusedPart = (code: string): string => /^house-(\w+)$/.exec(code)?.[1] ?? "";
