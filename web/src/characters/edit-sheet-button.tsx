/** The way to write a sheet anew, for whoever may say who its character is. */

import { createSignal, Show } from "solid-js";
import type { SheetEdits } from "../forms/sheet-draft";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";

const SheetEditor = lazy(() => import("./sheet-editor").then((m) => m.SheetEditor));

export function EditSheetButton(props: { id: string }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  /** What was typed stays until it is granted or put away. */
  const [edits, setEdits] = createSignal<SheetEdits>();
  const sheet = () => table.get("Sheet", props.id);
  const book = () => table.get("Rulebook", "rulebook");
  /** The table offers the one to whoever may do the other: a sheet is too long for a form of its own there. */
  const mayEdit = () => table.options().some((o) => o.command === "ChangeSheet" && o.actor === props.id);

  return (
    <>
      <Show when={mayEdit() && sheet()}>
        <button type="button" onClick={() => setOpen(true)} data-testid="write-sheet">
          Change the sheet
        </button>
      </Show>
      <Show when={open() && sheet()}>
        {(now) => (
          <Show when={book()}>
            {(rules) => (
              <SheetEditor sheet={now()} book={rules()} edits={edits()} set={setEdits} close={() => setOpen(false)} />
            )}
          </Show>
        )}
      </Show>
    </>
  );
}
