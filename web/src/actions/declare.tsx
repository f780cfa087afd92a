/** Declaring: one press on a manoeuvre declares it. With details or several actions, each action is a row with its
 * fields first. The server's options say which actions are legal. */

import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { actionOf, isAction, isComplete, type Row, shownInputs, targetsToPick } from "../forms/declaration";
import { fieldsOf } from "../forms/option-fields";
import { type InputValue, keyOf } from "../forms/options";
import type { Action, Option } from "../messages";
import { inWords, t } from "../words/render";
import { character, phrase, type Sentence } from "../words/words";
import { useTable } from "../state/table";
import { Prose } from "../ui/prose";
import { Fields } from "./fields";
import { type Draft, Odds } from "./odds";
import { KeyedList } from "../ui/keyed-list";
import { holdStill } from "./hold-still";
import { Manoeuvres } from "./manoeuvres";

export interface DeclareProps {
  /** All options of the declaring command for a character. */
  readonly options: readonly Option[];
  readonly name: string;
  /** Called with true while a declaration is put together in this panel, which then stays in its place on the page. */
  readonly used?: (now: boolean) => void;
}

export function DeclarePanel(props: DeclareProps) {
  const table = useTable();
  const [rows, setRows] = createSignal<readonly Row[]>([]);
  /** True if the declaration is put together in rows, and sent by its own button. */
  const [inRows, setInRows] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [refusal, setRefusal] = createSignal<Sentence>("");
  let nextKey = 0;

  const manoeuvres = createMemo(() => props.options.filter(isAction));
  /** True if another action may be declared: under some rules a turn has a single action (M4). */
  const mayAddAction = () => rows().length === 0 || table.get("Rulebook", "rulebook")?.splits !== "none";
  const declareNothing = () => props.options.find((o) => !isAction(o));
  const command = () => props.options[0]?.command ?? "";
  const actor = () => props.options[0]?.actor ?? "";
  /** A refusal stands until the declaration changes. */
  createEffect(on([rows, inRows, () => props.options], () => setRefusal(""), { defer: true }));

  createEffect(() => props.used?.(rows().length > 0));
  onCleanup(() => props.used?.(false));

  let form: HTMLFormElement | undefined;
  onMount(() => form && onCleanup(holdStill(form)));
  /** Add a row; if the keyboard added it, focus its first field. */
  const add = (option: Option, byKeys: boolean) => {
    setInRows(true);
    setRows([...rows(), { key: nextKey++, option, form: {} }]);
    if (byKeys) [...(form?.querySelectorAll(".action-row") ?? [])].at(-1)?.querySelector<HTMLElement>(".fields :is(input, select, textarea)")?.focus();
  };
  const choose = (option: Option, targets: readonly string[], byKeys: boolean) => {
    if (inRows() || !isComplete(option) || (targets.length === 0 && targetsToPick(option).length > 0)) add(option, byKeys);
    else void send([actionOf(option, targets.length > 0 ? { targets } : {})]);
  };
  const set = (key: number, name: string, value: InputValue) =>
    setRows(rows().map((r) => (r.key === key ? { ...r, form: { ...r.form, [name]: value } } : r)));
  /** The row's option as the server offers it now, or as it was when the row was added. */
  const offered = (row: Row) => manoeuvres().find((o) => keyOf(o) === keyOf(row.option)) ?? row.option;
  const drop = (key: number) => setRows(rows().filter((r) => r.key !== key));
  const back = () => {
    setRows([]);
    setInRows(false);
  };

  const actions = () => rows().map((row) => actionOf(offered(row), row.form));
  const fields = (first: Option, chosen: readonly Action[]) => ({ ...fieldsOf({ ...first, inputs: [] }, {}), actions: chosen });
  /** The declaration so far, for the server's preview; undefined while there is no row. */
  const draft = (): Draft | undefined => {
    const [first] = props.options;
    return first === undefined || rows().length === 0 ? undefined : { command: command(), fields: fields(first, actions()) };
  };

  const send = async (chosen: readonly Action[]) => {
    const [first] = props.options;
    if (first === undefined) return;
    setBusy(true);
    setRefusal("");
    const outcome = await table.sendQuietly(command(), fields(first, chosen));
    setBusy(false);
    if (outcome.ok) back();
    else setRefusal(outcome.sentence);
  };

  return (
    <form
      class="declare-panel"
      data-testid="declare-panel"
      data-command={command()}
      ref={(el) => {
        form = el;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (rows().length > 0) void send(actions());
      }}
    >
      <h3
        data-key={rows().length === 0 ? "d" : undefined}
        onClick={() => form?.querySelector<HTMLElement>(".manoeuvres button")?.focus()}
      >
        <WhoDeclares actor={actor()} name={props.name} />
      </h3>
      <KeyedList each={rows()} by={(row) => String(row.key)}>
        {(row) => (
          <fieldset class="action-row" data-testid="action-row">
            <legend>
              <span>
                {rows().length > 1 ? `${rows().indexOf(row()) + 1}. ` : ""}
                {inWords(row().option.label)}
              </span>
              <button type="button" class="plain" onClick={() => drop(row().key)} aria-label={t("page-remove-action", { action: row().option.label })}>
                {t("page-do-remove")}
              </button>
            </legend>
            <Fields
              inputs={shownInputs(offered(row()), rows().length === 1)}
              form={row().form}
              set={(name, value) => set(row().key, name, value)}
            />
          </fieldset>
        )}
      </KeyedList>
      <Show when={manoeuvres().length === 0 && declareNothing()}>
        {(only) => <p data-testid="declare-why-nothing">{inWords(only().hint)}</p>}
      </Show>
      <Show when={mayAddAction() && manoeuvres().length > 0}>
        <Show when={rows().length > 0}>
          <p class="quiet small">{t("page-another-action")}</p>
        </Show>
        <Manoeuvres options={manoeuvres()} busy={busy()} byTarget={!inRows()} choose={choose} />
      </Show>
      <Show when={refusal()}>
        {(why) => (
          <p class="objection" role="alert" data-testid="declare-refused">
            {inWords(why())}
          </p>
        )}
      </Show>
      <div class="roll-do">
        <Show when={rows().length > 0}>
          <Odds draft={draft()} counted />
          <button type="submit" class="do" disabled={busy()} data-key="d" data-testid="declare-do">
            {t("page-do-declare")}
          </button>
        </Show>
        <Show when={inRows() || manoeuvres().length > 0}>
          <button
            type="button"
            class="plain"
            aria-pressed={inRows()}
            onClick={() => (inRows() ? back() : setInRows(true))}
            data-testid="declare-in-rows"
          >
            {t(inRows() ? "page-do-declare-simply" : "page-do-declare-in-rows")}
          </button>
        </Show>
        <Show when={rows().length === 0 && declareNothing()}>
          <button type="button" class={manoeuvres().length > 0 ? "plain" : "do"} disabled={busy()} onClick={() => void send([])} data-testid="declare-nothing">
            {inWords(declareNothing()?.label ?? "")}
          </button>
        </Show>
      </div>
    </form>
  );
}

/** The heading of a declaration: whose it is. */
export function WhoDeclares(props: { actor: string; name: string }) {
  const table = useTable();
  const isHidden = () => table.audienceOf("Face", props.actor) === "storyteller";
  return <Prose text={phrase(isHidden() ? "page-declares-hidden" : "page-declares", { who: character(props.actor) })} name={() => props.name} />;
}
