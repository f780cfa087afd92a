/** The story log: a window onto the entries that are here, the newest at the bottom; older ones come as one scrolls. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Entry } from "../core/story";
import type { Line, Roll } from "../messages";
import type { Reading } from "../table";
import { RollCard } from "./dice";
import { Prose } from "./prose";
import { RuleOtherwise } from "./ruling";

const SHOWN = 120;
const STEP = 80;
const NEAR = 400;
const BY_HAND = 500;

interface Props {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
  /** Whether this reader may rule otherwise on a roll, here and now. */
  readonly ruling?: boolean;
  /** Fetch what came before; whether there may be more. Absent where there is nothing to fetch. */
  readonly older?: () => Promise<boolean>;
}

export function StoryLog(props: Props) {
  const [extra, setExtra] = createSignal(0);
  /** Whether the end is being followed: until the reader scrolls up, and again from the bottom on. */
  let pinned = true;
  const [missed, setMissed] = createSignal(0);
  const [fetching, setFetching] = createSignal(false);
  const opened = Date.now();
  let exhausted = false;
  let list: HTMLDivElement | undefined;
  let last = { top: 0, height: 0, whole: 0, lines: 0 };
  /** When the reader last had a hand on the list. */
  let touched = Number.NEGATIVE_INFINITY;
  const touch = () => {
    touched = performance.now();
  };

  const total = () => props.reading.story().length;
  const shown = createMemo(() => {
    const all = props.reading.story();
    return all.slice(Math.max(0, all.length - SHOWN - extra()));
  });

  const toEnd = () => {
    if (list !== undefined) list.scrollTop = list.scrollHeight;
    setMissed(0);
  };

  /** Back to the end, and stay there. */
  const follow = () => {
    pinned = true;
    setExtra(0);
    requestAnimationFrame(toEnd);
  };

  createEffect(
    on(() => props.reading.added(), (now, before = 0) => {
      if (pinned) {
        if (extra() > 0) setExtra(0);
        requestAnimationFrame(toEnd);
      } else if (now > before) {
        setExtra((e) => e + now - before);
        setMissed((m) => m + now - before);
      }
    }),
  );

  /** Show more above, without moving what is being read. */
  const grow = async () => {
    if (list === undefined || fetching()) return;
    if (total() <= SHOWN + extra()) {
      if (exhausted || props.older === undefined) return;
      setFetching(true);
      pinned = false;
      exhausted = !(await props.older());
      setFetching(false);
      return;
    }
    const fromEnd = list.scrollHeight - list.scrollTop;
    setExtra((e) => e + STEP);
    list.scrollTop = list.scrollHeight - fromEnd;
  };

  const scrolled = () => {
    if (list === undefined) return;
    const { scrollTop: top, clientHeight: height, scrollHeight: whole } = list;
    const left = whole - top - height;
    // Lines that come and go move the list too: only a hand, or a list that is otherwise as it was, means the reader.
    const lines = props.reading.added();
    const still = height === last.height && whole === last.whole && lines === last.lines;
    const reader = still || performance.now() - touched < BY_HAND;
    if (left < 60) {
      pinned = true;
      setMissed(0);
    } else if (top < last.top - 2 && reader) pinned = false;
    last = { top, height, whole, lines };
    if (top < NEAR && !pinned) void grow();
  };

  /** A panel that opens, a tab that is shown again, a line that turns out taller: none must lose the end. */
  const watchSize = (el: HTMLDivElement) => {
    const resized = new ResizeObserver(() => {
      if (pinned) toEnd();
    });
    resized.observe(el);
    onCleanup(() => resized.disconnect());
  };

  return (
    <section class="story" aria-label="Story">
      <div
        class="lines"
        ref={(el) => {
          list = el;
          watchSize(el);
        }}
        onScroll={scrolled}
        onWheel={touch}
        onTouchMove={touch}
        onPointerDown={touch}
        onKeyDown={touch}
        data-testid="story"
        role="log"
        aria-live="polite"
        aria-relevant="additions"
        tabindex="0"
      >
        <div class="scroll" ref={watchSize}>
        <Show when={fetching()}>
          <p class="quiet">Turning back the pages…</p>
        </Show>
        <For each={shown()}>
          {(entry, i) => (
            <StoryEntry
              entry={entry}
              before={shown()[i() - 1]}
              reading={props.reading}
              seatName={props.seatName}
              mine={props.mine}
              ruling={props.ruling ?? false}
              opened={opened}
            />
          )}
        </For>
        <Show when={total() === 0}>
          <p class="quiet">Nothing has been told yet.</p>
        </Show>
        </div>
      </div>
      <Show when={missed() > 0}>
        <button type="button" class="catch-up" onClick={follow}>
          {missed() === 1 ? "1 new line" : `${missed()} new lines`} ↓
        </button>
      </Show>
    </section>
  );
}

/** Who shares a secret entry with whoever told it, in a word or two. */
function secrecy(audience: string, who: string, mine: string, seatName: (seat: string) => string): string {
  if (audience === "everyone") return "";
  if (audience === "storyteller") return "for the Storyteller alone";
  const others = audience.slice("seats:".length).split(",").filter((s) => s !== who);
  if (others.length === 0) return "for the Storyteller";
  return `for ${others.map((s) => (s === mine ? "you" : seatName(s) || "someone")).join(" and ")}`;
}

interface EntryProps extends Props {
  readonly entry: Entry;
  readonly before: Entry | undefined;
  readonly opened: number;
}

function StoryEntry(props: Omit<EntryProps, "older">) {
  const record = () => props.entry.record;
  const who = () => (record() as Line | Roll).who;
  const hidden = () => secrecy(props.entry.audience, who(), props.mine, props.seatName);
  const name = (id: string) => props.reading.get("Face", id)?.name ?? "someone";
  return (
    <Show
      when={record().type === "Roll" ? (record() as Roll) : undefined}
      fallback={<StoryLine {...props} line={record() as Line} hidden={hidden()} nameOf={name} />}
    >
      {(roll) => (
        <RollCard
          roll={roll()}
          name={roll().actor ? name(roll().actor) : props.seatName(roll().who) || "Someone"}
          secret={hidden()}
          fresh={roll().at > props.opened - 4000}
        >
          <Show when={props.ruling && !roll().ruled}>
            <RuleOtherwise roll={roll().id} />
          </Show>
        </RollCard>
      )}
    </Show>
  );
}

const speaker = (entry: Entry | undefined): string => {
  if (entry?.record.type !== "Line") return "";
  const line = entry.record;
  const spoken = line.kind === "said" || line.kind === "whispered";
  return spoken ? `${entry.audience}/${line.who}/${line.refs[0] ?? ""}` : "";
};

function StoryLine(
  props: Omit<EntryProps, "older"> & { line: Line; hidden: string; nameOf: (id: string) => string },
) {
  const inCharacter = () => props.line.refs.length > 0 && !props.line.text.includes("{0}");
  const spoken = () => props.line.kind === "said" || props.line.kind === "whispered";
  const goesOn = () => spoken() && speaker(props.before) === speaker(props.entry);
  const who = () => (inCharacter() ? props.nameOf(props.line.refs[0] ?? "") : props.seatName(props.line.who) || "Someone");
  const refName = (ref: number) => props.nameOf(props.line.refs[ref] ?? "");
  return (
    <div
      class={`line ${props.line.kind}`}
      classList={{
        aside: props.line.kind === "said" && !inCharacter(),
        secret: props.hidden !== "",
        mine: props.line.who !== "" && props.line.who === props.mine,
        "goes-on": goesOn(),
      }}
      data-testid="line"
      data-kind={props.line.kind}
      title={props.line.at ? new Date(props.line.at).toLocaleString() : ""}
    >
      <Show when={spoken() && !goesOn()}>
        <p class="who">
          <bdi class="name">{who()}</bdi>
          <Show when={props.hidden}>
            <span class="secrecy">
{props.hidden}
            </span>
          </Show>
        </p>
      </Show>
      <Show when={!spoken() && props.hidden}>
        <span class="secrecy">{props.hidden}</span>
      </Show>
      <p class="text">
        <Show when={props.line.kind === "ruled"}>
          <span class="ruling">Ruled </span>
        </Show>
        <Prose text={props.line.text} name={refName} />
      </p>
    </div>
  );
}
