/** The notice of a closed scene. If this page saw the scene open, or shows the chronicle's last scene, it follows to
 * the next scene by itself. If it shows an older scene or the past, it offers a button. */

import { createEffect, createMemo, Show } from "solid-js";
import type { SeatSession } from "../net/session";
import { t } from "../words/render";
import type { Table } from "../state/table";

interface Props {
  readonly session: SeatSession;
  /** The chronicle, where the next scene begins. */
  readonly chronicle: Table;
  /** The stream of the closed scene. */
  readonly here: string;
  /** True if this page saw the scene open. */
  readonly sawOpen: boolean;
  /** True while the reader looks back. */
  readonly looking: boolean;
  /** True if the reader may look back. */
  readonly mayLook: boolean;
  readonly go: (stream: string) => void;
}

export function NextScene(props: Props) {
  const next = createMemo(() => props.chronicle.all("SceneCard").find((s) => s.open && s.stream !== props.here));
  /** True if this scene was the chronicle's last when the page came to it, or has been since. */
  const isLastScene = createMemo((was: boolean) => was || props.chronicle.all("SceneCard").at(-1)?.stream === props.here, false);
  /** True if this page follows to the next scene by itself. */
  const follows = () => !props.looking && (props.sawOpen || isLastScene());
  createEffect(() => {
    const scene = next();
    if (scene !== undefined && follows()) props.go(scene.stream);
  });
  const advice = () => {
    if (props.session.role === "storyteller") {
      return t(follows() ? "page-advice-follow" : "page-advice-old");
    }
    if (follows()) return t("page-advice-wait");
    return props.mayLook ? t("page-advice-look") : "";
  };
  return (
    <Show
      when={next()}
      fallback={<span>{t("page-scene-is-closed")} {advice()}</span>}
    >
      {(scene) => (
        <>
          <span role="status">
            <b>{scene().name}</b> {t("page-scene-has-begun")}
          </span>
          <button type="button" class="do" onClick={() => props.go(scene().stream)} data-testid="to-next-scene">
            {t("page-go-there")}
          </button>
        </>
      )}
    </Show>
  );
}
