/** One line for a roll behind the screen: whose, which traits or how many dice, and what to do with them. */

import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { fieldsOf } from "../forms/option-fields";
import { boundedBonus } from "../forms/bounds";
import { readPool } from "../forms/typed-pool";
import type { Option } from "../messages";
import { useMyCharacters } from "../characters/my-character";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { SendButton } from "../ui/send-button";
import { Stepper } from "../ui/stepper";
import { type Draft, Odds } from "../actions/odds";

/** The commands that the line can send. */
const WAYS = ["RollInSecret", "CallForRoll", "ModifyNextRoll"] as const;
const LABELS = { RollInSecret: "page-do-roll-in-secret", CallForRoll: "page-do-call-for-roll", ModifyNextRoll: "page-do-modify-in-secret" } as const;
const DIFFICULTIES = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
type Way = (typeof WAYS)[number];

export function QuickRoll() {
  const table = useTable();
  const mine = useMyCharacters();
  const id = createUniqueId();
  const [text, setText] = createSignal("");
  const [modifier, setModifier] = createSignal(0);
  const [difficulty, setDifficulty] = createSignal(0);
  const [reason, setReason] = createSignal("");
  const [busy, setBusy] = createSignal(false);

  const who = () => mine.actor()?.id ?? "";
  /** Rule sets in which nobody chooses a difficulty have no words for one. */
  const difficulties = () => table.get("Rulebook", "rulebook")?.difficulties ?? [];
  /** The plain option of each command for this character: an option about an intent or an opponent is elsewhere. */
  const offered = createMemo(() => {
    const found = new Map<Way, Option>();
    for (const option of table.options()) {
      const way = WAYS.find((one) => one === option.command);
      if (way === undefined || option.actor !== who() || option.inputs.some((i) => i.name === "aim" || i.name === "opponent")) continue;
      if (!found.has(way)) found.set(way, option);
    }
    return found;
  });
  const traits = () => offered().get("RollInSecret")?.inputs.find((i) => i.name === "traits")?.choices ?? [];
  const pool = createMemo(() => readPool(text(), traits().map((c) => ({ value: c.value, label: inWords(c.label) }))));
  const hasPool = () => pool().unknown === "" && (pool().traits.length > 0 || pool().dice > 0);

  const fieldsFor = (way: Way, option: Option): Record<string, unknown> => {
    const base = { ...fieldsOf({ ...option, inputs: option.inputs.filter((i) => i.name !== "traits" && i.name !== "dice") }, {}), reason: reason() };
    const { traits: chosen, dice } = pool();
    if (way === "ModifyNextRoll") return { ...base, dice: modifier(), visibility: "hidden" };
    if (way === "CallForRoll") return { ...base, traits: chosen, difficulty: difficulty(), modifier: modifier() };
    return { ...base, traits: chosen, dice, difficulty: difficulty(), bonus: Math.max(modifier(), 0), penalty: Math.max(-modifier(), 0) };
  };
  /** What is missing before the line can be sent in this way, or "". */
  const lacks = (way: Way): string => {
    if (way === "ModifyNextRoll") return modifier() === 0 ? t("page-quick-lacks-modifier") : "";
    if (!hasPool()) return t("page-quick-lacks-pool");
    return way === "CallForRoll" && pool().dice > 0 ? t("page-quick-lacks-traits") : "";
  };
  const draft = (): Draft | undefined => {
    const option = offered().get("RollInSecret");
    return option !== undefined && hasPool() ? { command: "RollInSecret", fields: fieldsFor("RollInSecret", option) } : undefined;
  };
  const send = async (way: Way) => {
    const option = offered().get(way);
    if (option === undefined || lacks(way) !== "") return;
    setBusy(true);
    const outcome = await table.send(way, fieldsFor(way, option));
    setBusy(false);
    if (!outcome.ok) return;
    setText("");
    setModifier(0);
    setDifficulty(0);
    setReason("");
  };

  return (
    <form
      class="quick-roll"
      data-testid="quick-roll"
      onSubmit={(event) => {
        event.preventDefault();
        void send("RollInSecret");
      }}
    >
      <select value={who()} aria-label={t("page-whose-dice")} onChange={(e) => mine.choose(e.currentTarget.value)} data-testid="quick-who">
        <option value="">{t("page-nobodys-dice")}</option>
        <For each={mine.faces()}>{(f) => <option value={f.id} selected={who() === f.id}>{f.name}</option>}</For>
      </select>
      <input
        type="text"
        value={text()}
        placeholder={t(who() ? "page-quick-pool" : "page-quick-dice")}
        aria-label={t(who() ? "page-quick-pool" : "page-quick-dice")}
        aria-describedby={`${id}-pool`}
        onInput={(e) => setText(e.currentTarget.value)}
        autocomplete="off"
        data-testid="quick-pool"
      />
      <div class="knob">
        <span>{t("page-bonus-or-penalty")}</span>
        <Stepper name="quick-modifier" label={t("page-bonus-or-penalty")} value={modifier()} set={(n) => setModifier(boundedBonus(n))} />
      </div>
      <input
        type="text"
        value={reason()}
        placeholder={t("page-roll-reason")}
        aria-label={t("page-roll-reason")}
        data-most="200"
        onInput={(e) => setReason(e.currentTarget.value)}
      />
      <Show when={difficulties().length > 0}>
        <select value={difficulty()} aria-label={t("page-builder-difficulty")} onChange={(e) => setDifficulty(Number(e.currentTarget.value))} data-testid="quick-difficulty">
          <option value="0">{t("page-quick-difficulty")}</option>
          <For each={DIFFICULTIES}>
            {(n) => (
              <option value={n} selected={difficulty() === n}>
                {t("page-roll-difficulty")} {n}
              </option>
            )}
          </For>
        </select>
      </Show>
      <Odds draft={draft()} counted />
      <div class="roll-do">
        <For each={WAYS.filter((way) => offered().has(way))}>
          {(way) => (
            <SendButton lacks={lacks(way)} busy={busy()} onHover testid={`quick-${way}`} {...(way === "RollInSecret" ? {} : { onClick: () => void send(way) })}>
              {t(LABELS[way])}
            </SendButton>
          )}
        </For>
        <p class="quiet small understood" id={`${id}-pool`} aria-live="polite">
          <Show when={pool().unknown} fallback={pool().labels.join(" + ") || (hasPool() ? "" : t("page-quick-lacks-pool"))}>
            {t("page-quick-unknown", { word: pool().unknown })}
          </Show>
        </p>
      </div>
    </form>
  );
}
