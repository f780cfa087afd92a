/** The preview of a command before it is sent: its odds, or the refusal that the server would give. */

import { createEffect, createMemo, createSignal, onCleanup, Show } from "solid-js";
import { Debounced } from "../forms/debounced";
import type { PreviewAnswer } from "../net/http";
import { previewIn, oddsInWords, partsInWords } from "../text/odds";
import { inWords } from "../words/render";
import { ruleOf } from "../words/words";
import { RuleMark } from "../ui/rule-mark";
import { useTable } from "../state/table";

export interface Draft {
  readonly command: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Further data that the answer depends on: when it changes, the preview is requested again. */
  readonly added?: unknown;
}

type Answer = PreviewAnswer | null;

/** The server's preview of a draft, requested shortly after the last change; undefined while there is none. */
export function usePreview(draft: () => Draft | undefined): () => Answer | undefined {
  const table = useTable();
  const [answer, setAnswer] = createSignal<Answer>();
  const previews = new Debounced<Draft, Answer>(({ command, fields }) => table.previewCommand(command, fields), setAnswer);
  /** The draft, compared by content: the same draft from changed records is not requested again. */
  const settled = createMemo(draft, undefined, { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  createEffect(() => previews.request(settled()));
  onCleanup(() => previews.request(undefined));
  return answer;
}

/** The odds of a draft, or the reason for which it would be refused. `counted`: also show the number of dice and
 * their parts. */
export function Odds(props: { draft: Draft | undefined; counted?: boolean }) {
  const answer = usePreview(() => props.draft);
  return <OddsLine answer={answer()} counted={props.counted ?? false} />;
}

/** The same for an answer that is already known. */
export function OddsLine(props: { answer: Answer | undefined; counted?: boolean }) {
  const oddsText = (known: NonNullable<ReturnType<typeof previewIn>>) =>
    [...(props.counted && known.dice ? [inWords(known.dice)] : []), ...oddsInWords(known)].join(" · ");
  const parts = (known: NonNullable<ReturnType<typeof previewIn>>) => (props.counted ? partsInWords(known.parts ?? []) : "");
  return (
    <>
      <p class="odds" aria-live="polite" data-testid="odds">
        <Show when={previewIn(props.answer)}>{(known) => oddsText(known())}</Show>
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

/** The reason for which a draft would be refused, or the server's remark on it. */
export function Objection(props: { draft: Draft | undefined }) {
  const answer = usePreview(() => props.draft);
  return <Verdict answer={answer()} />;
}

function Verdict(props: { answer: Answer | undefined }) {
  const said = () => {
    const found = props.answer;
    return found && "words" in found ? inWords(found.words) : "";
  };
  /** The rule that a refusal follows from. */
  const rule = () => {
    const found = props.answer;
    return found && "refusal" in found ? ruleOf(found.words) : "";
  };
  const isRefused = () => props.answer != null && "refusal" in props.answer;
  return (
    <>
      <p class="objection" aria-live="polite" data-testid="objection">
        {isRefused() ? said() : ""}
        <RuleMark rule={rule()} />
      </p>
      <Show when={!isRefused() && said()}>
        <p class="quiet small" data-testid="arithmetic">
          {said()}
        </p>
      </Show>
    </>
  );
}
