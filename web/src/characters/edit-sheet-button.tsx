/** The button that opens the sheet editor, for a seat that may change the sheet. */

import { createSignal, Show } from "solid-js";
import { t } from "../words/render";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { isSheetEdited } from "./kept-edits";
import { PortraitButton } from "./portrait";

const SheetEditor = lazy(() => import("./sheet-editor").then((m) => m.SheetEditor));

export function EditSheetButton(props: { id: string }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  /** True if the server offers `ChangeSheet` for this character. The option itself is not drawn as a form: a sheet
   * is too long for it. */
  const mayEdit = () => table.options().some((o) => o.command === "ChangeSheet" && o.actor === props.id);

  return (
    <>
      <Show when={mayEdit() && table.get("Sheet", props.id)}>
        <button type="button" onClick={() => setOpen(true)} data-testid="write-sheet">
          {t("page-do-change-sheet")}
          <Show when={isSheetEdited(table, props.id)}> · {t("page-not-saved")}</Show>
        </button>
      </Show>
      <PortraitButton id={props.id} />
      <Show when={open()}>
        <SheetEditor id={props.id} close={() => setOpen(false)} />
      </Show>
    </>
  );
}
