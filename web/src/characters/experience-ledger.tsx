/** A character's experience: the points that are left, forms to grant and to spend, and the ledger. */

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Stepper } from "../ui/stepper";
import { byGroup } from "../forms/sheet-groups";
import type { LedgerEntry, Option } from "../messages";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { signed } from "../text/circumstances";
import { dateLocale } from "../words/language";
import { inWords, t, termText } from "../words/render";

interface Props {
  readonly reading: Reading;
  readonly live: boolean;
  readonly id: string;
}

export function ExperienceLedger(props: Props) {
  const table = useTable();
  const ledger = () => props.reading.get("ExperienceLedger", props.id);
  const newestFirst = () => [...(ledger()?.entries ?? [])].reverse();
  const options = createMemo(() => (props.live ? table.options() : []));
  const spending = createMemo(() => options().find((o) => o.command === "SpendExperience" && o.actor === props.id));
  const mayGrant = () => options().some((o) => o.command === "GrantExperience" && o.inputs[0]?.choices.some((c) => c.value === props.id));
  /** The entries that the server offers to strike. */
  const strikable = createMemo(
    () => new Set(options().filter((o) => o.command === "StrikeExperience" && o.actor === props.id).flatMap((o) => o.inputs[0]?.choices.map((c) => Number(c.value)) ?? [])),
  );
  return (
    <div class="ledger" data-testid="ledger">
      <p class="balance">{t("page-experience-left", { n: ledger()?.balance ?? 0 })}</p>
      <Show when={spending()}>
        {(option) => <SpendForm reading={props.reading} id={props.id} most={ledger()?.balance ?? 0} option={option()} />}
      </Show>
      <Show when={mayGrant()}>
        <GrantForm id={props.id} />
      </Show>
      <Show when={newestFirst().length > 0}>
        <ul class="entries">
          <For each={newestFirst()}>{(entry) => <Entry entry={entry} id={props.id} strikable={strikable().has(entry.n)} />}</For>
        </ul>
      </Show>
    </div>
  );
}

function Entry(props: { entry: LedgerEntry; id: string; strikable: boolean }) {
  const table = useTable();
  const words = () => inWords(props.entry.what);
  const seat = (id: string) => table.seatName(id) || t("page-someone");
  const line = () => `${signed(props.entry.points)}${words() && ` ${words()}`}`;
  return (
    <li classList={{ struck: props.entry.struck !== "" }} data-entry={props.entry.n}>
      <b class="points">{signed(props.entry.points)}</b>
      <span class="what">
        <Show when={props.entry.struck} fallback={words()}>
          <s>{words()}</s> {t("page-experience-struck-by", { who: seat(props.entry.struck) })}
        </Show>
        <small>
          {new Date(props.entry.at).toLocaleDateString(dateLocale())} · {seat(props.entry.who)}
        </small>
      </span>
      <Show when={props.strikable}>
        <button type="button" class="plain" aria-label={t("page-strike-named", { entry: line() })} data-testid="strike-entry" onClick={() => void table.send("StrikeExperience", { actor: props.id, entry: props.entry.n })}>
          {t("page-do-strike")}
        </button>
      </Show>
    </li>
  );
}

function PointsForm(props: { points: number; most: number; set: (points: number) => void; testid: string; label: string; send: () => void; children: JSX.Element }) {
  return (
    <form
      class="points-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.send();
      }}
    >
      {props.children}
      <span class="field">
        <label for={props.testid}>{t("page-experience-points")}</label>
        <Stepper id={props.testid} name="points" label={t("page-experience-points")} value={props.points} set={(n) => props.set(Math.min(Math.max(n, 1), props.most))} />
      </span>
      <button type="submit" class="do" data-testid={`${props.testid}-do`}>
        {props.label}
      </button>
    </form>
  );
}

function SpendForm(props: { reading: Reading; id: string; most: number; option: Option }) {
  const table = useTable();
  const [trait, setTrait] = createSignal("");
  const [what, setWhat] = createSignal("");
  const [points, setPoints] = createSignal(1);
  /** The traits that the server lets the character raise, in the groups of the sheet. */
  const groups = createMemo(() => {
    const mayRise = new Set(props.option.inputs[0]?.choices.map((choice) => choice.value));
    return byGroup(props.reading.get("Rulebook", "rulebook")?.traits ?? [], props.reading.get("Sheet", props.id) ?? { traits: [] })
      .map((group) => ({ ...group, traits: group.traits.filter(([name]) => mayRise.has(name)) }))
      .filter((group) => group.traits.length > 0);
  });
  const spend = async () => {
    const fields = { actor: props.id, points: Math.min(points(), props.most), trait: trait() || null, what: trait() ? "" : what() };
    const outcome = await table.send("SpendExperience", fields);
    if (!outcome.ok) return;
    setTrait("");
    setWhat("");
    setPoints(1);
  };
  return (
    <PointsForm points={Math.min(points(), props.most)} most={Math.min(props.most, 100)} set={setPoints} testid="spend-experience" label={t("page-do-spend")} send={() => void spend()}>
      <label class="field">
        <span>{t("page-raise-trait")}</span>
        <select name="trait" value={trait()} onChange={(e) => setTrait(e.currentTarget.value)}>
          <option value="">{t("page-something-else")}</option>
          <For each={groups()}>
            {(group) => (
              <optgroup label={termText(group.name)}>
                <For each={group.traits}>
                  {([name, dots]) => (
                    <option value={name} selected={trait() === name}>
                      {t("page-trait-rises", { trait: termText(name), before: dots, after: dots + 1 })}
                    </option>
                  )}
                </For>
              </optgroup>
            )}
          </For>
        </select>
      </label>
      <Show when={!trait()}>
        <label class="field">
          <span>{t("page-bought")}</span>
          <input type="text" name="what" data-most={200} value={what()} onInput={(e) => setWhat(e.currentTarget.value)} />
        </label>
      </Show>
    </PointsForm>
  );
}

function GrantForm(props: { id: string }) {
  const table = useTable();
  const [reason, setReason] = createSignal("");
  const [points, setPoints] = createSignal(1);
  const grant = async () => {
    const outcome = await table.send("GrantExperience", { actors: [props.id], points: points(), reason: reason() });
    if (!outcome.ok) return;
    setReason("");
    setPoints(1);
  };
  return (
    <PointsForm points={points()} most={100} set={setPoints} testid="grant-experience" label={t("page-do-grant")} send={() => void grant()}>
      <label class="field">
        <span>{t("page-granted-for")}</span>
        <input type="text" name="reason" data-most={200} value={reason()} onInput={(e) => setReason(e.currentTarget.value)} />
      </label>
    </PointsForm>
  );
}
