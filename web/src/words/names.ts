/** The names of characters and seats, for words that refer to them. */

import { createSignal } from "solid-js";

export interface Names {
  /** The name of a character, as the reader knows it. */
  readonly character: (id: string) => string;
  /** The name of the person in a seat. */
  readonly seat: (id: string) => string;
}

const NOBODY: Names = { character: (id) => id, seat: (id) => id };

const [names, setNames] = createSignal<Names>(NOBODY);

/** The names at the table that is shown. */
export const namesHere = names;

/** Take names from this table until the returned function is called. */
export function nameBy(table: Names): () => void {
  setNames(table);
  return () => setNames((now) => (now === table ? NOBODY : now));
}
