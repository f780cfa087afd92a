/**
 * What a closed scene says of the next one. Who played this scene, or waits at the end of the chronicle's last one, goes
 * along when it begins, as one does at a table; who came to an older one, or is looking back just now, is shown the way.
 */

import { createEffect, createMemo, Show } from "solid-js";
import type { SeatSession } from "../net/session";
import type { Table } from "../state/table";

interface Props {
  readonly session: SeatSession;
  /** Where the next one begins. */
  readonly chronicle: Table;
  /** The closed scene. */
  readonly here: string;
  /** Whether this page was here when it was played. */
  readonly played: boolean;
  /** Whether its reader looks back just now. */
  readonly looking: boolean;
  /** Whether its reader may look back on it. */
  readonly mayLook: boolean;
  readonly go: (stream: string) => void;
}

export function NextScene(props: Props) {
  const next = createMemo(() => props.chronicle.all("SceneCard").find((s) => s.open && s.stream !== props.here));
  /** Whether it was the chronicle's last when this page came to it, or has been since. */
  const isLastScene = createMemo((was: boolean) => was || props.chronicle.all("SceneCard").at(-1)?.stream === props.here, false);
  /** Whether this page goes along by itself. */
  const follows = () => !props.looking && (props.played || isLastScene());
  createEffect(() => {
    const scene = next();
    if (scene !== undefined && follows()) props.go(scene.stream);
  });
  const advice = () => {
    if (props.session.role === "storyteller") {
      return follows()
        ? "Begin the next one in the chronicle, or look back and play on from there. All who played here are taken along."
        : "Look back on it, or play on from any of its moments.";
    }
    if (follows()) return "When the next one begins, you are taken there.";
    return props.mayLook ? "It can be looked back on." : "";
  };
  return (
    <Show
      when={next()}
      fallback={<span>This scene is closed. {advice()}</span>}
    >
      {(scene) => (
        <>
          <span role="status">
            <b>{scene().name}</b> has begun.
          </span>
          <button type="button" class="do" onClick={() => props.go(scene().stream)} data-testid="to-next-scene">
            Go there
          </button>
        </>
      )}
    </Show>
  );
}
