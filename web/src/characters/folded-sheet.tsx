/** The sheet with its dice, folded away: for rolls between scenes (T1). It is loaded once it is unfolded. */

import { createSignal, Show } from "solid-js";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";
import { isBookEdited, isSheetEdited } from "./kept-edits";
import { useMyCharacters } from "./my-character";
import type { Practice } from "./roll-builder";

const SheetPanel = lazy(() => import("./sheet").then((m) => m.SheetPanel));

/** `open`: the sheet begins unfolded. */
export function FoldedSheet(props: { class: string; open?: boolean; practice: Practice }) {
  const table = useTable();
  const mine = useMyCharacters();
  const [wasUnfolded, setUnfolded] = createSignal(false);
  return (
    <details class={props.class} open={props.open} onToggle={(e) => e.currentTarget.open && setUnfolded(true)} data-testid="dice-between">
      <summary>
        {t("page-sheet-and-dice")}
        <Show when={mine.faces().some(({ id }) => isBookEdited(table, id) || isSheetEdited(table, id))}> · {t("page-not-saved")}</Show>
      </summary>
      <Show when={wasUnfolded() || props.open}>
        <SheetPanel rolled={() => {}} practice={props.practice} />
      </Show>
    </details>
  );
}
