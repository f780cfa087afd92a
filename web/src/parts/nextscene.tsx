/**
 * What a closed scene says of the next one. Who played this scene goes along when it begins, as one does at a table;
 * who only came to look back on it, or is looking back just now, is shown the way.
 */

import { createEffect, createMemo, onCleanup, onMount, Show } from "solid-js";
import type { SeatDoor } from "../core/doors";
import { Table } from "../table";

interface Props {
  readonly door: SeatDoor;
  /** The closed scene. */
  readonly here: string;
  /** Whether this page goes along by itself. */
  readonly along: boolean;
  /** Whether its reader may look back on it. */
  readonly mayLook: boolean;
  readonly go: (stream: string) => void;
  /** Told of the chronicle, as long as this is shown. */
  readonly chronicle: (table: Table | undefined) => void;
}

export function NextScene(props: Props) {
  // That the seat is gone is heard at the scene's own table.
  const chronicle = new Table(props.door.token, props.door.stream, () => {});
  onMount(() => {
    chronicle.connection.start();
    props.chronicle(chronicle);
  });
  onCleanup(() => {
    chronicle.connection.stop();
    props.chronicle(undefined);
  });
  const next = createMemo(() => chronicle.all("SceneCard").find((s) => s.open && s.stream !== props.here));
  createEffect(() => {
    const scene = next();
    if (scene !== undefined && props.along) props.go(scene.stream);
  });
  const onward = () => {
    if (props.door.role === "storyteller") {
      return props.along
        ? "The next one is begun in the chronicle, or by looking back and playing on; all who played here are taken there."
        : "It can be looked back on, and played on from any moment.";
    }
    if (props.along) return "When the next one begins, you are taken there.";
    return props.mayLook ? "It can be looked back on." : "";
  };
  return (
    <Show
      when={next()}
      fallback={<span>This scene is closed. {onward()}</span>}
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
