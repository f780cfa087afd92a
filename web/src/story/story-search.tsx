/** Search the story and filter it: by words, kind of entry and character. Older entries are loaded meanwhile. */

import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import { inWords, t } from "../words/render";
import { STORY_UNREADABLE } from "../state/table";
import type { Reader } from "./entry-text";
import { isFiltering, keptCards, type Kind, KINDS, NO_FILTER, type StoryFilter } from "./story-filter";
import type { Keep } from "./story-log";

interface Props extends Reader {
  /** The words to begin with. */
  readonly words: string;
  /** Search for these words in all scenes of the chronicle. */
  readonly searchScenes: ((words: string) => void) | undefined;
  /** Choose which entries of the story are shown; undefined shows all. */
  readonly setKeep: (keep: Keep | undefined) => void;
  /** The number of cards that are kept. */
  readonly found: number;
  /** Load the story to its beginning. Absent if all of it is here. */
  readonly loadWhole?: () => Promise<boolean>;
  readonly done: () => void;
}

/** Milliseconds without a key after which the story is searched. */
const PAUSE = 200;

export function StorySearch(props: Props) {
  const [filter, setFilter] = createSignal<StoryFilter>({ ...NO_FILTER, text: props.words });
  const [state, setState] = createSignal<"" | "loading" | "whole" | "failed">(props.loadWhole ? "" : "whole");
  let field: HTMLInputElement | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  onMount(() => {
    field?.focus();
    change({});
  });
  onCleanup(() => clearTimeout(waiting));

  const change = (changed: Partial<StoryFilter>) => {
    const now = setFilter({ ...filter(), ...changed });
    props.setKeep(isFiltering(now) ? (entries) => keptCards(entries, now, props) : undefined);
    if (isFiltering(now)) void load();
  };
  const load = async () => {
    if (state() !== "" || props.loadWhole === undefined) return;
    setState("loading");
    setState((await props.loadWhole()) ? "whole" : "failed");
  };
  const characters = () => [...props.reading.all("Face"), ...props.reading.all("Absent")];
  const progress = () => {
    if (state() === "failed") return inWords(STORY_UNREADABLE);
    if (!isFiltering(filter())) return "";
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
        value={filter().text}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(waiting);
          waiting = setTimeout(() => change({ text }), PAUSE);
        }}
        data-testid="search-text"
      />
      <select aria-label={t("page-search-kind")} onChange={(event) => change({ kind: event.currentTarget.value as Kind })} data-testid="search-kind">
        <For each={KINDS}>{(kind) => <option value={kind} selected={filter().kind === kind}>{t(`page-search-${kind}`)}</option>}</For>
      </select>
      <select aria-label={t("page-search-character")} onChange={(event) => change({ actor: event.currentTarget.value })} data-testid="search-character">
        <option value="">{t("page-search-anyone")}</option>
        <For each={characters()}>{(one) => <option value={one.id} selected={filter().actor === one.id}>{one.name}</option>}</For>
      </select>
      <button type="button" class="plain" aria-label={t("page-do-end-search")} title={t("page-dismiss-esc")} onClick={() => props.done()} data-testid="search-end">
        ✕
      </button>
      <Show when={props.searchScenes}>
        {(search) => (
          <button type="button" class="plain" onClick={() => search()(field?.value ?? "")} data-testid="search-all-scenes">
            {t("page-do-search-scenes")}
          </button>
        )}
      </Show>
      <Show when={progress()}>
        <p class="quiet" role="status" data-testid="search-progress">
          {progress()}
        </p>
      </Show>
    </div>
  );
}
