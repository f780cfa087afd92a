/** All handouts that this seat has, newest first; for the Storyteller also the form for a new one, and who sees each. */

import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import type { Handout, SeatHere } from "../messages";
import type { Reading } from "../state/record-signals";
import { type Table, useTable } from "../state/table";
import { KeyedList } from "../ui/keyed-list";
import { Overlay } from "../ui/overlay";
import { inWords, t } from "../words/render";
import { listed } from "../words/words";
import { HandoutBody } from "./handout-view";
import { NewHandout } from "./new-handout";

/** The players' seats at this table. */
export const players = (table: Table): readonly SeatHere[] => table.presence()?.seats.filter((s) => s.role === "player") ?? [];

export function Handouts(props: { reading: Reading; close: () => void }) {
  const table = useTable();
  const live = () => props.reading === table;
  const offered = (command: string) => live() && table.options().some((o) => o.command === command);
  const newestFirst = createMemo(() => [...props.reading.all("Handout")].reverse());
  return (
    <Overlay titleId="handouts-title" testid="handouts-list" close={props.close}>
      {(shut) => (
        <>
          <header>
            <h2 id="handouts-title">{t("page-handouts-title")}</h2>
          </header>
          <Show when={offered("ShowHandout")}>
            <NewHandout players={players(table)} />
          </Show>
          <ul class="handouts-list">
            <KeyedList each={newestFirst()} by={(one) => one.id} fallback={<li class="quiet">{t("page-no-handouts")}</li>}>
              {(one) => (
                <li class="handout" data-testid="handout">
                  <h3>{one().title}</h3>
                  <HandoutBody handout={one()} />
                  <Show when={table.isStoryteller()}>
                    <Audience reading={props.reading} handout={one()} live={offered("RevealHandout")} />
                  </Show>
                </li>
              )}
            </KeyedList>
          </ul>
          <footer>
            <button type="button" onClick={shut} data-testid="handouts-close">
              {t("page-do-close")}
            </button>
          </footer>
        </>
      )}
    </Overlay>
  );
}

/** The readers of a handout, and buttons that show it to more of them or take it away. */
function Audience(props: { reading: Reading; handout: Handout; live: boolean }) {
  const table = useTable();
  const id = createUniqueId();
  const [dropping, setDropping] = createSignal(false);
  const audiences = () => props.reading.audiencesOf("Handout", props.handout.id);
  const byAll = () => audiences().includes("everyone");
  const seatIds = () => audiences().flatMap((one) => (one.startsWith("seats:") ? one.slice("seats:".length).split(",") : []));
  const seenBy = () => {
    if (byAll()) return t("page-handout-seen-by-all");
    if (seatIds().length === 0) return t("page-handout-unseen");
    return t("page-handout-seen-by", { who: inWords(listed(seatIds().map((seat) => table.seatName(seat) || t("page-someone")))) });
  };
  const others = () => players(table).filter((one) => !seatIds().includes(one.id));
  const reveal = (...to: string[]) => void table.send("RevealHandout", { handout: props.handout.id, to });
  const drop = () => {
    if (dropping()) void table.send("DropHandout", { handout: props.handout.id });
    else setDropping(true);
  };
  return (
    <div class="handout-audience">
      <span class="quiet small" id={id}>
        {seenBy()}
      </span>
      <Show when={props.live}>
        <Show when={!byAll()}>
          <button type="button" class="plain" aria-describedby={id} onClick={() => reveal()} data-testid="reveal-to-all">
            {t("page-do-show-to-all")}
          </button>
          <For each={others()}>
            {(seat) => (
              <button type="button" class="plain" aria-describedby={id} onClick={() => reveal(seat.id)} data-testid="reveal-to" data-seat={seat.id}>
                {t("page-do-show-to", { who: seat.name })}
              </button>
            )}
          </For>
        </Show>
        <button type="button" class="plain" aria-describedby={id} onClick={drop} onBlur={() => setDropping(false)} data-testid="drop-handout">
          {t(dropping() ? "page-do-really-take-away" : "page-do-take-away")}
        </button>
      </Show>
    </div>
  );
}
