/** The names of characters and seats, for words that refer to them. */

import { createSignal } from "solid-js";

export interface Names {
  /** The name of a character, as the reader knows it; "" if the reader does not know it. */
  readonly character: (id: string) => string;
  /** The name of the person in a seat. */
  readonly seat: (id: string) => string;
}

const [tables, setTables] = createSignal<readonly Names[]>([]);

const found = (kind: "character" | "seat", id: string): string =>
  tables().length === 0 ? id : (tables().map((table) => table[kind](id)).find(Boolean) ?? "");

const NAMES: Names = { character: (id) => found("character", id), seat: (id) => found("seat", id) };

/** The names at the tables that are shown: beside a closed scene stands the chronicle, which does not know all
 * characters of the scene. */
export const namesHere = (): Names => NAMES;

/** Take names from this table, too, until the returned function is called. */
export function nameBy(table: Names): () => void {
  setTables((before) => [...before, table]);
  return () => setTables((before) => before.filter((other) => other !== table));
}
