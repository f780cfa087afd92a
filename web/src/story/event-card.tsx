/** A card of the story: an attack with its rolls and lines, or a table of rolls that belong together. It grows while it
 * happens, and folds to a line when another card follows, or some seconds after its turn is over. */

import { createComputed, createMemo, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { type Entry, isTakenBack } from "../state/story";
import type { Roll } from "../messages";
import { nameIn } from "../state/record-signals";
import { t } from "../words/render";
import { answerInShort, type Card, exchangeFigures, fighters, isHarm, isRoll, manoeuvreInWords, outcomeInShort, rollsOf, sharedReason } from "./cards";
import { figuresInShort } from "../text/explanation";
import { type EntryProps, isFresh, rollerOf, StoryEntry } from "./story-entry";

/** Milliseconds for which the last dice of a turn stay unfolded. */
const SEEN = 5000;

export interface CardProps extends Omit<EntryProps, "entry" | "before" | "says"> {
  readonly card: Card;
  /** True if no later card has rolls: it stays unfolded. */
  readonly newest: boolean;
}

export function EventCard(props: CardProps) {
  const rolls = createMemo(() => rollsOf(props.card));
  const sides = createMemo(() => fighters(rolls()));
  const lines = () => props.card.entries.filter((entry) => !isRoll(entry));
  /** True while the attack waits for an answer. */
  const underWay = () => props.reading.get("Blow", props.card.group) !== undefined;
  /** True once the dice were here long enough to be seen. */
  const [seen, setSeen] = createSignal(true);
  createComputed(
    on(() => props.card.entries.at(-1) as Entry, (entry) => {
      if (!isFresh({ entry, opened: props.opened })) return;
      setSeen(false);
      const waiting = setTimeout(() => setSeen(true), SEEN);
      onCleanup(() => clearTimeout(waiting));
    }),
  );
  const isOver = () => sides() !== undefined && seen() && (takenBack() || props.reading.get("Turn", "turn")?.phase !== "acting");
  const standing = createMemo(() => props.card.entries.filter((entry) => !isTakenBack(props.reading.all("Retraction"), entry)));
  const takenBack = () => standing().length === 0;
  /** The card without what was taken back: only that counts. A card that was taken back as a whole tells all of it. */
  const counted = createMemo((): Card => (takenBack() ? props.card : { ...props.card, entries: standing() }));
  const [chosen, setChosen] = createSignal<boolean>();
  const open = () => chosen() ?? (underWay() || (props.newest && !isOver()));
  const id = createUniqueId();
  const title = () => {
    const found = sides();
    return found ? `${nameIn(props.reading, found.by)} → ${nameIn(props.reading, found.on)}` : sharedReason(rolls());
  };
  return (
    <div role="group" class="story-card" classList={{ exchange: sides() !== undefined, open: open(), "taken-back": takenBack() }} aria-label={title()} data-testid="card" data-open={open()}>
      <button
        type="button"
        class="unfold"
        tabindex="-1"
        aria-expanded={open()}
        aria-controls={id}
        aria-label={t("page-card-unfold", { title: title() })}
        onClick={() => setChosen(!open())}
        data-testid="card-unfold"
      />
      <div class="card-rolls" id={id} hidden={!open()} onClick={() => setChosen(true)}>
        <Show when={sides()} fallback={<RollTable {...props} rolls={rolls()} title={title()} />}>
          {(found) => <Exchange {...props} sides={found()} counted={counted()} />}
        </Show>
      </div>
      <Show when={!open()}>
        <Summary {...props} card={counted()} rolls={rollsOf(counted())} sides={sides()} title={title()} />
      </Show>
      <div class="card-lines">
        <For each={lines()}>
          {(entry) => (
            <div class={!open() && outcomeInShort(entry, sides()) + answerInShort(entry, sides()) !== "" ? "sr" : undefined}>
              <StoryEntry {...props} entry={entry} />
            </div>
          )}
        </For>
      </div>
    </div>
  );
}

/** The line of a folded card: what came of it and, where there is room, how. */
function Summary(props: CardProps & { rolls: readonly Roll[]; sides: ReturnType<typeof fighters>; title: string }) {
  const figures = () => exchangeFigures(props.rolls);
  const told = (inShort: typeof outcomeInShort) => props.card.entries.map((entry) => inShort(entry, props.sides)).filter(Boolean);
  return (
    <p class="card-summary" aria-hidden="true">
      <Show
        when={props.sides}
        fallback={
          <>
            <span class="reason">{props.title}</span>
            <For each={props.rolls}>
              {(roll) => (
                <span>
                  <bdi class="name">{rollerOf(props, roll)}</bdi> <b class="figures">{figuresInShort(roll).replace(/.* = /, "")}</b>
                </span>
              )}
            </For>
          </>
        }
      >
        <bdi class="name">{props.title}</bdi>
        <For each={told(outcomeInShort).slice(-1)}>{(outcome) => <span>{outcome}</span>}</For>
        <span class="card-how">
          <For each={[...told(answerInShort), manoeuvreInWords(props.card)]}>{(how) => <span>{how}</span>}</For>
          <For each={(["hits", "harm"] as const).filter((what) => figures()[what] !== "")}>
            {(what) => (
              <span>
                {t(`page-card-${what}`)} <b class="figures">{figures()[what]}</b>
              </span>
            )}
          </For>
        </span>
      </Show>
    </p>
  );
}

/** Rolls that belong together, as one table: initiative, or the helpers of a task. */
function RollTable(props: CardProps & { rolls: readonly Roll[]; title: string }) {
  const entries = () => props.card.entries.filter(isRoll);
  return (
    <>
      <Show when={props.title}>
        <p class="card-title">{props.title}</p>
      </Show>
      <For each={entries()}>{(entry) => <StoryEntry {...props} entry={entry} {...(props.title ? { says: "name" as const } : {})} />}</For>
    </>
  );
}

/** Attacker and defender facing each other: attack and defence, then damage and soak, with the difference between. */
function Exchange(props: CardProps & { counted: Card; sides: { readonly by: string; readonly on: string } }) {
  const figures = () => exchangeFigures(rollsOf(props.counted));
  const entries = () => props.card.entries.filter(isRoll);
  return (
    <>
      <p class="fighters">
        <bdi class="name">{nameIn(props.reading, props.sides.by)}</bdi>
        <span aria-hidden="true">→</span>
        <bdi class="name">{nameIn(props.reading, props.sides.on)}</bdi>
      </p>
      <Facing {...props} entries={entries().filter((entry) => !isHarm(entry.record as Roll))} sum={figures().hits} />
      <Facing {...props} entries={entries().filter((entry) => isHarm(entry.record as Roll))} sum={figures().harm} />
    </>
  );
}

/** The rolls of both sides in one row, the attacker's on the left. */
function Facing(props: CardProps & { sides: { readonly on: string }; entries: readonly Entry[]; sum: string }) {
  const side = (ofDefender: boolean) => props.entries.filter((entry) => ((entry.record as Roll).actor === props.sides.on) === ofDefender);
  return (
    <Show when={props.entries.length > 0}>
      <div class="facing">
        <div class="fighter">
          <For each={side(false)}>{(entry) => <StoryEntry {...props} entry={entry} says="reason" />}</For>
        </div>
        <b class="figures difference">{props.sum.includes("=") ? props.sum : ""}</b>
        <div class="fighter">
          <For each={side(true)}>{(entry) => <StoryEntry {...props} entry={entry} says="reason" />}</For>
        </div>
      </div>
    </Show>
  );
}
