/** Edits of a form that are kept until they are saved or discarded, whichever button the form was opened by. */

import { createSignal, type Signal } from "solid-js";
import type { Table } from "../state/table";

/** The edits of one kind of form: a seat's own at each table, for each character. */
export function keptEdits<T>(none: T): (table: Table, id: string) => Signal<T> {
  const kept = new Map<string, Signal<T>>();
  return (table, id) => {
    const key = `${table.stream} ${table.seat()} ${id}`;
    const found = kept.get(key) ?? createSignal<T>(none);
    kept.set(key, found);
    return found;
  };
}
