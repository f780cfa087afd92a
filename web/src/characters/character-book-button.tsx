/** The buttons below a sheet that open the character's book (biography, merits, notes, experience) and print the
 * sheet. Both are loaded when they are first used. */

import { createSignal, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";
import { isBookEdited, isNoteEdited } from "./kept-edits";

const CharacterBook = lazy(() => import("./character-book").then((m) => m.CharacterBook));
const PrintedSheet = lazy(() => import("./printed-sheet").then((m) => m.PrintedSheet));

export function CharacterBookButton(props: { reading: Reading; id: string }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const [printing, setPrinting] = createSignal(false);
  /** True if notes about others' characters are written in this book. */
  const isOwn = () => !table.isStoryteller() && table.get("Face", props.id)?.player === table.seat();
  const experience = () => props.reading.get("ExperienceLedger", props.id);
  return (
    <Show when={props.reading.get("Sheet", props.id)}>
      <button type="button" onClick={() => setOpen(true)} data-opens="" data-testid="open-book">
        {t("page-do-open-book")}
        <Show when={isBookEdited(table, props.id) || (isOwn() && table.all("Face").some((face) => isNoteEdited(table, face.id)))}> · {t("page-not-saved")}</Show>
        <Show when={experience()}>{(ledger) => <> · {t("page-experience-short", { n: ledger().balance })}</>}</Show>
      </button>
      <button
        type="button"
        onClick={() => {
          setPrinting(false); // a browser may not tell that its dialog was closed
          setPrinting(true);
        }}
        data-opens=""
        data-testid="print-sheet"
      >
        {t("page-do-print")}
      </button>
      <Show when={open()}>
        <CharacterBook reading={props.reading} live={props.reading === table} id={props.id} close={() => setOpen(false)} />
      </Show>
      <Show when={printing()}>
        <PrintedSheet reading={props.reading} id={props.id} done={() => setPrinting(false)} />
      </Show>
    </Show>
  );
}
