/** Attacks under way: whom the table waits for, and what may be done about it. */

import { createMemo, For, Show } from "solid-js";
import { about, unfolded } from "../forms/option-subject";
import { attackName, soFar, STEPS } from "../text/attack";
import type { Reading } from "../state/record-signals";
import type { Blow, Option } from "../messages";
import { useTable } from "../state/table";
import { Keyed } from "./options";

export function Blows(props: { reading: Reading; live: boolean }) {
  const ids = createMemo(() =>
    props.reading
      .all("Blow")
      .filter((b) => b.waits !== "")
      .map((b) => b.id),
  );
  return (
    <For each={ids()}>
      {(id) => (
        <Show when={props.reading.get("Blow", id)}>
          {(blow) => <BlowCard reading={props.reading} blow={blow()} live={props.live} />}
        </Show>
      )}
    </For>
  );
}

function BlowCard(props: { reading: Reading; blow: Blow; live: boolean }) {
  const table = useTable();
  const face = (id: string) => props.reading.get("Face", id);
  const name = (id: string) => face(id)?.name ?? "Something unseen";
  const player = () => face(props.blow.on)?.player ?? "";
  const asked = () => props.blow.waits === "defence";
  const mine = () => props.live && asked() && !table.tells() && player() === table.seat();
  /** The Storyteller may answer for a player, but it is the player who is asked. */
  const forOther = () => table.tells() && asked() && player() !== "";

  const ours = createMemo<readonly Option[]>(() => {
    if (!props.live) return [];
    const told = table
      .options()
      .filter((o) => about(o, "blow") === props.blow.id)
      .map((o) => (o.command === "Defend" ? o : { ...o, hint: "" }));
    const aborts = asked() ? table.options().filter((o) => o.command === "AbortAction" && o.actor === props.blow.on) : [];
    return [...told, ...aborts.flatMap((o) => unfolded(o, "defence"))];
  });
  const usual = (o: Option) => table.layout(o.command)?.usual ?? 0;
  /** Only going on step by step is what the table waits for: whoever is struck chooses, and no choice is the first. */
  const answers = createMemo(() =>
    ours()
      .filter((o) => usual(o) > 0)
      .map((o) => (asked() ? { ...o, urgent: false } : o))
      .sort((a, b) => usual(a) - usual(b)),
  );
  const rest = () => ours().filter((o) => usual(o) === 0);

  return (
    <section
      class="blow"
      classList={{ mine: mine(), secret: props.reading.audienceOf("Blow", props.blow.id) !== "everyone" }}
      data-testid="blow"
      data-waits={props.blow.waits}
      aria-label={mine() ? "You are attacked" : "An attack under way"}
    >
      <p class="struck" role={mine() ? "alert" : "status"}>
        <bdi class="name">{name(props.blow.by)}</bdi> strikes at{" "}
        <Show when={mine()} fallback={<bdi class="name">{name(props.blow.on)}</bdi>}>
          <Show when={table.all("Face").filter((f) => f.player === table.seat()).length > 1} fallback="you">
            <bdi class="name">{name(props.blow.on)}</bdi>
          </Show>
        </Show>
        : {attackName(props.reading.get("Rulebook", "rulebook"), props.blow).toLowerCase()}
        <Show when={soFar(props.blow, props.reading.get("KeptCount", props.blow.id))}>
          {(known) => (
            <>
              , <b>{known()}</b>
            </>
          )}
        </Show>
        .
      </p>
      <Show when={!mine()}>
        <p class="quiet">
          <Show when={asked()} fallback="The Storyteller takes it step by step.">
            {name(props.blow.on)} may still react{forOther() ? `: ${table.seatName(player()) || "the player"} is asked` : ""}.
          </Show>
        </p>
      </Show>
      <Show when={props.blow.waits === "storyteller"}>
        <ol class="steps" aria-label="How far it is">
          <For each={STEPS}>
            {(step) => <li aria-current={props.blow.step === step ? "step" : undefined}>{step}</li>}
          </For>
        </ol>
      </Show>
      <Show when={ours().length > 0}>
        <div class="options answers">
          <Show when={forOther()} fallback={<Keyed options={answers()} />}>
            <details class="more" data-testid="answer-for">
              <summary>Answer for {name(props.blow.on)}</summary>
              <div class="options">
                <Keyed options={answers()} />
              </div>
            </details>
          </Show>
          <Keyed options={rest()} />
        </div>
      </Show>
    </section>
  );
}
