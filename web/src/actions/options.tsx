/** The open options of this seat as buttons. A command that needs input opens its form in a drawer. */

import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { hasSubject } from "../forms/option-subject";
import { isCommand } from "../net/codec";
import { fieldsOf } from "../forms/option-fields";
import { type Form, groupBy, isFixed, keyOf, needsForm } from "../forms/options";
import { isAnswer } from "../forms/question";
import type { Option } from "../messages";
import { inWords, t } from "../words/render";
import { type Table, useTable } from "../state/table";
import { Odds } from "./odds";
import { keyFor } from "./own-turn";
import { RareFields } from "./rare-fields";
import { lazy } from "../ui/lazy";
import { RuleMark } from "../ui/rule-mark";
import { ruleOf } from "../words/words";
import { KeyedList } from "../ui/keyed-list";

/** Loaded when a form is first opened. */
const OptionForm = lazy(() => import("./option-form").then((m) => m.OptionForm));

/** True if an option is drawn on its character's card or sheet instead of among the actions. */
export const inCard = (table: Table, option: Option): boolean =>
  option.actor !== "" && table.drawn(option.group) === "character" && !option.urgent && !hasSubject(option) && !isAnswer(table, option);

interface ItemProps {
  readonly option: Option;
  readonly startOpen?: boolean;
  /** The key that presses the button (see `ui/keys.ts`). */
  readonly pressKey?: string;
  /** True if the arrow keys reach the button instead of Tab. */
  readonly skipsTab?: boolean;
  /** True if the option cannot be used at this moment. */
  readonly unavailable?: boolean;
  /** The data that a first press on a grave option asked to confirm: when it changes, the confirmation starts again. */
  readonly confirmKey?: string;
  /** True to draw the button alone: rare inputs open in the drawer, and the rule stands there. */
  readonly compact?: boolean;
  readonly done?: (() => void) | undefined;
}

/** An option: a button that sends, or that opens a form. */
export function OptionItem(props: ItemProps) {
  const table = useTable();
  const [open, setOpen] = createSignal(props.startOpen ?? false);
  const [busy, setBusy] = createSignal(false);
  let button: HTMLButtonElement | undefined;
  /** Escape closes the form or the confirmation, and no dialog around it. */
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(open() || confirming())) return;
    event.preventDefault();
    event.stopPropagation();
    setConfirming(false);
    if (!open()) return;
    setOpen(false);
    button?.focus();
  };
  const hint = () => inWords(props.option.hint);
  const known = () => isCommand(props.option.command);
  const [confirming, setConfirming] = createSignal(false);
  const confirmKey = createMemo(() => props.confirmKey);
  createEffect(on(confirmKey, () => setConfirming(false), { defer: true }));
  const press = (event: MouseEvent) => {
    if (asks()) setOpen(true);
    else if (props.option.grave && !confirming()) setConfirming(true); // the first press asks, the second sends
    else if (props.option.grave && event.detail > 1) return; // a double click does not count as a confirmation
    else void send(foldedForm());
  };
  const openInputs = () => props.option.inputs.filter((input) => !isFixed(input));
  const asks = () => needsForm(props.option);
  const [foldedForm, setFoldedForm] = createSignal<Form>({});

  const send = async (form: Form) => {
    setBusy(true);
    const outcome = await table.send(props.option.command, fieldsOf(props.option, form));
    setBusy(false);
    setConfirming(false);
    if (outcome.ok) {
      setOpen(false);
      setFoldedForm({});
      props.done?.();
    }
    return outcome.ok;
  };

  return (
    <div class="option" classList={{ urgent: props.option.urgent, grave: props.option.grave, open: open() }} onKeyDown={dismiss}>
      <button
        ref={(el) => {
          button = el;
        }}
        type="button"
        data-testid={`option-${props.option.command}`}
        data-actor={props.option.actor}
        data-key={props.pressKey ?? keyFor(props.option)}
        data-confirming={confirming() ? "" : undefined}
        tabindex={props.skipsTab ? -1 : undefined}
        disabled={!known() || busy() || (props.unavailable === true && !open())}
        aria-haspopup={asks() ? "dialog" : undefined}
        aria-expanded={asks() ? open() : undefined}
        title={known() ? hint() : t("page-outdated")}
        onClick={press}
        onBlur={() => setConfirming(false)}
      >
        <span>{confirming() ? t("page-really", { option: props.option.label }) : inWords(props.option.label)}</span>
        <Show when={hint()}>
          <small>{hint()}</small>
        </Show>
      </button>
      <Show when={!props.compact}>
        <RuleMark rule={ruleOf(props.option.label) || ruleOf(props.option.hint)} {...(props.skipsTab ? { skipsTab: true } : {})} />
      </Show>
      <Show when={props.compact && !asks() && openInputs().length > 0}>
        <button
          type="button"
          class="plain further"
          onClick={() => setOpen(true)}
          aria-haspopup="dialog"
          aria-expanded={open()}
          aria-label={t("page-more-about-option", { option: props.option.label })}
          data-testid={`more-${props.option.command}`}
        >
          …
        </button>
      </Show>
      <Show when={!props.compact && !asks() && openInputs().length > 0}>
        <RareFields inputs={openInputs()} form={foldedForm()} set={(name, value) => setFoldedForm({ ...foldedForm(), [name]: value })} />
      </Show>
      <Show when={table.layout(props.option.command)?.preview === "pool" && !asks()}>
        <Odds draft={{ command: props.option.command, fields: fieldsOf(props.option, foldedForm()) }} />
      </Show>
      <Show when={(asks() || props.compact) && open()}>
        <OptionForm option={props.option} send={send} busy={busy() || props.unavailable === true} close={() => setOpen(false)} />
      </Show>
    </div>
  );
}

/** More than this many options of one command are drawn as a select. */
const MANY = 2;

/** The options of a character: the usual ones, then the rest folded away. */
export function CharacterOptions(props: { options: readonly Option[]; done: () => void }) {
  const table = useTable();
  const usual = (o: Option) => (table.layout(o.command)?.usual ?? 0) > 0;
  const common = () => props.options.filter(usual);
  const rest = () => props.options.filter((o) => !usual(o));
  return (
    <>
      <OptionList options={common()} done={props.done} />
      <Show when={rest().length > 0}>
        <details class="more" open={common().length === 0} data-testid="more-about">
          <summary>{t("page-more-options")}</summary>
          <OptionList options={rest()} done={props.done} />
        </details>
      </Show>
    </>
  );
}

/** A list of options. A command with more than `MANY` options is drawn as a select. */
export function OptionList(props: { options: readonly Option[]; done?: () => void }) {
  const kinds = createMemo(() => groupBy(props.options, (o) => o.command));
  const few = () => [...kinds().values()].filter((same) => same.length <= MANY).flat();
  const many = createMemo(() => [...kinds()].filter(([, same]) => same.length > MANY).map(([kind]) => kind));
  return (
    <div class="options">
      <OptionButtons options={few()} done={props.done} />
      <For each={many()}>{(kind) => <OptionChoice options={kinds().get(kind) ?? []} done={props.done} />}</For>
    </div>
  );
}

/** The leading words that all labels share; "" if they are the whole first label. */
function common(labels: readonly string[]): string {
  const [first = "", ...rest] = labels;
  const words = first.split(/(?<= )/);
  let shared = "";
  for (const word of words) {
    if (!rest.every((label) => label.startsWith(shared + word))) break;
    shared += word;
  }
  return shared === first ? "" : shared;
}

function OptionChoice(props: { options: readonly Option[]; done: (() => void) | undefined }) {
  const table = useTable();
  const [chosen, choose] = createSignal("");
  const option = () => props.options.find((o) => keyOf(o) === chosen());
  /** The words that all labels share: "Change to:", "Wound". */
  const title = createMemo(() => common(props.options.map((o) => inWords(o.label))));
  const short = (label: string) => label.slice(title().length).trim() || label;
  return (
    <div class="option-choice">
      <label class="field">
        <span>{inWords(table.layout(props.options[0]?.command ?? "")?.title ?? "") || title().replace(/:\s*$/, "") || t("page-one-of-these")}</span>
        <select value={chosen()} onChange={(e) => choose(e.currentTarget.value)} data-testid={`choose-${props.options[0]?.command ?? ""}`}>
          <option value="">—</option>
          <KeyedList each={props.options} by={keyOf}>
            {(o) => <option value={keyOf(o())} selected={chosen() === keyOf(o())}>{short(inWords(o().label))}</option>}
          </KeyedList>
        </select>
      </label>
      <Show when={option()}>{(found) => <OptionItem option={found()} done={props.done} />}</Show>
    </div>
  );
}

/** Options as buttons. A button stays in the DOM while the list around it is redrawn. `firstKey` presses the first of
 * them; on a grave option the first press of the key asks, and the second confirms. */
export function OptionButtons(props: { options: readonly Option[]; done?: (() => void) | undefined; firstKey?: string; compact?: boolean }) {
  const pressKey = (option: Option) => (option === props.options[0] && props.firstKey ? { pressKey: props.firstKey } : {});
  return (
    <KeyedList each={props.options} by={keyOf}>
      {(option) => <OptionItem option={option()} done={props.done} compact={props.compact ?? false} {...pressKey(option())} />}
    </KeyedList>
  );
}
