/** A seat at the chronicle's table or in its open scene. The page follows the group to a new scene by itself. */

import { batch, createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { goTo, currentStream, keepChronicleName, type SeatSession } from "../net/session";
import { MyCharactersProvider } from "../characters/my-character";
import { type Table, TableContext } from "../state/table";
import { alertQuestions } from "../actions/question-alerts";
import { connectedTable } from "../state/connected-table";
import type { Sentence } from "../words/words";
import { Lobby } from "./lobby";
import { Scene } from "./scene";

interface Props {
  readonly session: SeatSession;
  readonly leave: () => void;
  readonly accessEnded: (sentence: Sentence) => void;
  readonly toHost: (() => void) | undefined;
}

/** The ways from a chronicle to its scenes and back. */
export interface Navigation {
  readonly toScene: (stream: string) => void;
  /** `past`: the scene that the lobby does not jump to; by default the scene that is left. */
  readonly toChronicle: (past?: string) => void;
}

export function Seat(props: Props) {
  const [stream, setStream] = createSignal(currentStream(props.session));
  /** The scene that was left for the chronicle: the lobby does not jump to it. */
  const [leftScene, setLeftScene] = createSignal("");
  /** The session with the chronicle's present name: the host may have renamed it since the seat entered. */
  const [name, setName] = createSignal(props.session.chronicle_name);
  const session = createMemo(() => ({ ...props.session, chronicle_name: name() }));
  const renamed = (to: string) => {
    if (to === name()) return;
    setName(to);
    keepChronicleName(props.session, to);
  };
  const inScene = () => stream() !== props.session.stream;
  const showStream = (to: string, past = stream()) =>
    batch(() => {
      setLeftScene(to === props.session.stream ? past : "");
      setStream(to);
    });
  const move = (to: string, past?: string) => {
    if (currentStream(props.session) !== to) goTo(props.session, to);
    showStream(to, past);
  };
  const moves: Navigation = { toScene: move, toChronicle: (past) => move(props.session.stream, past) };
  const back = () => currentStream(props.session) !== stream() && showStream(currentStream(props.session));
  onMount(() => addEventListener("popstate", back));
  onCleanup(() => removeEventListener("popstate", back));
  /** Focus the heading of a new screen. */
  createEffect(
    on(stream, () => queueMicrotask(() => document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })), { defer: true }),
  );
  return (
    <Show when={stream()} keyed>
      {(at) => (
        <ConnectedTable session={props.session} stream={at} accessEnded={props.accessEnded}>
          {(table) => (
            <Show
              when={inScene()}
              fallback={<Lobby {...props} session={session()} table={table} moves={moves} leftScene={leftScene()} renamed={renamed} />}
            >
              <Scene {...props} session={session()} table={table} moves={moves} />
            </Show>
          )}
        </ConnectedTable>
      )}
    </Show>
  );
}

interface ConnectedTableProps {
  readonly session: SeatSession;
  readonly stream: string;
  readonly accessEnded: (sentence: Sentence) => void;
  readonly children: (table: Table) => import("solid-js").JSX.Element;
}

/** A table that is connected while it is shown. */
function ConnectedTable(props: ConnectedTableProps) {
  const table = connectedTable(props.session.token, props.stream, props.accessEnded);
  const title = createMemo(() => table.get("Setting", "setting")?.name ?? props.session.chronicle_name);
  alertQuestions(table, title);
  return (
    <TableContext.Provider value={table}>
      <MyCharactersProvider>{props.children(table)}</MyCharactersProvider>
    </TableContext.Provider>
  );
}
