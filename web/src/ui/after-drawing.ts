/** Delaying work until the browser has drawn, so that the text is drawn first. */

import { createEffect, createMemo, createSignal } from "solid-js";

/** Run it after the next frame is drawn. */
export const afterDrawing = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};

/** True once a frame was drawn after `ready` became true. */
export function afterDraw(ready: () => boolean): () => boolean {
  const [done, setDone] = createSignal(false);
  const started = createMemo<boolean>((was) => was || ready(), false);
  createEffect(() => {
    if (started()) afterDrawing(() => setDone(true));
  });
  return done;
}

/** True from the moment that `so` is first true: a part that is loaded then stays. */
export const onceTrue = (so: () => boolean): (() => boolean) => createMemo<boolean>((was) => was || so(), false);
