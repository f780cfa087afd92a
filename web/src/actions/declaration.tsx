/** The declaration of a character: a panel, or on the Storyteller's desk one line that opens the panel. */

import { createSignal, Show } from "solid-js";
import { useTable } from "../state/table";
import { t } from "../words/render";
import { DeclarePanel, type DeclareProps, WhoDeclares } from "./declare";

/** `line`: draw one line that opens. */
export function Declaration(props: DeclareProps & { readonly line: boolean }) {
  return (
    <Show when={props.line} fallback={<DeclarePanel {...props} />}>
      <DeclareLine {...props} />
    </Show>
  );
}

function DeclareLine(props: DeclareProps) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const actor = () => props.options[0]?.actor ?? "";
  /** The id of the seat that plays the character; "" if it is the Storyteller's own. */
  const player = () => table.get("Face", actor())?.player ?? "";
  return (
    <details
      class="more declare-line"
      data-testid="declare-for"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (open()) event.currentTarget.querySelector<HTMLElement>(".manoeuvres button")?.focus();
      }}
    >
      <summary data-key={open() || player() ? undefined : "d"}>
        <span>
          <Show when={player()} fallback={<WhoDeclares actor={actor()} name={props.name} />}>
            {(seat) => t("page-declare-for", { who: props.name, player: table.seatName(seat()) || t("page-a-player") })}
          </Show>
        </span>
      </summary>
      <DeclarePanel {...props} />
    </details>
  );
}
