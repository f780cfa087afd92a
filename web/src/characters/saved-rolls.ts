/** The rolls that a person saved by name for a character. The server keeps them, so they are on every device. */

import { createEffect, createMemo, on } from "solid-js";
import { device } from "../browser/storage";
import type { SavedRoll } from "../messages";
import { type Table, useTable } from "../state/table";

/** A pool as the roll builder has it, without what belongs to a single roll: the reason, and spent points. */
export type Pool = Omit<SavedRoll, "name">;

/** The most rolls that the server keeps for a character. */
const MOST_SAVED = 20;

/** The rolls that this seat saved for a character, the oldest first. */
export const savedRolls = (table: Table, actor: string): readonly SavedRoll[] =>
  table.all("SavedRolls").find((one) => one.actor === actor && one.writer === (table.isStoryteller() ? "" : table.seat()))?.rolls ?? [];

export interface SavedRolls {
  readonly all: () => readonly SavedRoll[];
  /** Save a roll. It replaces the roll of the same name; beyond the most rolls, the oldest is dropped. */
  readonly save: (roll: SavedRoll) => void;
  readonly remove: (name: string) => void;
}

/** The saved rolls of this seat's character, as a signal that follows it. */
export function useSavedRolls(actor: () => string): SavedRolls {
  const table = useTable();
  const all = createMemo(() => savedRolls(table, actor()));
  const without = (...names: readonly string[]) => all().filter(({ name }) => !names.includes(name));
  const send = (rolls: readonly SavedRoll[]) => void table.send("SaveRolls", { actor: actor(), rolls });

  /** Move the rolls to the server that an earlier version of the page saved on this device. */
  const move = async (key: string) => {
    const kept = device.get(key);
    if (!kept) return;
    const old = JSON.parse(kept) as SavedRoll[];
    const rolls = [...without(...old.map(({ name }) => name)), ...old].slice(-MOST_SAVED);
    if ((await table.sendQuietly("SaveRolls", { actor: actor(), rolls })).ok) device.remove(key);
  };
  createEffect(on(() => `rolls/${table.seat()}/${actor()}`, (key) => void move(key)));

  return {
    all,
    save: (roll) => send([...without(roll.name), roll].slice(-MOST_SAVED)),
    remove: (name) => send(without(name)),
  };
}
