/** Conditions, circumstances and rulings as chips with the server's words (C32). */

import { createMemo, createSignal, For, Show } from "solid-js";
import { conditionsOf, type ConditionText } from "../text/attack";
import { ownCircumstances, sceneCircumstances, signed, type CircumstanceText } from "../text/circumstances";
import type { Ruling } from "../messages";
import type { Reading } from "../state/record-signals";
import { t, termText } from "../words/render";
import { phrase } from "../words/words";
import { type Table, useTable } from "../state/table";
import { RuleMark } from "../ui/rule-mark";

/** A ruling's dice and difficulty, as far as this seat knows them. */
const rulingInWords = ({ dice, difficulty, told }: Ruling) =>
  [
    ...(dice || !difficulty ? [signed(dice)] : []),
    ...(difficulty ? [t(told ? "page-ruling-difficulty" : "page-ruling-difficulty-hidden", { n: difficulty })] : []),
  ].join(", ");

/** The circumstances of the whole scene, shown once above the cast (X7). */
export function SceneCircumstances(props: { reading: Reading; live: boolean }) {
  const standing = createMemo(() => sceneCircumstances(props.reading));
  return <Chips conditions={standing()} live={props.live} label={t("page-in-this-scene")} testid="scene-circumstances" />;
}

/** The conditions, circumstances and rulings of a character. */
export function Conditions(props: { reading: Reading; id: string; live: boolean }) {
  const conditions = createMemo((): (ConditionText | CircumstanceText)[] => [
    ...conditionsOf(props.reading, props.id),
    ...ownCircumstances(props.reading, props.id),
    ...props.reading
      .all("Ruling")
      .filter((r) => r.actor === props.id)
      .map((r) => ({ words: t("page-ruling-on", { roll: phrase(`page-roll-kind-${r.kind}`), what: rulingInWords(r) }), ends: "", neutral: true })),
    ...props.reading
      .all("Call")
      .filter((c) => c.actor === props.id)
      .map((c) => ({ words: c.traits.length > 0 ? t("page-asked-for", { traits: c.traits.map(termText).join(" + ") }) : t("page-asked-for-roll"), ends: "", neutral: true })),
  ]);
  return <Chips conditions={conditions()} live={props.live} testid="conditions" />;
}

interface ChipsProps {
  readonly conditions: readonly (ConditionText | CircumstanceText)[];
  readonly live: boolean;
  readonly label?: string;
  readonly testid: string;
}

/** A press on a chip shows how it ends, and a mark that opens its rule; the Storyteller can end a circumstance. */
function Chips(props: ChipsProps) {
  const table = useTable();
  const [opened, setOpened] = createSignal("");
  const answer = () => props.conditions.find((w) => w.words === opened() && w.ends);
  return (
    <Show when={props.conditions.length > 0}>
      <p class="conditions" data-testid={props.testid}>
        <Show when={props.label}>
          <span class="conditions-label">{props.label}</span>
        </Show>
        <For each={props.conditions}>
          {(one) => (
            <Show when={one.ends} fallback={<span class="condition" classList={kind(one)}>{one.words}</span>}>
              <span class="ending">
                <button
                  type="button"
                  class="condition"
                  classList={kind(one)}
                  title={one.ends}
                  aria-label={`${one.words}, ${one.ends}`}
                  aria-expanded={opened() === one.words}
                  onClick={() => setOpened(opened() === one.words ? "" : one.words)}
                >
                  {one.words}
                </button>
                <Show when={props.live && "circumstance" in one && mayEnd(table, one.circumstance) ? one : undefined}>
                  {(standing) => (
                    <button
                      type="button"
                      class="end"
                      aria-label={t("page-end-circumstance", { what: standing().words })}
                      data-testid="end-circumstance"
                      onClick={() => void table.send("EndCircumstance", { circumstance: standing().circumstance })}
                    >
                      {t("page-do-end")}
                    </button>
                  )}
                </Show>
              </span>
            </Show>
          )}
        </For>
      </p>
      <Show when={answer()}>
        {(chip) => (
          <p class="quiet small">
            {`${chip().words}: ${chip().ends}.`}
            <RuleMark rule={chip().rule ?? ""} />
          </p>
        )}
      </Show>
    </Show>
  );
}

/** The class of a chip: red for what harms, gold for what helps. */
const kind = (one: ConditionText | CircumstanceText) => ({
  helps: one.helps === true,
  harms: !one.helps && !one.neutral,
});

/** True if the server offers this seat to end the circumstance. */
const mayEnd = (table: Table, circumstance: string): boolean =>
  table
    .options()
    .some((o) => o.command === "EndCircumstance" && o.inputs.some((input) => input.choices.some((c) => c.value === circumstance)));
