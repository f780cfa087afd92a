/** The story log: a window onto the entries that are here, the newest at the bottom; older ones come as one scrolls. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { StoryEntry } from "./story-entry";
import { afterDrawing, afterDraw } from "../ui/after-drawing";

/** Each that is there makes every line that comes dearer, on a phone above all; more come as one scrolls up. */
const SHOWN = 60;
/** How many are drawn at first; the others follow in steps, so that nobody waits for them to read the newest. */
const FIRST = 5;
const STEP = 80;
const NEAR = 400;
const BY_HAND = 500;

interface Props {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
  /** Whether this reader may rule otherwise on a roll, here and now. */
  readonly ruling?: boolean;
  /** Whether it is the past, of which nothing is news. */
  readonly past?: boolean;
  /** Fetch what came before; whether there may be more. Absent where there is nothing to fetch. */
  readonly loadOlder?: () => Promise<boolean>;
}

export function StoryLog(props: Props) {
  const [extra, setExtra] = createSignal(0);
  const [base, setBase] = createSignal(FIRST);
  /** Whether the end is being followed: until the reader scrolls up, and again from the bottom on. */
  let pinned = true;
  const [missed, setMissed] = createSignal(0);
  const [fetching, setFetching] = createSignal(false);
  const opened = Date.now();
  /** With so many lines there was nothing before them. */
  let exhausted = Number.POSITIVE_INFINITY;
  let list: HTMLDivElement | undefined;
  let last = { top: 0, height: 0, whole: 0, lines: 0 };
  /** When the reader last had a hand on the list. */
  let touched = Number.NEGATIVE_INFINITY;
  const noteTouch = () => {
    touched = performance.now();
  };

  const total = () => props.reading.story().length;
  /** How many lines had been added when there first were any: what is added to them is news, and drawn at once. */
  const atFirst = createMemo<number | undefined>((was) => was ?? (total() > 0 ? props.reading.added() : undefined));
  const news = () => props.reading.added() - (atFirst() ?? 0);
  const drawnNow = () => Math.min(base() + news(), SHOWN) + extra();
  const shown = createMemo(() => props.reading.story().slice(Math.max(0, total() - drawnNow())));
  /** Whether more of what is here is still being drawn by itself, be it what a newcomer is told later. */
  const busy = () => base() < Math.min(total() - news(), SHOWN);
  const begun = afterDraw(() => total() > 0);
  createEffect(() => {
    if (busy()) afterDrawing(() => setBase(Math.min(2 * base(), SHOWN)));
  });

  /** To the end, unless the reader has scrolled up since it was asked for. */
  const toEnd = () => {
    if (list === undefined || !pinned) return;
    list.scrollTop = list.scrollHeight;
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
    if (total() <= drawnNow()) {
      if (total() >= exhausted || props.loadOlder === undefined) return;
      setFetching(true);
      pinned = false;
      exhausted = (await props.loadOlder()) ? Number.POSITIVE_INFINITY : total();
      setFetching(false);
      // A browser keeps what is being read in its place by itself, but not at the very top.
      if (!pinned) list.scrollTop = list.scrollHeight - (last.whole - last.top);
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

  /** Tab passes the story; Enter goes to its last roll, arrows from one to the next, Escape back. */
  const keys = (event: KeyboardEvent) => {
    noteTouch();
    if (list === undefined || !(event.target instanceof HTMLElement)) return;
    const stops = [...list.querySelectorAll<HTMLButtonElement>('button[tabindex="-1"]')];
    const at = stops.findIndex((stop) => stop === event.target);
    const next =
      event.target === list && event.key === "Enter" ? stops.at(-1)
      : at >= 0 && event.key === "ArrowUp" ? stops[Math.max(at - 1, 0)]
      : at >= 0 && event.key === "ArrowDown" ? stops[Math.min(at + 1, stops.length - 1)]
      : at >= 0 && event.key === "Escape" ? list
      : undefined;
    if (next === undefined || event.defaultPrevented) return;
    event.preventDefault();
    next.focus();
  };

  /** A panel that opens, a tab that is shown again, a line that turns out taller: none must lose the end. */
  const watchSize = (el: HTMLDivElement) => {
    const resized = new ResizeObserver(toEnd);
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
        onWheel={noteTouch}
        onTouchMove={noteTouch}
        onPointerDown={noteTouch}
        onKeyDown={keys}
        data-testid="story"
        role="log"
        aria-label="Story: Enter goes to its last roll, arrows from one to the next"
        aria-live={props.past ? "off" : "polite"}
        aria-relevant="additions"
        aria-busy={busy()}
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
              timed={begun()}
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
