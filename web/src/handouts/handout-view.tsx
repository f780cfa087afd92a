/** A handout to read, in the list or below the story line that showed it. */

import { createSignal, Show } from "solid-js";
import type { Handout } from "../messages";
import type { Reading } from "../state/record-signals";
import { Overlay } from "../ui/overlay";
import { Prose } from "../ui/prose";
import { t } from "../words/render";
import { typed } from "../words/words";
import { Picture } from "./picture";

/** The text and the picture of a handout. A press on the picture shows it as large as the screen allows. With `skipsTab`
 * the arrow keys reach the picture instead of Tab, as in the story. */
export function HandoutBody(props: { handout: Handout; skipsTab?: boolean }) {
  const [large, setLarge] = createSignal(false);
  return (
    <>
      <Show when={props.handout.picture}>
        {(picture) => (
          <button
            type="button"
            class="handout-picture"
            tabindex={props.skipsTab ? -1 : undefined}
            aria-label={t("page-enlarge", { title: props.handout.title })}
            onClick={() => setLarge(true)}
            data-testid="handout-picture"
          >
            <Picture picture={picture()} label="" />
          </button>
        )}
      </Show>
      <Show when={props.handout.text}>
        <p class="handout-text">
          <Prose text={typed(props.handout.text)} name={() => ""} />
        </p>
      </Show>
      <Show when={large()}>
        <Overlay titleId="handout-title" testid="handout-large" class="handout-large" close={() => setLarge(false)}>
          {(shut) => (
            <>
              <h2 id="handout-title">{props.handout.title}</h2>
              <Picture picture={props.handout.picture} label={props.handout.title} />
              <footer>
                <button type="button" onClick={shut}>
                  {t("page-do-close")}
                </button>
              </footer>
            </>
          )}
        </Overlay>
      </Show>
    </>
  );
}

/** The handout below its story line; nothing if it was taken away. */
export function HandoutInStory(props: { reading: Reading; id: string }) {
  return (
    <Show when={props.reading.get("Handout", props.id)}>
      {(handout) => (
        <div class="handout-card" data-testid="handout-card">
          <HandoutBody handout={handout()} skipsTab />
        </div>
      )}
    </Show>
  );
}
