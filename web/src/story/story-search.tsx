/** Search the story and filter it: by words, kind of entry and character. Older entries are loaded meanwhile. */

import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { inWords, t } from "../words/render";
import { STORY_UNREADABLE } from "../state/table";
import { isFiltering, type Kind, KINDS, type StoryFilter } from "./entry-text";

interface Props {
  readonly reading: Reading;
  readonly filter: StoryFilter;
  readonly setFilter: (filter: StoryFilter) => void;
  /** The number of entries that the filter keeps. */
  readonly found: number;
  /** Load the story to its beginning. Absent if all of it is here. */
  readonly loadWhole: (() => Promise<boolean>) | undefined;
  readonly done: () => void;
}

/** Milliseconds without a key after which the story is searched. */
const PAUSE = 200;

export function StorySearch(props: Props) {
  const [state, setState] = createSignal<"" | "loading" | "whole" | "failed">(props.loadWhole ? "" : "whole");
  let field: HTMLInputElement | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  onMount(() => field?.focus());
  onCleanup(() => clearTimeout(waiting));

  const change = (changed: Partial<StoryFilter>) => {
    props.setFilter({ ...props.filter, ...changed });
    if (isFiltering(props.filter)) void load();
  };
  const load = async () => {
    if (state() !== "" || props.loadWhole === undefined) return;
    setState("loading");
    setState((await props.loadWhole()) ? "whole" : "failed");
  };
  const characters = () => [...props.reading.all("Face"), ...props.reading.all("Absent")];
  const progress = () => {
    if (state() === "failed") return inWords(STORY_UNREADABLE);
    if (!isFiltering(props.filter)) return "";
    const all = props.reading.story().length;
    return t(state() === "loading" ? "page-search-loading" : "page-search-found", { n: props.found, all });
  };

  return (
    <div
      class="story-search"
      role="search"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        props.done();
      }}
    >
      <input
        type="search"
        ref={(el) => {
          field = el;
        }}
        aria-label={t("page-do-search-story")}
        placeholder={t("page-do-search-story")}
        value={props.filter.text}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(waiting);
          waiting = setTimeout(() => change({ text }), PAUSE);
        }}
        data-testid="search-text"
      />
      <select aria-label={t("page-search-kind")} onChange={(event) => change({ kind: event.currentTarget.value as Kind })} data-testid="search-kind">
        <For each={KINDS}>{(kind) => <option value={kind} selected={props.filter.kind === kind}>{t(`page-search-${kind}`)}</option>}</For>
      </select>
      <select aria-label={t("page-search-character")} onChange={(event) => change({ actor: event.currentTarget.value })} data-testid="search-character">
        <option value="">{t("page-search-anyone")}</option>
        <For each={characters()}>{(one) => <option value={one.id} selected={props.filter.actor === one.id}>{one.name}</option>}</For>
      </select>
      <button type="button" class="plain" aria-label={t("page-do-end-search")} title={t("page-dismiss-esc")} onClick={() => props.done()} data-testid="search-end">
        ✕
      </button>
      <Show when={progress()}>
        <p class="quiet" role="status" data-testid="search-progress">
          {progress()}
        </p>
      </Show>
    </div>
  );
}
