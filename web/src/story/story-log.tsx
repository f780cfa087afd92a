/** The story log: a window of the newest entries; older entries come when the reader scrolls up. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import { StoryEntry } from "./story-entry";
import { afterDrawing, afterDraw } from "../ui/after-drawing";

/** The number of entries in the window: each makes drawing a new line slower, above all on a phone. */
const SHOWN = 60;
/** The number of entries drawn first; the rest follows in steps, so that the newest can be read at once. */
const FIRST = 5;
/** Entries that are added to the window when the reader scrolls up. */
const STEP = 80;
/** Distance from the top, in CSS pixels, at which more entries are added. */
const NEAR = 400;
/** Milliseconds after a touch in which a scroll counts as the reader's. */
const BY_HAND = 500;

interface Props {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
  /** The name of the region, if the screen has a second story. */
  readonly label?: string;
  /** True if this reader may override a roll here and now. */
  readonly ruling?: boolean;
  /** True if this is the past, where no entry is new. */
  readonly past?: boolean;
  /** Load older entries; the result is true if there may be more. Absent if there are none to load. */
  readonly loadOlder?: () => Promise<boolean>;
}

export function StoryLog(props: Props) {
  const [extra, setExtra] = createSignal(0);
  const [base, setBase] = createSignal(FIRST);
  /** True while the end is followed: until the reader scrolls up, and again from the bottom on. */
  let pinned = true;
  const [missed, setMissed] = createSignal(0);
  const [fetching, setFetching] = createSignal(false);
  const opened = Date.now();
  /** With this many lines the story is complete. */
  let exhausted = Number.POSITIVE_INFINITY;
  let list: HTMLDivElement | undefined;
  let last = { top: 0, height: 0, whole: 0, lines: 0 };
  /** The time of the reader's last touch, wheel or key press. */
  let touched = Number.NEGATIVE_INFINITY;
  const noteTouch = () => {
    touched = performance.now();
  };

  const total = () => props.reading.story().length;
  /** The count of added lines when the first lines came. Later lines are new and are drawn at once. */
  const atFirst = createMemo<number | undefined>((was) => was ?? (total() > 0 ? props.reading.added() : undefined));
  const news = () => props.reading.added() - (atFirst() ?? 0);
  const drawnNow = () => Math.min(base() + news(), SHOWN) + extra();
  const shown = createMemo(() => props.reading.story().slice(Math.max(0, total() - drawnNow())));
  /** True while entries of the first view are still being drawn in steps. */
  const busy = () => base() < Math.min(total() - news(), SHOWN);
  const begun = afterDraw(() => total() > 0);
  createEffect(() => {
    if (busy()) afterDrawing(() => setBase(Math.min(2 * base(), SHOWN)));
  });

  /** Scroll to the end, unless the reader has scrolled up. */
  const toEnd = () => {
    if (list === undefined || !pinned) return;
    list.scrollTop = list.scrollHeight;
    setMissed(0);
  };

  /** Scroll back to the end, and follow it again. */
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

  /** Show more entries above, without moving the text that is being read. */
  const grow = async () => {
    if (list === undefined || fetching()) return;
    if (total() <= drawnNow()) {
      if (total() >= exhausted || props.loadOlder === undefined) return;
      setFetching(true);
      pinned = false;
      exhausted = (await props.loadOlder()) ? Number.POSITIVE_INFINITY : total();
      setFetching(false);
      // A browser keeps the text in its place by itself, but not at the very top.
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
    // New lines move the list too. The reader scrolled if the list is otherwise unchanged, or if it was touched just
    // now.
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

  /** Tab skips the story. Enter goes to the last roll, the arrows from roll to roll, Escape back. */
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

  /** Keep the end in view when a panel opens, a tab is shown again, or a line grows. */
  const watchSize = (el: HTMLDivElement) => {
    const resized = new ResizeObserver(toEnd);
    resized.observe(el);
    onCleanup(() => resized.disconnect());
  };

  return (
    <section class="story" aria-label={props.label ?? t("page-story")}>
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
        aria-label={t("page-story-keys")}
        aria-live={props.past ? "off" : "polite"}
        aria-relevant="additions"
        aria-busy={busy()}
        tabindex="0"
      >
        <div class="scroll" ref={watchSize}>
        <Show when={fetching()}>
          <p class="quiet">{t("page-story-loading")}</p>
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
          <p class="quiet">{t("page-story-empty")}</p>
        </Show>
        </div>
      </div>
      <Show when={missed() > 0}>
        <button type="button" class="catch-up" onClick={follow}>
          {t("page-story-new-lines", { n: missed() })}
        </button>
      </Show>
    </section>
  );
}
