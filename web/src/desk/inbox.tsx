/** The Storyteller's inbox: each question that waits for her, with its answers as buttons. */

import { createMemo, Show } from "solid-js";
import { questions, type Question } from "../forms/question";
import { onePerChoice } from "../forms/option-subject";
import { isFixed } from "../forms/options";
import type { Option } from "../messages";
import { character, phrase } from "../words/words";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { Prose } from "../ui/prose";
import { KeyedList } from "../ui/keyed-list";
import { OptionButtons } from "../actions/options";

/** An answer that is a choice of at most this many is drawn as a button for each choice. */
const FEW = 4;

/** The questions that wait for the Storyteller. */
export function useQuestions(): () => Question[] {
  const table = useTable();
  return createMemo(() => questions(table, table.options()));
}

export function Inbox() {
  const asked = useQuestions();
  return (
    <section class="inbox" data-testid="inbox" aria-labelledby="inbox-title">
      <h3 id="inbox-title">
        {t("page-desk-inbox")} <Show when={asked().length > 0}><span class="count">{asked().length}</span></Show>
      </h3>
      <Show when={asked().length === 0}>
        <p class="quiet small">{t("page-desk-inbox-empty")}</p>
      </Show>
      <KeyedList each={asked()} by={(one) => one.id}>
        {(question) => <QuestionCard question={question()} />}
      </KeyedList>
    </section>
  );
}

function QuestionCard(props: { question: Question }) {
  const table = useTable();
  const name = (id: string) => table.get("Face", id)?.name ?? t("page-someone");
  const usual = (o: Option) => table.layout(o.command)?.usual ?? 0;
  const kind = () => {
    const { input, actor } = props.question;
    return actor ? phrase("page-desk-question-of", { who: character(actor), what: input.label }) : phrase("page-desk-question", { what: input.label });
  };
  /** The answers are short, because they stand below their question: a choice is a button, and no hint repeats the
   * question. */
  const answers = createMemo(() =>
    [...props.question.answers]
      .sort((a, b) => usual(b) - usual(a))
      .flatMap(asButtons)
      .map((o): Option => ({ ...o, hint: "", urgent: false })),
  );
  return (
    <article class="question" data-testid="question" data-question={props.question.id}>
      <p class="quiet small">
        <Prose text={kind()} name={name} />
      </p>
      <p class="asked">
        {inWords(props.question.subject.label)}
        <Show when={inWords(props.question.subject.hint)}>
          <span class="quiet"> – {inWords(props.question.subject.hint)}</span>
        </Show>
      </p>
      <div class="answers">
        <OptionButtons options={answers()} compact />
      </div>
    </article>
  );
}

/** One option for each choice if the option asks for a single choice of few; otherwise the option itself. */
function asButtons(option: Option): Option[] {
  const asks = option.inputs.filter((input) => !isFixed(input) && !input.rarely);
  const [only] = asks;
  if (asks.length !== 1 || only?.kind !== "choice" || only.choices.length > FEW) return [option];
  return onePerChoice(option, only.name).map((one, i) => ({ ...one, label: only.choices[i]?.label ?? one.label }));
}

