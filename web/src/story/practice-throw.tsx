/** A practice throw: dice for this page alone, which leave no line in the story. */

import { createSignal, Show } from "solid-js";
import { DiceRow } from "./roll-row";
import { explanation } from "../text/explanation";
import { resultWord } from "../text/dice";
import { HttpError, type Practised } from "../net/http";
import type { Draft } from "../actions/odds";
import { useTable } from "../state/table";
import { inWords, t } from "../words/render";

/** The button that throws the draft, and the newest throw. */
export function PracticeThrow(props: { draft: Draft | undefined }) {
  const table = useTable();
  const [made, setMade] = createSignal<Practised>();
  const [failure, setFailure] = createSignal("");
  const practise = async () => {
    const draft = props.draft;
    if (draft === undefined) return;
    setFailure("");
    try {
      const answer = await table.practise(draft.command, draft.fields);
      if (answer && "refusal" in answer) setFailure(inWords(answer.words));
      else setMade(answer ?? undefined);
    } catch (error) {
      setFailure(error instanceof HttpError ? inWords(error.sentence) : t("page-that-failed"));
    }
  };
  return (
    <>
      <button type="button" disabled={props.draft === undefined} onClick={() => void practise()} data-opens="" data-testid="practise">
        {t("page-do-practise")}
      </button>
      <div class="practice" role="status">
        <Show when={failure()}>
          <p class="objection">{failure()}</p>
        </Show>
        <Show when={made()} keyed>
          {(roll) => (
            <div data-testid="practised" data-result={roll.result}>
              <p class="quiet small">{t("page-practice-note")}</p>
              <DiceRow roll={roll} fresh={true} />
              <p class="result">
                <strong>{resultWord(roll)}</strong> <span>{inWords(explanation(roll))}</span>
              </p>
            </div>
          )}
        </Show>
      </div>
    </>
  );
}
