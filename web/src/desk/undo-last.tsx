/** Undo the last thing that happened, for the whole table: the first press names it, the second takes it back (G0). */

import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { isDeed, isTakenBack } from "../state/story";
import { nameIn } from "../state/record-signals";
import { useTable } from "../state/table";
import { phrase } from "../words/words";
import { inWords, t } from "../words/render";

export function UndoLast() {
  const table = useTable();
  const [asked, setAsked] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const isOffered = () => table.options().some((o) => o.command === "TakeBack");
  /** The newest line or roll that can be taken back. */
  const last = createMemo(() => {
    const retractions = table.all("Retraction");
    return table.story().findLast((entry) => isDeed(entry) && !isTakenBack(retractions, entry));
  });
  /** A later event starts the confirmation again. */
  createEffect(on(() => last()?.key, () => setAsked(""), { defer: true }));
  const what = () => {
    const record = last()?.record;
    if (record?.type === "Line") return inWords(record.text);
    if (record?.type !== "Roll") return "";
    return inWords(record.reason) || (record.actor ? t("page-undo-roll", { who: nameIn(table, record.actor) }) : t("page-task-roll"));
  };
  const press = async (event: MouseEvent) => {
    const entry = last();
    if (entry === undefined) return;
    if (asked() !== entry.key) return void setAsked(entry.key);
    if (event.detail > 1) return; // a double click does not count as a confirmation
    setBusy(true);
    const seen = table.live.moments();
    const at = await table.momentBefore(entry.audience, entry.n);
    if (at === undefined) table.setRefusal(phrase("page-undo-last-unknown"));
    else await table.submit("TakeBack", { at, seen });
    setBusy(false);
    setAsked("");
  };
  return (
    <Show when={isOffered() && last()}>
      <button type="button" class="plain undo-last" disabled={busy()} onClick={(e) => void press(e)} onBlur={() => setAsked("")} data-testid="undo-last">
        {asked() === last()?.key ? t("page-undo-really", { what: what() }) : t("page-do-undo-last")}
      </button>
    </Show>
  );
}
