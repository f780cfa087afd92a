/** What a command would come to before it is sent: its odds, or why the table would refuse it. */

import { createEffect, createMemo, createSignal, onCleanup, Show } from "solid-js";
import { Debounced } from "../forms/debounced";
import type { PreviewAnswer } from "../net/http";
import { previewIn, oddsInWords, partsInWords } from "../text/odds";
import { useTable } from "../state/table";

export interface Draft {
  readonly command: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What else its answer hangs on. */
  readonly added?: unknown;
}

type Answer = PreviewAnswer | null;

/** What the table says of a draft, some time after it was last changed; undefined while nothing can be said. */
export function usePreview(draft: () => Draft | undefined): () => Answer | undefined {
  const table = useTable();
  const [answer, setAnswer] = createSignal<Answer>();
  const previews = new Debounced<Draft, Answer>(({ command, fields }) => table.previewCommand(command, fields), setAnswer);
  /** The same draft, though what it was read from has changed, is not asked about again. */
  const settled = createMemo(draft, undefined, { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  createEffect(() => previews.request(settled()));
  onCleanup(() => previews.request(undefined));
  return answer;
}

/** How likely what is; in its place, why the table would not take it. `counted`: with how many dice that is, and how they come about. */
export function Odds(props: { draft: Draft | undefined; counted?: boolean }) {
  const answer = usePreview(() => props.draft);
  return <OddsLine answer={answer()} counted={props.counted ?? false} />;
}

/** The same, of an answer that is there already. */
export function OddsLine(props: { answer: Answer | undefined; counted?: boolean }) {
  const inWords = (known: NonNullable<ReturnType<typeof previewIn>>) =>
    [...(props.counted && known.dice ? [known.dice] : []), ...oddsInWords(known)].join(" · ");
  const parts = (known: NonNullable<ReturnType<typeof previewIn>>) => (props.counted ? partsInWords(known.parts ?? []) : "");
  return (
    <>
      <p class="odds" aria-live="polite" data-testid="odds">
        <Show when={previewIn(props.answer)}>{(known) => inWords(known())}</Show>
      </p>
      <Show when={previewIn(props.answer)}>
        {(known) => (
          <Show when={parts(known())}>
            <p class="quiet small" data-testid="pool-parts">
              {parts(known())}
            </p>
          </Show>
        )}
      </Show>
      <Verdict answer={props.answer} />
    </>
  );
}

/** Why the table would not take this, or what it says of it, before it is sent. */
export function Objection(props: { draft: Draft | undefined }) {
  const answer = usePreview(() => props.draft);
  return <Verdict answer={answer()} />;
}

function Verdict(props: { answer: Answer | undefined }) {
  const textOf = (name: "refusal" | "words") => {
    const found = props.answer;
    return found && name in found ? (found as Readonly<Record<string, string>>)[name] : "";
  };
  return (
    <>
      <p class="objection" aria-live="polite" data-testid="objection">
        {textOf("refusal")}
      </p>
      <Show when={textOf("words")}>
        <p class="quiet small" data-testid="arithmetic">
          {textOf("words")}
        </p>
      </Show>
    </>
  );
}
