/** What can wait, so that what is read first is drawn first. */

import { createEffect, createMemo, createSignal } from "solid-js";

/** Run it once the browser has drawn what is there now. */
export const afterDrawing = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};

/** Whether what `ready` tells of has been drawn. */
export function afterDraw(ready: () => boolean): () => boolean {
  const [done, setDone] = createSignal(false);
  const started = createMemo<boolean>((was) => was || ready(), false);
  createEffect(() => {
    if (started()) afterDrawing(() => setDone(true));
  });
  return done;
}

/** Whether it ever was so: what is drawn then may be fetched then, and stays. */
export const onceTrue = (so: () => boolean): (() => boolean) => createMemo<boolean>((was) => was || so(), false);
