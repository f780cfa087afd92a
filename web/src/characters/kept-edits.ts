/** Edits of a form that are kept until they are saved or discarded, whichever button the form was opened by. They also
 * outlast the scene in which they were typed. */

import { createSignal, type Signal } from "solid-js";
import type { Row } from "../forms/rule-tables";
import type { SheetEdits } from "../forms/sheet-draft";
import type { Table } from "../state/table";

/** The edits of a character's book on top of the records; a part that was not edited is missing. */
export interface BookEdits {
  readonly biography?: string;
  readonly merits?: readonly Row[];
  readonly note?: string;
}

/** The edits of one kind of form: a seat's own in each chronicle, for each character. */
function keptEdits<T>(none: T): (table: Pick<Table, "stream" | "seat">, id: string) => Signal<T> {
  const kept = new Map<string, Signal<T>>();
  return (table, id) => {
    const chronicle = table.stream.split("/")[1] ?? "";
    const key = `${chronicle} ${table.seat()} ${id}`;
    const found = kept.get(key) ?? createSignal<T>(none);
    kept.set(key, found);
    return found;
  };
}

export const bookEdits = keptEdits<BookEdits>({});
export const sheetEdits = keptEdits<SheetEdits | undefined>(undefined);
/** The text of a note about a character that somebody else plays. */
export const noteEdits = keptEdits<string | undefined>(undefined);

export const isBookEdited = (table: Table, id: string): boolean => Object.keys(bookEdits(table, id)[0]()).length > 0;
export const isSheetEdited = (table: Table, id: string): boolean => sheetEdits(table, id)[0]() !== undefined;
export const isNoteEdited = (table: Table, id: string): boolean => noteEdits(table, id)[0]() !== undefined;
