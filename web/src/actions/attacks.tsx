/** Attacks under way: whom the table waits for, and the options that answer. */

import { createMemo, For, Show } from "solid-js";
import { subjectOf, onePerChoice } from "../forms/option-subject";
import { attackName, attackProgress, STEPS } from "../text/attack";
import type { Reading } from "../state/record-signals";
import type { Blow, Option } from "../messages";
import { t } from "../words/render";
import { character, phrase, type Words } from "../words/words";
import { useTable } from "../state/table";
import { Prose } from "../ui/prose";
import { OptionButtons } from "./options";

export function Attacks(props: { reading: Reading; live: boolean }) {
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
          {(blow) => <AttackCard reading={props.reading} blow={blow()} live={props.live} />}
        </Show>
      )}
    </For>
  );
}

function AttackCard(props: { reading: Reading; blow: Blow; live: boolean }) {
  const table = useTable();
  const face = (id: string) => props.reading.get("Face", id);
  const name = (id: string) => face(id)?.name ?? t("page-something-unseen");
  const player = () => face(props.blow.on)?.player ?? "";
  const awaitsDefence = () => props.blow.waits === "defence";
  const mine = () => props.live && awaitsDefence() && !table.isStoryteller() && player() === table.seat();
  /** True if the Storyteller may answer in the player's place. */
  const standsIn = () => table.isStoryteller() && awaitsDefence() && player() !== "";

  const ours = createMemo<readonly Option[]>(() => {
    if (!props.live) return [];
    return table
      .options()
      .filter((o) => subjectOf(o, "blow") === props.blow.id)
      .map((o) => (o.command === "Defend" ? o : { ...o, hint: "" }))
      .flatMap((o) => (o.inputs.some((input) => input.name === "defence") ? onePerChoice(o, "defence") : [o]));
  });
  const usual = (o: Option) => table.layout(o.command)?.usual ?? 0;
  /** The usual answers. While the defender chooses, no answer is drawn as urgent, so that the page suggests none of
   * them. */
  const answers = createMemo(() =>
    ours()
      .filter((o) => usual(o) > 0)
      .map((o) => (awaitsDefence() ? { ...o, urgent: false } : o))
      .sort((a, b) => usual(a) - usual(b)),
  );
  /** The attacker and its target, by name. A player with several characters reads the name of the one that is attacked. */
  const sentence = (): Words => {
    const [by, on] = [character(props.blow.by), character(props.blow.on)];
    const manoeuvre = attackName(props.reading.get("Rulebook", "rulebook"), props.blow);
    const toYou = mine() && table.all("Face").filter((f) => f.player === table.seat()).length < 2;
    return toYou ? phrase("page-attack-line-you", { by, manoeuvre }) : phrase("page-attack-line", { by, on, manoeuvre });
  };
  const rest = () => ours().filter((o) => usual(o) === 0);

  return (
    <section
      class="blow"
      classList={{ mine: mine(), secret: props.reading.audienceOf("Blow", props.blow.id) !== "everyone" }}
      data-testid="blow"
      data-waits={props.blow.waits}
      aria-label={t(mine() ? "page-attack-on-you" : "page-attack-under-way")}
    >
      <p class="struck" role={mine() ? "alert" : "status"}>
        <Prose text={sentence()} name={name} />
        <Show when={attackProgress(props.blow, props.reading.get("KeptCount", props.blow.id))}>
          {(known) => (
            <>
              {" – "}
              <b>{known()}</b>
            </>
          )}
        </Show>
      </p>
      <Show when={!mine()}>
        <p class="quiet">
          <Show when={awaitsDefence()} fallback={t("page-attack-by-steps")}>
            {standsIn()
              ? t("page-attack-awaits-player", { who: name(props.blow.on), player: table.seatName(player()) || t("page-a-player") })
              : t("page-attack-awaits", { who: name(props.blow.on) })}
          </Show>
        </p>
      </Show>
      <Show when={props.blow.waits === "storyteller"}>
        <ol class="steps" aria-label={t("page-attack-steps")}>
          <For each={STEPS}>
            {(step) => <li aria-current={props.blow.step === step ? "step" : undefined}>{t(`page-step-${step}`)}</li>}
          </For>
        </ol>
      </Show>
      <Show when={ours().length > 0}>
        <div class="options answers">
          <Show when={standsIn()} fallback={<OptionButtons options={answers()} />}>
            <details class="more" data-testid="answer-for">
              <summary>{t("page-answer-for", { who: name(props.blow.on) })}</summary>
              <div class="options">
                <OptionButtons options={answers()} />
              </div>
            </details>
          </Show>
          <OptionButtons options={rest()} />
        </div>
      </Show>
    </section>
  );
}
