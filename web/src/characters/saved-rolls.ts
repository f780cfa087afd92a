/** The rolls that a person saved by name for a character. They are kept on this device, each seat's own. */

import { createSignal } from "solid-js";
import { device } from "../browser/storage";

/** A pool as the roll builder has it, without what belongs to a single roll: the reason, and spent points. */
export interface Pool {
  readonly traits: readonly string[];
  readonly modifier: number;
  readonly difficulty: number;
  readonly specialty: boolean;
}

export interface SavedRoll extends Pool {
  readonly name: string;
}

/** The most rolls that a character has: one for each of the keys 1 to 9. */
export const MOST_SAVED = 9;

/** Prefix of the storage keys. */
const ROLLS = "rolls/";

const keyOf = (seat: string, actor: string) => `${ROLLS}${seat}/${actor}`;

function read(key: string): readonly SavedRoll[] {
  try {
    const found: unknown = JSON.parse(device.get(key) ?? "[]");
    return Array.isArray(found) ? (found as SavedRoll[]).filter((roll) => roll.name && Array.isArray(roll.traits)) : [];
  } catch {
    return [];
  }
}

export interface SavedRolls {
  readonly all: () => readonly SavedRoll[];
  /** Save a roll. It replaces the roll of the same name; beyond nine rolls the oldest is dropped. */
  readonly save: (roll: SavedRoll) => void;
  readonly remove: (name: string) => void;
}

/** The saved rolls of a seat's character, as a signal that follows both. */
export function useSavedRolls(seat: () => string, actor: () => string): SavedRolls {
  const [changes, setChanges] = createSignal(0);
  const key = () => keyOf(seat(), actor());
  const all = () => {
    changes();
    return read(key());
  };
  const write = (rolls: readonly SavedRoll[]) => {
    if (rolls.length > 0) device.set(key(), JSON.stringify(rolls));
    else device.remove(key());
    setChanges((n) => n + 1);
  };
  const without = (name: string) => all().filter((roll) => roll.name !== name);
  return {
    all,
    save: (roll) => write([...without(roll.name), roll].slice(-MOST_SAVED)),
    remove: (name) => write(without(name)),
  };
}
