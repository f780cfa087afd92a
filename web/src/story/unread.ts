/** The mark before the first entry that came while the reader was away. */

import { createMemo, createSignal, onCleanup } from "solid-js";
import type { Entry } from "../state/story";

/** The key of the first entry that came since the reader last left the window; undefined if there is none. */
export function markUnread(entries: () => readonly Entry[]): () => string | undefined {
  const [lastRead, setLastRead] = createSignal("");
  const leave = () => setLastRead(entries().at(-1)?.key ?? "");
  const hidden = () => document.hidden && leave();
  addEventListener("blur", leave);
  document.addEventListener("visibilitychange", hidden);
  onCleanup(() => {
    removeEventListener("blur", leave);
    document.removeEventListener("visibilitychange", hidden);
  });
  return createMemo(() => {
    if (lastRead() === "") return undefined;
    const all = entries();
    const place = all.findLastIndex((entry) => entry.key === lastRead());
    return place < 0 ? undefined : all[place + 1]?.key;
  });
}
