/** New entries for screen readers, at a bearable pace: a few are read out, many are counted. */

import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { t } from "../words/render";
import { entryText, type Reader } from "./entry-text";

/** Milliseconds in which new entries are gathered. */
const GATHERED_FOR = 1000;
/** The most entries that are read out in full. */
const READ_OUT = 3;

export function Spoken(props: Reader) {
  const [said, setSaid] = createSignal("");
  let told = props.reading.added();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    waiting = undefined;
    const [n, all] = [props.reading.added() - told, props.reading.story()];
    told = props.reading.added();
    if (n <= 0) return;
    const texts = all.slice(-Math.min(n, READ_OUT)).map((entry) => entryText(entry, props));
    setSaid(n <= READ_OUT ? texts.join(" ") : t("page-story-spoken", { n, last: texts.at(-1) ?? "" }));
  };
  createEffect(
    on(() => props.reading.added(), () => {
      waiting ??= setTimeout(speak, GATHERED_FOR);
    }, { defer: true }),
  );
  onCleanup(() => clearTimeout(waiting));
  return (
    <div class="sr" role="status" data-testid="spoken">
      {said()}
    </div>
  );
}
