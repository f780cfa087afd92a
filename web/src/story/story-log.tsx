/** The story log: a window of the newest entries; older entries come when the reader scrolls up. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Entry } from "../state/story";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import { StoryEntry } from "./story-entry";
import { EventCard } from "./event-card";
import { type Card, cards, isSameCard } from "./cards";
import { Spoken } from "./spoken";
import { takeSearch } from "./search-next";
import { markUnread } from "./unread";
import { afterDrawing, afterDraw } from "../ui/after-drawing";
import { lazy } from "../ui/lazy";

const StorySearch = lazy(() => import("./story-chunk").then((m) => m.StorySearch), false);
const UndoLast = lazy(() => import("./story-chunk").then((m) => m.UndoLast), false);
const UndoToHere = lazy(() => import("./story-chunk").then((m) => m.UndoToHere), false);
const UndoQuestion = lazy(() => import("./story-chunk").then((m) => m.UndoQuestion), false);

/** The most entries in the window: each makes drawing a new line slower, above all on a phone. */
const SHOWN = 60;
/** The number of entries drawn first; more follow in steps, so that the newest can be read at once. */
const FIRST = 5;
/** The steps end at so many heights of the window, plus `NEAR`: further entries come when the reader scrolls up. */
const FILLED = 2;
/** Entries that are added to the window when the reader scrolls up. */
const STEP = 80;
/** Distance from the top, in CSS pixels, at which more entries are added. */
const NEAR = 400;
/** Milliseconds after a touch in which a scroll counts as the reader's. */
const BY_HAND = 500;

/** Returns the entries of the story that a search keeps. */
export type Keep = (entries: readonly Entry[]) => readonly Entry[];

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
  /** Load the story to its beginning; the result is false if that failed. */
  readonly loadWhole?: () => Promise<boolean>;
  /** Search for these words in all scenes of the chronicle. Absent where that is not offered. */
  readonly searchScenes?: (words: string) => void;
  /** True if this reader may take back what was done. */
  readonly mayUndo?: boolean;
  /** True if there is a text field in which a whisper can be answered. */
  readonly replies?: boolean;
}

export function StoryLog(props: Props) {
  const [extra, setExtra] = createSignal(0);
  const [base, setBase] = createSignal(FIRST);
  /** True when the first view has enough entries for the window. */
  const [filled, setFilled] = createSignal(false);
  /** True while the end is followed: until the reader scrolls up, and again from the bottom on. */
  const [pinned, setPinned] = createSignal(true);
  const [missed, setMissed] = createSignal(0);
  const [fetching, setFetching] = createSignal(false);
  const opened = Date.now();
  /** With this many lines the story is complete. */
  let exhausted = Number.POSITIVE_INFINITY;
  let list: HTMLDivElement | undefined;
  let searchButton: HTMLButtonElement | undefined;
  let last = { top: 0, height: 0, whole: 0, lines: 0 };
  /** The time of the reader's last touch, wheel or key press. */
  let touched = Number.NEGATIVE_INFINITY;
  const noteTouch = () => {
    touched = performance.now();
  };

  /** Picks the entries that the search keeps; undefined while it searches for nothing. */
  const [keep, setKeep] = createSignal<Keep>();
  const entries = createMemo((): readonly Entry[] => {
    const all = props.reading.story();
    return keep()?.(all) ?? all;
  }, undefined, { equals: false }); // the story is the same array when it grows
  const total = () => entries().length;
  /** The count of added lines when the first lines came. Later lines are new and are drawn at once. */
  const atFirst = createMemo<number | undefined>((was) => was ?? (total() > 0 ? props.reading.added() : undefined));
  const news = () => props.reading.added() - (atFirst() ?? 0);
  const drawnNow = () => Math.min(base() + news(), SHOWN) + extra();
  const shown = createMemo(() => cards(entries().slice(Math.max(0, total() - drawnNow()))));
  const keys = createMemo(() => shown().map(({ key }) => key));
  const byKey = createMemo(() => new Map(shown().map((card) => [card.key, card])));
  const newestGroup = createMemo(() => shown().findLast(({ group }) => group !== "")?.key);
  const unread = markUnread(() => props.reading.story());
  const [active, setActive] = createSignal("");
  const [searching, setSearching] = createSignal(false);
  /** The words with which the search begins. */
  const [words, setWords] = createSignal((props.past ? undefined : takeSearch("story")) ?? "");
  /** The entry back to which the Storyteller is asked to undo. */
  const [undoing, setUndoing] = createSignal<Entry>();
  const isFull = () => list !== undefined && list.clientHeight > 0 && list.scrollHeight > FILLED * list.clientHeight + NEAR;
  /** True while entries of the first view are still being drawn in steps. */
  const busy = () => !filled() && base() < Math.min(total() - news(), SHOWN);
  const begun = afterDraw(() => total() > 0);
  createEffect(() => {
    if (begun() && words()) setSearching(true);
  });
  createEffect(() => {
    if (!busy()) return;
    base(); // a step follows each step
    afterDrawing(() => {
      setFilled(isFull());
      if (filled()) return;
      setBase(Math.min(2 * base(), SHOWN));
      toEnd(); // before the browser lays out, so that no text moves
    });
  });

  /** Scroll to the end, unless the reader has scrolled up. */
  const toEnd = () => {
    if (list === undefined || !pinned()) return;
    list.scrollTop = list.scrollHeight;
    setMissed(0);
  };

  /** Scroll back to the end, and follow it again. */
  const follow = () => {
    setPinned(true);
    setExtra(0);
    requestAnimationFrame(toEnd);
  };

  createEffect(
    on(() => props.reading.added(), (now, before = 0) => {
      if (pinned()) {
        if (extra() > 0) setExtra(0);
        requestAnimationFrame(toEnd);
      } else if (now > before) {
        setExtra((e) => e + now - before);
        setMissed((m) => m + now - before);
      }
    }),
  );

  const endSearch = () => {
    setKeep();
    setWords("");
    setSearching(false);
  };

  /** Show all entries, with this card in view. */
  const goTo = (key: string) => {
    const [first] = byKey().get(key)?.entries ?? [];
    endSearch();
    const place = entries().findIndex((entry) => entry.key === first?.key);
    if (place < 0) return;
    setPinned(false);
    setExtra(Math.max(0, total() - place - SHOWN + STEP));
    requestAnimationFrame(() => {
      const found = [...(list?.querySelectorAll<HTMLElement>(".entry") ?? [])].find((el) => el.dataset["entry"] === key);
      found?.scrollIntoView({ block: "center" });
    });
  };

  /** The card that has the pointer or the focus shows its tools. */
  const point = (event: Event) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>(".entry") : null;
    setActive(entry?.dataset["entry"] ?? "");
  };

  /** Show more entries above, without moving the text that is being read. */
  const grow = async () => {
    if (list === undefined || fetching()) return;
    if (total() <= drawnNow()) {
      const loaded = () => props.reading.story().length;
      if (loaded() >= exhausted || props.loadOlder === undefined) return;
      setFetching(true);
      setPinned(false);
      exhausted = (await props.loadOlder()) ? Number.POSITIVE_INFINITY : loaded();
      setFetching(false);
      // A browser keeps the text in its place by itself, but not at the very top.
      if (!pinned()) list.scrollTop = list.scrollHeight - (last.whole - last.top);
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
      setPinned(true);
      setMissed(0);
    } else if (top < last.top - 2 && reader) setPinned(false);
    last = { top, height, whole, lines };
    if (top < NEAR && !pinned()) void grow();
  };

  /** Tab skips the story. Enter goes to the last roll, the arrows from roll to roll, Escape back. */
  const byKeys = (event: KeyboardEvent) => {
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

  /** Keep the end in view when a panel opens, a tab is shown again, or a line grows. A larger window needs more entries. */
  const watchSize = (el: HTMLDivElement) => {
    const resized = new ResizeObserver(() => {
      toEnd();
      setFilled((was) => was && isFull());
    });
    resized.observe(el);
    onCleanup(() => resized.disconnect());
  };

  return (
    <section class="story" aria-label={props.label ?? t("page-story")}>
      <Show when={begun()}>
        <div class="story-tools">
          <button
            ref={(el) => {
              searchButton = el;
            }}
            type="button"
            class="plain"
            aria-label={t("page-do-search-story")}
            title={t("page-do-search-story")}
            aria-expanded={searching()}
            onClick={() => {
              if (searching()) endSearch();
              else setSearching(true);
            }}
            data-opens=""
            data-testid="story-search"
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11m4 9.5L17 17" />
            </svg>
          </button>
          <Show when={props.mayUndo}>
            <UndoLast reading={props.reading} ask={setUndoing} />
          </Show>
        </div>
      </Show>
      <Show when={searching()}>
        <StorySearch
          {...props}
          words={words()}
          searchScenes={props.searchScenes}
          setKeep={(now) => setKeep(() => now)}
          found={cards(entries()).length}
          done={() => {
            endSearch();
            follow();
            searchButton?.focus();
          }}
        />
      </Show>
      <Show when={undoing()} keyed>
        {(entry) => <UndoQuestion entry={entry} reading={props.reading} done={() => setUndoing(undefined)} />}
      </Show>
      <div
        class="lines"
        ref={(el) => {
          list = el;
          watchSize(el);
        }}
        onScroll={scrolled}
        onWheel={noteTouch}
        onTouchMove={noteTouch}
        onPointerDown={(event) => {
          noteTouch();
          point(event);
        }}
        onPointerOver={point}
        onFocusIn={point}
        onPointerLeave={() => setActive("")}
        onKeyDown={byKeys}
        data-testid="story"
        role="log"
        aria-label={t("page-story-keys")}
        aria-live="off"
        aria-busy={busy()}
        tabindex="0"
      >
        <div class="scroll" ref={watchSize}>
        <Show when={fetching()}>
          <p class="quiet">{t("page-story-loading")}</p>
        </Show>
        <For each={keys()}>
          {(key) => {
            const card = createMemo<Card>((was) => byKey().get(key) ?? was, byKey().get(key) as Card, { equals: isSameCard });
            const common = {
              reading: props.reading,
              seatName: props.seatName,
              mine: props.mine,
              opened,
              get ruling() {
                return props.ruling ?? false;
              },
              get timed() {
                return begun();
              },
              get replies() {
                return props.replies ?? false;
              },
            };
            return (
              <>
                <Show when={card().entries.some((entry) => entry.key === unread())}>
                  <p class="unread" role="separator">
                    {t("page-story-unread")}
                  </p>
                </Show>
                <div class="entry" data-entry={key}>
                  <Show
                    when={card().group}
                    fallback={<StoryEntry {...common} entry={card().entries[0] as Entry} before={card().before} />}
                  >
                    <EventCard {...common} card={card()} newest={key === newestGroup()} />
                  </Show>
                  <Show when={active() === key}>
                    <div class="entry-tools">
                      <Show when={keep()}>
                        <button type="button" class="plain" tabindex="-1" onClick={() => goTo(key)} data-testid="show-in-story">
                          {t("page-story-show-here")}
                        </button>
                      </Show>
                      <Show when={props.mayUndo}>
                        <UndoToHere reading={props.reading} card={card()} ask={setUndoing} />
                      </Show>
                    </div>
                  </Show>
                </div>
              </>
            );
          }}
        </For>
        <Show when={total() === 0}>
          <p class="quiet">{t(keep() ? "page-search-nothing" : "page-story-empty")}</p>
        </Show>
        </div>
      </div>
      <Show when={!props.past}>
        <Spoken reading={props.reading} seatName={props.seatName} mine={props.mine} />
      </Show>
      <Show when={!pinned()}>
        <button type="button" class="catch-up" onClick={follow} data-testid="catch-up">
          {missed() > 0 ? t("page-story-new-lines", { n: missed() }) : t("page-story-to-newest")}
        </button>
      </Show>
    </section>
  );
}
