/** The Storyteller's buttons in the story that ask to undo: the last thing, or everything back to a card. */

import { Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { type Entry, isDeed, isTakenBack } from "../state/story";
import { t } from "../words/render";
import type { Card } from "./cards";

interface Props {
  readonly reading: Reading;
  /** Ask whether to undo back to this entry. */
  readonly ask: (entry: Entry) => void;
}

export function UndoLast(props: Props) {
  /** The newest entry that can be taken back. */
  const newestDeed = () => {
    const retractions = props.reading.all("Retraction");
    const isUndone = ({ record }: Entry) => record.type === "Line" && record.kind === "ruled" && record.text[1] === "line-taken-back";
    const story = props.reading.story();
    const last = story.findLast((entry) => isDeed(entry) && !isTakenBack(retractions, entry) && !isUndone(entry));
    // A commit is undone as a whole: its first entry says most about it.
    return last && story.find((entry) => entry.audience === last.audience && entry.n === last.n && isDeed(entry));
  };
  return (
    <Show when={newestDeed()}>
      {(entry) => (
        <button
          type="button"
          class="plain"
          aria-label={t("page-do-take-back-last")}
          title={t("page-do-take-back-last")}
          onClick={() => props.ask(entry())}
          data-opens=""
          data-testid="undo-last"
        >
          <UndoIcon />
        </button>
      )}
    </Show>
  );
}

export function UndoToHere(props: Props & { card: Card }) {
  /** The first entry of the card that can be taken back. */
  const undoable = () => props.card.entries.find((entry) => isDeed(entry) && !isTakenBack(props.reading.all("Retraction"), entry));
  return (
    <Show when={undoable()}>
      {(entry) => (
        <button
          type="button"
          class="plain"
          tabindex="-1"
          aria-label={t("page-do-undo-to-here")}
          title={t("page-do-undo-to-here")}
          onClick={() => props.ask(entry())}
          data-testid="undo-to-here"
        >
          <UndoIcon />
        </button>
      )}
    </Show>
  );
}

const UndoIcon = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <path d="M7 4 3 8l4 4M3.5 8H12a4.5 4.5 0 0 1 0 9H8" />
  </svg>
);
