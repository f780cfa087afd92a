/** The chronicle's screen. A seat that arrives passes through it to the open scene, or stays in it. */

import { createEffect, createMemo, Show } from "solid-js";
import { closeSpareSocket } from "../net/early-socket";
import type { SeatSession } from "../net/session";
import { gameTime } from "../text/game-time";
import { HandoutsButton } from "../handouts/handouts-button";
import { TopBar } from "../table/top-bar";
import { termText } from "../words/render";
import { lazy } from "../ui/lazy";
import type { Table } from "../state/table";
import type { Navigation } from "./seat";

const Chronicle = lazy(() => import("./chronicle").then((m) => m.Chronicle));

interface Props {
  readonly session: SeatSession;
  readonly table: Table;
  readonly moves: Navigation;
  readonly leftScene: string;
  /** Called with the chronicle's name, also when it changes. */
  readonly renamed: (name: string) => void;
  readonly leave: () => void;
  readonly toHost: (() => void) | undefined;
}

export function Lobby(props: Props) {
  const table = props.table;
  /** The open story and chapter, and the time in the game. */
  const now = () => {
    const [story, chapter] = [table.all("StoryCard").find((s) => s.open), table.all("ChapterCard").find((c) => c.open)];
    const clock = table.get("Clock", "clock");
    return [story?.name, chapter && `${chapter.number}. ${chapter.name}`, clock && gameTime(clock.at)].filter((one) => one !== undefined);
  };
  createEffect(() => {
    const name = table.get("Setting", "setting")?.name;
    if (name !== undefined) props.renamed(name);
  });
  const welcomed = () => table.welcome() !== undefined;
  /** Every seat is taken to the open scene, except a seat that has just left it. */
  const openScene = createMemo(() => table.all("SceneCard").find((s) => s.open && s.stream !== props.leftScene)?.stream ?? "");
  createEffect(() => {
    if (openScene()) props.moves.toScene(openScene());
    else if (welcomed()) closeSpareSocket();
  });

  return (
    <div class="lobby" data-testid="lobby">
      <TopBar
        session={props.session}
        title={props.session.chronicle_name}
        about={termText(table.get("Rulebook", "rulebook")?.title ?? "")}
        now={now()}
        leave={props.leave}
        toHost={props.toHost}
      >
        <HandoutsButton reading={table} />
      </TopBar>
      <Show when={welcomed() && !openScene()}>
        <Chronicle session={props.session} toScene={props.moves.toScene} />
      </Show>
    </div>
  );
}
