/** A seat: at the chronicle's table or in its open scene. The page goes where the others are, by itself. */

import { batch, createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { goTo, placeOf, type SeatDoor } from "../net/session";
import { MineProvider } from "../characters/my-character";
import { type Table, TableContext } from "../state/table";
import { connectedTable } from "../state/connected-table";
import { Lobby } from "./lobby";
import { Scene } from "./scene";

interface Props {
  readonly door: SeatDoor;
  readonly leave: () => void;
  readonly gone: (sentence: string) => void;
  readonly toHost: (() => void) | undefined;
}

/** How the page moves between a chronicle and its scenes. */
export interface Moves {
  readonly toScene: (stream: string) => void;
  /** `past`: the scene that the page does not jump into there; the one that is left where none is named. */
  readonly toChronicle: (past?: string) => void;
}

export function Seat(props: Props) {
  const [stream, setStream] = createSignal(placeOf(props.door));
  /** A scene that was passed by for the chronicle: the page does not jump into it. */
  const [left, setLeft] = createSignal("");
  const inScene = () => stream() !== props.door.stream;
  const show = (to: string, past = stream()) =>
    batch(() => {
      setLeft(to === props.door.stream ? past : "");
      setStream(to);
    });
  const move = (to: string, past?: string) => {
    if (placeOf(props.door) !== to) goTo(props.door, to);
    show(to, past);
  };
  const moves: Moves = { toScene: move, toChronicle: (past) => move(props.door.stream, past) };
  const back = () => placeOf(props.door) !== stream() && show(placeOf(props.door));
  onMount(() => addEventListener("popstate", back));
  onCleanup(() => removeEventListener("popstate", back));
  /** Whoever comes to another place begins at its heading. */
  createEffect(
    on(stream, () => queueMicrotask(() => document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })), { defer: true }),
  );
  return (
    <Show when={stream()} keyed>
      {(at) => (
        <At door={props.door} stream={at} gone={props.gone}>
          {(table) => (
            <Show
              when={inScene()}
              fallback={<Lobby {...props} table={table} moves={moves} left={left()} />}
            >
              <Scene {...props} table={table} moves={moves} />
            </Show>
          )}
        </At>
      )}
    </Show>
  );
}

interface AtProps {
  readonly door: SeatDoor;
  readonly stream: string;
  readonly gone: (sentence: string) => void;
  readonly children: (table: Table) => import("solid-js").JSX.Element;
}

/** One table, connected as long as it is shown. */
function At(props: AtProps) {
  const table = connectedTable(props.door.token, props.stream, props.gone);
  const title = createMemo(() => table.get("Setting", "setting")?.name ?? props.door.chronicle_name);
  createEffect(() => {
    const waits = table.options().some((o) => o.urgent && !table.tells());
    document.title = `${waits ? "● " : ""}${title()} · Coterie`;
  });
  return (
    <TableContext.Provider value={table}>
      <MineProvider>{props.children(table)}</MineProvider>
    </TableContext.Provider>
  );
}
