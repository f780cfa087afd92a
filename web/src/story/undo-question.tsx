/** The question before the Storyteller takes back an entry and everything after it (G0). */

import { createResource, createSignal, onMount, Show } from "solid-js";
import { type Entry, isDeed, isTakenBack } from "../state/story";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { t } from "../words/render";
import { entryText } from "./entry-text";

interface Props {
  readonly entry: Entry;
  readonly reading: Reading;
  readonly done: () => void;
}

export function UndoQuestion(props: Props) {
  const table = useTable();
  /** The newest moment that the Storyteller has seen: the server refuses if the scene went on since. */
  const seen = table.live.moments();
  const [moment] = createResource(() => table.momentBefore(props.entry.audience, props.entry.n));
  const [busy, setBusy] = createSignal(false);
  let button: HTMLButtonElement | undefined;
  onMount(() => button?.focus());

  const undone = () => {
    const [story, retractions] = [props.reading.story(), props.reading.all("Retraction")];
    const first = story.findIndex((entry) => entry.key === props.entry.key);
    return story.slice(first).filter((entry) => isDeed(entry) && !isTakenBack(retractions, entry)).length;
  };
  const undo = async () => {
    const at = moment();
    if (at === undefined) return;
    setBusy(true);
    await table.submit("TakeBack", { at, seen });
    props.done();
  };

  return (
    <div
      class="undo-question"
      role="alertdialog"
      aria-label={t("page-do-take-back")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        props.done();
      }}
      data-testid="undo-question"
    >
      <p>{t("page-undo-question", { n: undone(), text: entryText(props.entry, { reading: props.reading, seatName: table.seatName, mine: "" }) })}</p>
      <Show when={!moment.loading && moment() === undefined}>
        <p role="alert">{t("page-undo-unknown")}</p>
      </Show>
      <div class="undo-answers">
        <button
          type="button"
          class="do"
          ref={(el) => {
            button = el;
          }}
          aria-disabled={moment() === undefined || busy()}
          onClick={() => void undo()}
          data-testid="undo-do"
        >
          {t("page-do-take-back")}
        </button>
        <button type="button" class="plain" onClick={() => props.done()} data-testid="undo-keep">
          {t("page-do-keep")}
        </button>
      </div>
    </div>
  );
}
