/** The editor of the house rules (G0). Edits stay until they are saved or undone. */

import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { type Edits, inForce, intended, isCustom, isTouched, NO_EDITS, type Part, refusedPart, withPartReset, rows, withoutPart, changesOf } from "../forms/house-rules-draft";
import { choiceWords, switchWords } from "../text/switch-choices";
import { itemSummary, tableForms } from "../forms/rule-tables";
import type { Rulebook, Setting } from "../messages";
import { inWords, t } from "../words/render";
import { term } from "../words/words";
import { useTable } from "../state/table";
import { Overlay } from "../ui/overlay";
import { SaveFooter } from "../ui/save-footer";
import { TableEditor } from "../ui/table-editor";

/** The button that opens the house rules, for a seat that may change them now. */
export function HouseRules() {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const [edits, setEdits] = createSignal<Edits>(NO_EDITS);
  const option = createMemo(() => table.options().find((o) => o.group === "house"));
  const setting = () => table.get("Setting", "setting");
  const book = () => table.get("Rulebook", "rulebook");
  const state = () => {
    const [now, rules] = [setting(), book()];
    if (now === undefined || rules === undefined) return "";
    if (Object.keys(changesOf(edits(), now, rules)).length > 0) return t("page-house-changed");
    const ours = now.switches.length + Object.values(now.house).filter((t) => t !== null && t.length > 0).length;
    return t(ours > 0 ? "page-house-own" : "page-house-default");
  };
  return (
    <>
      <Show when={option()}>
        {(found) => (
          <div class="options">
            <div class="option">
              <button type="button" onClick={() => setOpen(true)} data-opens="house" data-testid="house-rules">
                <span>{inWords(found().label)}</span>
                <small>{state()}</small>
              </button>
            </div>
          </div>
        )}
      </Show>
      <Show when={open() && setting()}>
        {(now) => (
          <Show when={book()}>
            {(rules) => <Editor setting={now()} book={rules()} edits={edits()} set={setEdits} close={() => setOpen(false)} />}
          </Show>
        )}
      </Show>
    </>
  );
}

interface EditorProps {
  readonly setting: Setting;
  readonly book: Rulebook;
  readonly edits: Edits;
  readonly set: (edits: Edits) => void;
  readonly close: () => void;
}

function Editor(props: EditorProps) {
  const table = useTable();
  const [busy, setBusy] = createSignal(false);
  const [refused, setRefused] = createSignal({ part: "", sentence: "" });
  const forms = createMemo(() => tableForms(props.book));
  const changes = createMemo(() => changesOf(props.edits, props.setting, props.book));
  const touched = () => Object.keys(changes()).length > 0;
  let form: HTMLFormElement | undefined;

  const set = (edits: Edits) => {
    setRefused({ part: "", sentence: "" });
    props.set(edits);
  };
  const save = async (shut: () => void) => {
    setBusy(true);
    const outcome = await table.sendQuietly("ChangeHouseRules", changes());
    setBusy(false);
    if (outcome.ok) {
      props.set(NO_EDITS);
      shut();
      return;
    }
    const part = refusedPart(outcome.code);
    setRefused({ part, sentence: inWords(outcome.sentence) });
    const place = form?.querySelector<HTMLDetailsElement>(`details[data-part="${part}"]`);
    if (place) {
      place.open = true;
      place.scrollIntoView({ block: "start" });
    }
  };
  const marks = (part: Part | "switches") => ({
    part,
    ours: part === "switches" ? props.setting.switches.length > 0 : isCustom(props.setting, part),
    touched: isTouched(changes(), part),
    reset: part !== "switches" && props.edits.reset.includes(part),
    refused: refused().part === part ? refused().sentence : "",
    undo: () => set(withoutPart(props.edits, part)),
    restore: part === "switches" ? undefined : () => set(withPartReset(props.edits, part)),
  });

  return (
    <Overlay titleId="house-title" testid="house-editor" close={props.close}>
      {(shut) => (
        <>
          <header>
            <div>
              <h2 id="house-title">{t("page-house-rules")}</h2>
              <p>{t("page-house-about", { rules: term(props.book.title) })}</p>
            </div>
          </header>
          <form
            class="house-form"
            ref={(el) => {
              form = el;
            }}
            onSubmit={(event) => {
              event.preventDefault();
              void save(shut);
            }}
          >
            <RulesPart title={t("page-house-switches")} open {...marks("switches")}>
              <For each={props.book.switches}>
                {(one) => (
                  <SwitchField
                    name={one.name}
                    label={switchWords(one.name)}
                    choices={one.choices}
                    waits={one.fixed && props.setting.place === "scene"}
                    now={inForce(props.setting, props.book, one.name)}
                    chosen={props.edits.switches[one.name] ?? intended(props.setting, props.book, one.name)}
                    set={(choice) => set({ ...props.edits, switches: { ...props.edits.switches, [one.name]: choice } })}
                  />
                )}
              </For>
            </RulesPart>
            <RulesPart title={t("page-house-numbers")} {...marks("numbers")}>
              <For each={props.book.numbers}>
                {(one) => (
                  <NumberField
                    name={one.name}
                    label={t(`number-${one.name}`)}
                    least={one.least}
                    most={one.most}
                    value={props.edits.numbers[one.name] ?? one.value}
                    set={(value) => set({ ...props.edits, numbers: { ...props.edits.numbers, [one.name]: value } })}
                  />
                )}
              </For>
            </RulesPart>
            <For each={forms()}>
              {(tableForm) => (
                <RulesPart title={tableForm.title} about={tableForm.about} {...marks(tableForm.name)}>
                  <TableEditor
                    {...tableForm}
                    rows={rows(props.edits, props.book, tableForm.name)}
                    set={(to) => set({ ...props.edits, tables: { ...props.edits.tables, [tableForm.name]: to } })}
                    {...(tableForm.name === "weapons" ? { inShort: itemSummary } : {})}
                  />
                </RulesPart>
              )}
            </For>
            <SaveFooter name="house" refused={refused().part === "" ? refused().sentence : ""} busy={busy()}>
              <button type="button" class="first" onClick={shut} data-testid="house-close">
                {t("page-do-close")}
              </button>
              <Show when={touched()}>
                <button type="button" onClick={() => set(NO_EDITS)} data-testid="house-undo">
                  {t("page-do-undo-all")}
                </button>
              </Show>
            </SaveFooter>
          </form>
        </>
      )}
    </Overlay>
  );
}

interface PartProps {
  readonly title: string;
  readonly about?: string;
  readonly part: string;
  readonly open?: boolean;
  readonly ours: boolean;
  readonly touched: boolean;
  readonly reset: boolean;
  readonly refused: string;
  readonly undo: () => void;
  readonly restore: (() => void) | undefined;
  readonly children: JSX.Element;
}

/** A part of the rules, folded behind its title. */
function RulesPart(props: PartProps) {
  return (
    <details class="house-part" data-part={props.part} open={props.open ?? false}>
      <summary>
        <h3>{props.title}</h3>
        <Show when={props.ours || props.touched}>
          <small>{t(props.touched ? "page-house-changed" : "page-house-own")}</small>
        </Show>
        <Show when={props.touched}>
          <button
            type="button"
            class="plain"
            aria-label={t("page-house-undo-in", { part: props.title })}
            title={t("page-house-undo-in", { part: props.title })}
            onClick={(event) => {
              event.preventDefault(); // the button is inside the summary, which a click would toggle
              props.undo();
            }}
          >
            {t("page-do-undo")}
          </button>
        </Show>
      </summary>
      <div class="house-part-body">
        <Show when={props.refused}>
          <p class="notice" role="alert" data-testid="house-refused">
            {props.refused}
          </p>
        </Show>
        <Show when={props.reset} fallback={<>{props.about && <p class="quiet">{props.about}</p>}{props.children}</>}>
          <p class="quiet">{t("page-house-reset")}</p>
        </Show>
        <Show when={props.ours && !props.reset && props.restore}>
          {(restore) => (
            <p>
              <button type="button" class="plain" onClick={() => restore()()} data-testid="house-restore">
                {t("page-do-restore")}
              </button>
            </p>
          )}
        </Show>
      </div>
    </details>
  );
}


interface SwitchProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly string[];
  /** True if a change takes effect in the next scene. */
  readonly waits: boolean;
  readonly now: string;
  readonly chosen: string;
  readonly set: (choice: string) => void;
}

function SwitchField(props: SwitchProps) {
  const id = createUniqueId();
  return (
    <p class="switch">
      <label for={id}>
        {props.label}
        <Show when={props.waits}>
          <small id={`${id}-waits`}>
            {props.chosen === props.now ? t("page-house-next-scene") : t("page-house-next-scene-now", { now: choiceWords(props.name, props.now) })}
          </small>
        </Show>
      </label>
      <select
        id={id}
        name={`switch-${props.name}`}
        aria-describedby={props.waits ? `${id}-waits` : undefined}
        value={props.chosen}
        onChange={(e) => props.set(e.currentTarget.value)}
      >
        <For each={props.choices}>
          {(c) => (
            <option value={c} selected={c === props.chosen}>
              {choiceWords(props.name, c)}
            </option>
          )}
        </For>
      </select>
    </p>
  );
}

interface NumberProps {
  readonly name: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly set: (value: number) => void;
}

function NumberField(props: NumberProps) {
  const id = createUniqueId();
  return (
    <p class="switch">
      <label for={id}>
        {props.label}
        <small>
          {t("page-house-number-range", { least: props.least, most: props.most })}
        </small>
      </label>
      <input
        id={id}
        type="number"
        required
        name={`number-${props.name}`}
        min={props.least}
        max={props.most}
        value={props.value}
        onChange={(e) => !Number.isNaN(e.currentTarget.valueAsNumber) && props.set(Math.trunc(e.currentTarget.valueAsNumber))}
      />
    </p>
  );
}
