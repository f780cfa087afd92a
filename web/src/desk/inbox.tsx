/** The Storyteller's inbox: each question that waits for her, with its answers as buttons, and the rolls that players
 * made because she called for them. */

import { createEffect, createMemo, Show } from "solid-js";
import { questions, type Question } from "../forms/question";
import { onePerChoice } from "../forms/option-subject";
import { isFixed } from "../forms/options";
import type { Option, Roll } from "../messages";
import { character, phrase } from "../words/words";
import { resultWord } from "../text/dice";
import { figuresInShort } from "../text/explanation";
import { inWords, t, termText } from "../words/render";
import { useTable } from "../state/table";
import { Prose } from "../ui/prose";
import { KeyedList } from "../ui/keyed-list";
import { OptionButtons } from "../actions/options";
import { answeredCalls, rollInStory } from "./answered-calls";

/** An answer that is a choice of at most this many is drawn as a button for each choice. */
const FEW = 4;

/** The questions that wait for the Storyteller. */
export function useQuestions(): () => Question[] {
  const table = useTable();
  return createMemo(() => questions(table, table.options()));
}

/** `waits` is called with the number of entries that no option of the Storyteller answers: rolls that she called for. */
export function Inbox(props: { waits?: (n: number) => void }) {
  const table = useTable();
  const asked = useQuestions();
  const calls = answeredCalls(table);
  /** A roll with an outcome to be told is in the question about the outcome. */
  const answered = () => calls.all().filter(({ id }) => !table.all("Untold").some((one) => id === one.roll || id === one.shown));
  const count = () => asked().length + answered().length;
  createEffect(() => props.waits?.(answered().length));
  return (
    <section class="inbox" data-testid="inbox" aria-labelledby="inbox-title">
      <h3 id="inbox-title">
        {t("page-desk-inbox")} <Show when={count() > 0}><span class="count">{count()}</span></Show>
      </h3>
      <Show when={asked().length === 0 && answered().length === 0}>
        <p class="quiet small">{t("page-desk-inbox-empty")}</p>
      </Show>
      <KeyedList each={asked()} by={(one) => one.id}>
        {(question) => <QuestionCard question={question()} />}
      </KeyedList>
      <KeyedList each={answered()} by={(roll) => roll.id}>
        {(roll) => (
          <article class="question" data-testid="answered-call">
            <p class="quiet small">{t("page-desk-answered", { who: table.get("Face", roll().actor)?.name ?? "" })}</p>
            <RollInShort roll={roll()} />
            <div class="answers">
              <button type="button" onClick={() => calls.drop(roll().id)} data-testid="seen">
                {t("page-do-seen")}
              </button>
            </div>
          </article>
        )}
      </KeyedList>
    </section>
  );
}

function QuestionCard(props: { question: Question }) {
  const table = useTable();
  const name = (id: string) => table.get("Face", id)?.name ?? t("page-someone");
  const usual = (o: Option) => table.layout(o.command)?.usual ?? 0;
  /** The roll whose outcome is to be told, while the page has it. */
  const roll = createMemo(() => {
    const untold = table.get("Untold", props.question.subject.value);
    return untold && rollInStory(table.story(), untold.roll || untold.shown);
  });
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
      <Show when={roll()}>{(found) => <RollInShort roll={found()} />}</Show>
      <div class="answers">
        <OptionButtons options={answers()} compact />
      </div>
    </article>
  );
}

/** What was rolled, and the result. */
function RollInShort(props: { roll: Roll }) {
  const what = () => inWords(props.roll.reason) || traitsOf(props.roll);
  return (
    <p class="asked" data-testid="roll-in-short">
      {what()} <b>{figuresInShort(props.roll)}</b> {resultWord(props.roll)}
    </p>
  );
}

/** The names of the traits of a pool, without its modifiers. */
const traitsOf = (roll: Roll): string =>
  roll.parts.flatMap(([name]) => (typeof name === "string" ? [termText(name)] : [])).join(" + ");

/** One option for each choice if the option asks for a single choice of few; otherwise the option itself. */
function asButtons(option: Option): Option[] {
  const asks = option.inputs.filter((input) => !isFixed(input) && !input.rarely);
  const [only] = asks;
  if (asks.length !== 1 || only?.kind !== "choice" || only.choices.length > FEW) return [option];
  return onePerChoice(option, only.name).map((one, i) => ({ ...one, label: only.choices[i]?.label ?? one.label }));
}

