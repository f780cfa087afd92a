/** What a command would come to before it is sent: its odds, or why the table would refuse it. */

import { createEffect, createMemo, createSignal, onCleanup, Show } from "solid-js";
import { Later } from "../forms/debounced";
import type { Answered } from "../net/http";
import { foreseenIn, oddsInWords, partsInWords } from "../text/odds";
import { useTable } from "../state/table";

export interface Draft {
  readonly command: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What else its answer hangs on. */
  readonly added?: unknown;
}

type Answer = Answered | null;

/** What the table says of a draft, some time after it was last changed; undefined while nothing can be said. */
export function useForeseen(draft: () => Draft | undefined): () => Answer | undefined {
  const table = useTable();
  const [answer, setAnswer] = createSignal<Answer>();
  const later = new Later<Draft, Answer>(({ command, fields }) => table.foresee(command, fields), setAnswer);
  /** The same draft, though what it was read from has changed, is not asked about again. */
  const told = createMemo(draft, undefined, { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  createEffect(() => later.put(told()));
  onCleanup(() => later.put(undefined));
  return answer;
}

/** How likely what is; in its place, why the table would not take it. `counted`: with how many dice that is, and how they come about. */
export function Odds(props: { draft: Draft | undefined; counted?: boolean }) {
  const answer = useForeseen(() => props.draft);
  return <OddsOf answer={answer()} counted={props.counted ?? false} />;
}

/** The same, of an answer that is there already. */
export function OddsOf(props: { answer: Answer | undefined; counted?: boolean }) {
  const said = (known: NonNullable<ReturnType<typeof foreseenIn>>) =>
    [...(props.counted && known.dice ? [known.dice] : []), ...oddsInWords(known)].join(" · ");
  const parts = (known: NonNullable<ReturnType<typeof foreseenIn>>) => (props.counted ? partsInWords(known.parts ?? []) : "");
  return (
    <>
      <p class="odds" aria-live="polite" data-testid="odds">
        <Show when={foreseenIn(props.answer)}>{(known) => said(known())}</Show>
      </p>
      <Show when={foreseenIn(props.answer)}>
        {(known) => (
          <Show when={parts(known())}>
            <p class="quiet small" data-testid="pool-parts">
              {parts(known())}
            </p>
          </Show>
        )}
      </Show>
      <Why answer={props.answer} />
    </>
  );
}

/** Why the table would not take this, or what it says of it, before it is sent. */
export function Objection(props: { draft: Draft | undefined }) {
  const answer = useForeseen(() => props.draft);
  return <Why answer={answer()} />;
}

function Why(props: { answer: Answer | undefined }) {
  const told = (name: "refusal" | "words") => {
    const found = props.answer;
    return found && name in found ? (found as Readonly<Record<string, string>>)[name] : "";
  };
  return (
    <>
      <p class="objection" aria-live="polite" data-testid="objection">
        {told("refusal")}
      </p>
      <Show when={told("words")}>
        <p class="quiet small" data-testid="arithmetic">
          {told("words")}
        </p>
      </Show>
    </>
  );
}
