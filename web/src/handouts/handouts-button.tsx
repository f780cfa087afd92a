/** The button in the top bar that opens the handouts, for a seat that has some or may show some. */

import { createSignal, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";

const Handouts = lazy(() => import("./handouts").then((m) => m.Handouts));

export function HandoutsButton(props: { reading: Reading }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const count = () => props.reading.all("Handout").length;
  const mayShow = () => table.options().some((o) => o.command === "ShowHandout");
  return (
    <>
      <Show when={count() > 0 || mayShow()}>
        <button type="button" class="plain to-handouts" onClick={() => setOpen(true)} data-testid="handouts" data-opens="handouts">
          {t("page-handouts", { n: count() })}
        </button>
      </Show>
      <Show when={open()}>
        <Handouts reading={props.reading} close={() => setOpen(false)} />
      </Show>
    </>
  );
}
