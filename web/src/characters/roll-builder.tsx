/** The roll builder: one line until a trait is clicked; then the pool, its odds, and the roll commands that are
 * open. */

import { type Component, createMemo, createSignal, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { boundedBonus } from "../forms/bounds";
import { fieldsOf } from "../forms/option-fields";
import { otherParts, partName, previewIn } from "../text/odds";
import { type Form, isPlainRoll, ROLL_COMMANDS } from "../forms/options";
import type { Option, Sheet } from "../messages";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { useMyCharacters } from "./my-character";
import { Stepper } from "../ui/stepper";
import { type Draft, OddsLine, usePreview } from "../actions/odds";
import { inWords, t, termText } from "../words/render";
import { term } from "../words/words";
import { type Pool, useSavedRolls } from "./saved-rolls";
import { SavedRollChips, SaveRoll } from "./saved-roll-chips";

/** Loaded if a roll command has further inputs; they are folded away. */
const Fields = lazy(() => import("../actions/fields").then((m) => m.Fields));

/** Inputs that this panel draws itself; any further input of a roll command is under "More". */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "traits", "dice", "difficulty", "bonus", "penalty", "specialty", "willpower", "reason", "modifier", "hidden_difficulty",
]);
const furtherInputs = (option: Option) => option.inputs.filter((input) => !OWN_FIELDS.has(input.name));

const LABELS = { Roll: "page-do-roll", RollInSecret: "page-do-roll-in-secret", CallForRoll: "page-do-call-for-roll" } as const;

/** Focus the first trait of the sheet around this element. */
const toTraits = (from: Element) => from.closest(".sheet")?.querySelector<HTMLElement>("button.trait")?.focus();

interface BuilderProps {
  readonly picked: readonly string[];
  readonly pick: (traits: readonly string[]) => void;
  readonly sheet: Sheet;
  readonly done: () => void;
  readonly practice: Practice | undefined;
}

/** Draws a button that throws the draft for practice, beside the buttons that roll it. */
export type Practice = Component<{ readonly draft: Draft | undefined }>;

export function RollBuilder(props: BuilderProps) {
  const table = useTable();
  const mine = useMyCharacters();
  const [dice, setDice] = createSignal(1);
  const [modifier, setModifier] = createSignal(0);
  const [difficulty, setDifficulty] = createSignal(0);
  const [reason, setReason] = createSignal("");
  const [specialty, setSpecialty] = createSignal(false);
  const [willpower, setWillpower] = createSignal(false);
  const [keptBack, setKeptBack] = createSignal(false);
  const [form, setForm] = createSignal<Form>({});
  const [busy, setBusy] = createSignal(false);
  /** The pool that this seat rolled last, and the character it was for. */
  const [last, setLast] = createSignal<{ readonly actor: string; readonly pool: Pool }>();
  let rollButton: HTMLButtonElement | undefined;

  const id = () => mine.actor()?.id ?? "";
  const book = () => table.get("Rulebook", "rulebook");
  const difficultyWords = () => book()?.difficulties ?? [];
  const difficultyWord = () => termText(difficultyWords().find((w) => w.value === difficulty())?.label ?? "");
  const offered = createMemo(() => {
    const found = new Map<string, Option>();
    for (const option of table.options()) if (option.actor === id() && isPlainRoll(option)) found.set(option.command, option);
    return ROLL_COMMANDS.flatMap((command) => {
      const option = found.get(command);
      return option === undefined ? [] : [{ command, option }];
    });
  });
  /** The further inputs of all offered roll commands, each once. */
  const moreInputs = createMemo(() => [...new Map(offered().flatMap(({ option }) => furtherInputs(option).map((i) => [i.name, i] as const))).values()]);
  const modifierWord = () => termText(book()?.steps.find((w) => w.value === modifier())?.label ?? "");
  const dots = (trait: string) => props.sheet.traits.find(([name]) => name === trait)?.[1] ?? 0;
  /** The parts that the server adds to any pool, as far as this seat sees them. */
  const tableParts = () => offered()[0]?.option.parts ?? [];
  const ready = () => (id() ? props.picked.length > 0 : dice() > 0);
  const saved = useSavedRolls(id);
  const kept = (): Pool => ({ traits: props.picked, modifier: modifier(), difficulty: difficulty(), specialty: specialty() });
  const lastHere = () => (last()?.actor === id() ? last()?.pool : undefined);
  /** Put a kept pool together again; the roll itself is one more press. */
  const choose = (pool: Pool) => {
    setModifier(pool.modifier);
    setDifficulty(pool.difficulty);
    setSpecialty(pool.specialty);
    props.pick(pool.traits);
    queueMicrotask(() => rollButton?.focus());
  };
  /** The difficulty that the rules have for a pool, once the server has named it; "" before that. */
  const usual = () => (difficulty() === 0 ? (pool()?.difficulty ?? "") : "");

  const fieldsFor = (command: (typeof ROLL_COMMANDS)[number], option: Option): Record<string, unknown> => {
    const base = { ...fieldsOf({ ...option, inputs: furtherInputs(option) }, form()), reason: reason(), traits: props.picked };
    const plain = id() ? 0 : dice();
    return command === "CallForRoll"
      ? { ...base, difficulty: difficulty(), modifier: modifier(), hidden_difficulty: keptBack() }
      : {
          ...base,
          dice: plain,
          difficulty: difficulty(),
          bonus: Math.max(modifier(), 0),
          penalty: Math.max(-modifier(), 0),
          specialty: specialty(),
          ...(command === "Roll" ? { willpower: willpower() } : {}),
        };
  };

  /** The pool so far, for its odds. The preview is requested again when the parts that the server adds change. */
  const draft = (): Draft | undefined => {
    const [first] = offered();
    if (first === undefined || !ready()) return undefined;
    return { command: first.command, fields: fieldsFor(first.command, first.option), added: tableParts() };
  };
  /** The server's preview of the pool: only the server knows all its parts. */
  const answer = usePreview(draft);
  const pool = () => previewIn(answer());
  /** The parts of the pool besides the picked traits and the modifier, which are drawn already. */
  const added = () => {
    const parts = pool()?.parts;
    return parts ? otherParts(parts, props.picked) : tableParts();
  };
  const sum = () => (answer() === undefined ? "…" : inWords(pool()?.dice ?? ""));

  const roll = async (command: (typeof ROLL_COMMANDS)[number], option: Option) => {
    setBusy(true);
    const fields = fieldsFor(command, option);
    const outcome = await table.send(command, fields);
    setBusy(false);
    if (!outcome.ok) return;
    if (id()) setLast({ actor: id(), pool: kept() });
    setDifficulty(0);
    setKeptBack(false);
    setModifier(0);
    setReason("");
    setWillpower(false);
    setSpecialty(false);
    setForm({});
    props.done();
  };

  return (
    <Show when={offered().length > 0}>
      <form
        class="roll-panel"
        data-testid="roll-panel"
        onSubmit={(event) => {
          event.preventDefault();
          const first = offered()[0];
          if (first !== undefined && ready()) void roll(first.command, first.option);
        }}
      >
        <Show when={!id() && !table.isStoryteller()}>
          <h3>{t("page-plain-dice")}</h3>
        </Show>
        <Show
          when={ready()}
          fallback={
            <p class="pool-line">
              <Show when={!lastHere()}>
                <Show when={saved.all().length === 0}>
                  <span class="quiet">{t("page-pick-traits")}</span>
                </Show>
                {/* For the key alone: it leads to the traits. */}
                <button type="button" class="sr" tabindex="-1" aria-hidden="true" onClick={(e) => toTraits(e.currentTarget)} data-key="r" />
              </Show>
              <SavedRollChips saved={saved.all()} last={lastHere()} choose={choose} />
            </p>
          }
        >
          <div class="pool-line" aria-live="polite">
            <Show
              when={id()}
              fallback={
                <span class="knob">
                  <span>{t("page-dice-to-roll")}</span>
                  <Stepper name="dice" label={t("page-dice-to-roll")} value={dice()} set={(n) => setDice(Math.min(Math.max(n, 1), 100))} />
                </span>
              }
            >
              <For each={props.picked}>
                {(trait, i) => (
                  <>
                    {i() > 0 ? " + " : ""}
                    <button
                      type="button"
                      class="chip"
                      onClick={() => props.pick(props.picked.filter((one) => one !== trait))}
                      aria-label={`${t("page-without-trait", { trait: term(trait) })} ${dots(trait)}`}
                    >
                      {termText(trait)} <b>{dots(trait)}</b>
                    </button>
                  </>
                )}
              </For>
            </Show>
            <Show when={modifier() !== 0}>
              <span class="chip-like">
                {modifier() > 0 ? "+" : "−"} {Math.abs(modifier())}
              </span>
            </Show>
            <Show when={id()}>
              <For each={added()}>
                {([label, dice]) => (
                  <span class="chip-like" classList={{ less: dice < 0 }} data-testid="added">
                    {partName(label)} {dice < 0 ? "−" : "+"}
                    {Math.abs(dice)}
                  </span>
                )}
              </For>
              <span class="sum" data-testid="sum">
                {sum()}
              </span>
            </Show>
          </div>
          <div class="roll-knobs">
            <span class="knob">
              <span>{t("page-bonus-or-penalty")} {modifierWord() && <em>{modifierWord()}</em>}</span>
              <Stepper name="bonus" label={t("page-bonus-or-penalty")} value={modifier()} set={(n) => setModifier(boundedBonus(n))} />
            </span>
            <Show when={difficultyWords().length > 0}>
              <label class="knob">
                <span>{t("page-builder-difficulty")} {difficultyWord() && <em>{difficultyWord()}</em>}</span>
                <select
                  name="difficulty"
                  value={difficulty()}
                  onChange={(e) => setDifficulty(Number(e.currentTarget.value))}
                  data-testid="difficulty"
                >
                  <option value="0">{t("page-difficulty-usual")} {usual()}</option>
                  <For each={[2, 3, 4, 5, 6, 7, 8, 9, 10]}>
                    {(n) => (
                      <option value={n}>
                        {n} {termText(difficultyWords().find((w) => w.value === n)?.label ?? "")}
                      </option>
                    )}
                  </For>
                </select>
              </label>
            </Show>
          </div>
          <details class="more">
            <summary>{t("page-more-about-roll")}</summary>
            <label class="field">
              <span>{t("page-roll-reason")}</span>
              <input type="text" data-most="200" value={reason()} onInput={(e) => setReason(e.currentTarget.value)} name="reason" />
            </label>
            <Show when={book()?.specialties}>
              <label class="flag">
                <input type="checkbox" name="specialty" checked={specialty()} onChange={(e) => setSpecialty(e.currentTarget.checked)} />
                <span>{t("page-roll-specialty")}</span>
              </label>
            </Show>
            <Show when={id() && book()?.willpower}>
              <label class="flag">
                <input type="checkbox" name="willpower" checked={willpower()} onChange={(e) => setWillpower(e.currentTarget.checked)} />
                <span>{[t("page-roll-willpower"), inWords(book()?.willpower_gives ?? "")].filter(Boolean).join(": ")}</span>
              </label>
            </Show>
            <Show when={table.isStoryteller() && difficultyWords().length > 0}>
              <label class="flag">
                <input type="checkbox" checked={keptBack()} onChange={(e) => setKeptBack(e.currentTarget.checked)} />
                <span>{t("page-roll-difficulty-hidden")}</span>
              </label>
            </Show>
            <Show when={moreInputs().length > 0}>
              <Fields inputs={moreInputs()} form={form()} set={(name, value) => setForm({ ...form(), [name]: value })} />
            </Show>
          </details>
          <div class="foretold">
            <OddsLine answer={answer()} />
          </div>
          <div class="roll-do">
            <For each={offered()}>
              {({ command, option }, i) => (
                <button
                  type={i() === 0 ? "submit" : "button"}
                  classList={{ do: i() === 0 }}
                  disabled={busy()}
                  data-testid={`roll-${command}`}
                  data-key={i() === 0 ? "r" : undefined}
                  onClick={() => i() > 0 && void roll(command, option)}
                  ref={(el) => {
                    if (i() === 0) rollButton = el;
                  }}
                >
                  {t(LABELS[command])}
                </button>
              )}
            </For>
            <Show when={id()}>
              <SaveRoll pool={kept()} rolls={saved} />
            </Show>
            <Show when={props.practice}>{(practice) => <Dynamic component={practice()} draft={draft()} />}</Show>
          </div>
        </Show>
      </form>
    </Show>
  );
}
