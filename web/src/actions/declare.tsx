/** The form for a declaration: each row is an action with its targets and its share of the dice. The server's
 * options say which actions are legal. */

import { createMemo, createSignal, Show } from "solid-js";
import { actionOf, isAction, type Row } from "../forms/declaration";
import { fieldsOf } from "../forms/option-fields";
import { type InputValue, keyOf } from "../forms/options";
import type { Option } from "../messages";
import { inWords, t } from "../words/render";
import { character, phrase } from "../words/words";
import { useTable } from "../state/table";
import { AddFromList } from "../ui/add-from-list";
import { Prose } from "../ui/prose";
import { inList } from "./field";
import { Fields } from "./fields";
import { type Draft, Odds } from "./odds";
import { KeyedList } from "../ui/keyed-list";

interface Props {
  /** All options of the declaring command for a character. */
  readonly options: readonly Option[];
  readonly name: string;
}

export function DeclarePanel(props: Props) {
  const table = useTable();
  const [rows, setRows] = createSignal<readonly Row[]>([]);
  const [busy, setBusy] = createSignal(false);
  let nextKey = 0;

  const manoeuvres = createMemo(() => props.options.filter(isAction));
  /** True if another action may be declared: under some rules a turn has a single action (M4). */
  const mayAddAction = () => rows().length === 0 || table.get("Rulebook", "rulebook")?.splits !== "none";
  const declareNothing = () => props.options.find((o) => !isAction(o));
  const command = () => props.options[0]?.command ?? "";
  const actor = () => props.options[0]?.actor ?? "";
  const isHidden = () => table.audienceOf("Face", actor()) === "storyteller";

  let form: HTMLFormElement | undefined;
  /** Add a row; if the keyboard added it, focus its first field. */
  const add = (which: string, byKeys: boolean) => {
    const option = manoeuvres().find((o) => keyOf(o) === which);
    if (option === undefined) return;
    setRows([...rows(), { key: nextKey++, option, form: {} }]);
    if (byKeys) [...(form?.querySelectorAll(".action-row") ?? [])].at(-1)?.querySelector<HTMLElement>(".fields :is(input, select, textarea)")?.focus();
  };
  const set = (key: number, name: string, value: InputValue) =>
    setRows(rows().map((r) => (r.key === key ? { ...r, form: { ...r.form, [name]: value } } : r)));
  /** The row's option as the server offers it now, or as it was when the row was added. */
  const offered = (row: Row) => manoeuvres().find((o) => keyOf(o) === keyOf(row.option)) ?? row.option;
  const drop = (key: number) => setRows(rows().filter((r) => r.key !== key));

  const fields = (first: Option) => ({
    ...fieldsOf({ ...first, inputs: [] }, {}),
    actions: rows().map((row) => actionOf(offered(row), row.form)),
  });
  /** The declaration so far, for the server's preview; undefined while there is no row. */
  const draft = (): Draft | undefined => {
    const [first] = props.options;
    return first === undefined || rows().length === 0 ? undefined : { command: command(), fields: fields(first) };
  };

  const send = async () => {
    const [first] = props.options;
    if (first === undefined) return;
    setBusy(true);
    const outcome = await table.send(command(), fields(first));
    setBusy(false);
    if (outcome.ok) setRows([]);
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
        void send();
      }}
    >
      <h3>
        <Prose text={phrase(isHidden() ? "page-declares-hidden" : "page-declares", { who: character(actor()) })} name={() => props.name} />
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
              inputs={offered(row()).inputs}
              form={row().form}
              set={(name, value) => set(row().key, name, value)}
            />
          </fieldset>
        )}
      </KeyedList>
      <Show when={mayAddAction()}>
        <AddFromList
          label={t(rows().length === 0 ? "page-choose-action-for" : "page-another-action-for", { who: props.name })}
          listName="actions"
          empty={t(rows().length === 0 ? "page-choose-action" : "page-another-action")}
          add={add}
        >
          <KeyedList each={manoeuvres()} by={keyOf}>
            {(option) => <option value={keyOf(option())}>{inList(option())}</option>}
          </KeyedList>
        </AddFromList>
      </Show>
      <div class="roll-do">
        <Show when={rows().length > 0}>
          <Odds draft={draft()} counted />
          <button type="submit" class="do" disabled={busy()} data-testid="declare-do">
            {t("page-do-declare")}
          </button>
        </Show>
        <Show when={rows().length === 0 && declareNothing()}>
          <button type="submit" disabled={busy()} data-testid="declare-nothing">
            {inWords(declareNothing()?.label ?? "")}
          </button>
        </Show>
      </div>
    </form>
  );
}
