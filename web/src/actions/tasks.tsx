/** The tasks on the table: the progress of each, and its options. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { subjectOf, withoutSubject } from "../forms/option-subject";
import { secrecy } from "../text/audience";
import { ending, waitsForAbsent, modifier, type Progress, progress, stillToRoll, terms, waitsForClock } from "../text/tasks";
import { nameIn, type Reading } from "../state/record-signals";
import type { Option, Task, TaskRoll } from "../messages";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { OptionButtons } from "./options";
import { isInPrompt } from "./questions";

export function Tasks(props: { reading: Reading; live: boolean }) {
  const ids = createMemo(() => props.reading.all("Task").map((t) => t.id));
  /** On a small screen each task is one line while an urgent option waits; the button unfolds them. */
  const [unfolded, unfold] = createSignal(false);
  return (
    <Show when={ids().length > 0}>
      <section class="tasks" classList={{ unfolded: unfolded() }} data-testid="tasks" aria-label={t("page-tasks")}>
        <button type="button" class="plain tasks-unfold" aria-expanded={unfolded()} onClick={() => unfold(!unfolded())} data-testid="tasks-unfold">
          {t(unfolded() ? "page-tasks-less" : "page-tasks-more")}
        </button>
        <For each={ids()}>
          {(id) => (
            <Show when={props.reading.get("Task", id)}>
              {(task) => <TaskCard reading={props.reading} task={task()} live={props.live} />}
            </Show>
          )}
        </For>
      </section>
    </Show>
  );
}

function TaskCard(props: { reading: Reading; task: Task; live: boolean }) {
  const table = useTable();
  const name = (id: string) => nameIn(props.reading, id);
  const ledger = () => props.reading.get("Ledger", props.task.id);
  const hidden = () => secrecy(props.reading.audienceOf("Task", props.task.id), "", table.seat(), table.seatName);
  const sides = createMemo(() => progress(props.task, ledger(), name));
  const rolled = () => (ledger()?.rolled.length ? (ledger()?.rolled ?? []) : props.task.rolled);
  const ended = () => ending(props.task, name);
  const clock = () => props.reading.get("Clock", "clock");
  const inTurns = () => props.reading.get("Turn", "turn") !== undefined && props.reading.get("Setting", "setting")?.open === true;
  const absent = () => waitsForAbsent(props.task, (id) => props.reading.get("Absent", id)?.name);
  const waitsForTime = () => waitsForClock(props.task, clock(), inTurns());
  const waits = () => absent() || waitsForTime() || stillToRoll(props.task, name);
  const facts = () =>
    [...terms(props.task, waitsForTime() ? undefined : clock()), modifier(props.task, ledger())].filter((term) => term !== "");

  const shortLabel = (label: string) => (label === props.task.name ? t("page-task-roll") : withoutSubject(label, props.task.name));
  const ours = createMemo<readonly Option[]>(() =>
    props.live
      ? table
          .options()
          .filter((o) => subjectOf(o, "task") === props.task.id && !isInPrompt(table, o))
          .map((o) => ({ ...o, label: shortLabel(inWords(o.label)) }))
      : [],
  );
  const rollText = ({ actor, successes, botched }: TaskRoll) => {
    const who = name(actor);
    if (successes < 0) return t("page-task-rolled", { who });
    return botched ? t("page-task-botched", { who }) : t("page-task-successes", { who, n: successes });
  };
  const isUsual = (o: Option) => o.urgent || (table.layout(o.command)?.usual ?? 0) > 0;
  const usual = () => ours().filter(isUsual);
  const rare = () => ours().filter((o) => !isUsual(o));

  const Head = () => (
    <>
      <h3>{props.task.name}</h3>
      <Show when={hidden()}>
        <span class="secrecy">{hidden()}</span>
      </Show>
      <Show when={ended()}>
        <span class="ended">{ended()}</span>
      </Show>
    </>
  );
  const TaskState = () => (
    <>
      <For each={sides()}>{(side) => <SideBar side={side} />}</For>
      <Show when={rolled().length > 0}>
        <p class="rolled">
          {rolled().map(rollText).join(" · ")}
        </p>
      </Show>
      <Show when={facts().length > 0}>
        <p class="terms">{facts().join(" · ")}</p>
      </Show>
      <Show when={waits()}>
        <p class="rolled" data-testid="task-waits">
          {waits()}
        </p>
      </Show>
      <Show when={inWords(ledger()?.due ?? "")}>{(due) => <p class="secrecy">{due()}</p>}</Show>
      <Show when={usual().length > 0}>
        <div class="options">
          <OptionButtons options={usual()} />
        </div>
      </Show>
    </>
  );

  return (
    <article
      class="task"
      classList={{ over: ended() !== "", secret: hidden() !== "" }}
      data-testid="task"
      data-task={props.task.id}
      data-status={props.task.status}
    >
      <Show
        when={ended()}
        fallback={
          <>
            <header>
              <Head />
            </header>
            <TaskState />
            <Show when={rare().length > 0}>
              <details class="more">
                <summary>{t(table.isStoryteller() ? "page-task-rule" : "page-tasks-more")}</summary>
                <div class="options">
                  <OptionButtons options={rare()} />
                </div>
              </details>
            </Show>
          </>
        }
      >
        <details class="settled" open={usual().length > 0}>
          <summary>
            <Head />
          </summary>
          <TaskState />
          <div class="options">
            <OptionButtons options={rare()} />
          </div>
        </details>
      </Show>
    </article>
  );
}

function SideBar(props: { side: Progress }) {
  return (
    <div class="side-of">
      <span class="who" title={props.side.meaning ? t("page-task-if-they-win", { what: props.side.meaning }) : undefined}>
        <bdi>{props.side.label}</bdi>
      </span>
      <Show when={props.side.part !== undefined} fallback={<span />}>
        <span
          class="bar-of"
          role="progressbar"
          aria-label={props.side.label}
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow={Math.round((props.side.part ?? 0) * 100)}
          aria-valuetext={props.side.count}
        >
          <i style={{ "--part": props.side.part ?? 0 }} />
        </span>
      </Show>
      <span class="count">{props.side.count}</span>
    </div>
  );
}
