/** Search the stories of all scenes of the chronicle, the newest scene first. */

import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { SceneCard } from "../messages";
import type { SceneLine } from "./read-scene";
import { hasWordsOf } from "../text/plain";
import { t } from "../words/render";

interface Props {
  readonly scenes: readonly SceneCard[];
  /** The words to begin with. */
  readonly words: string;
  /** Returns the story of a scene; undefined if it could not be read. */
  readonly read: (stream: string) => Promise<readonly SceneLine[] | undefined>;
  /** Show these words in the story of a scene. */
  readonly show: (stream: string, words: string) => void;
}

interface Found {
  readonly scene: SceneCard;
  readonly lines: readonly SceneLine[];
}

/** Milliseconds without a key after which the scenes are searched. */
const PAUSE = 400;
/** The number of lines that are shown of a scene. */
const LINES = 8;

export function SearchScenes(props: Props) {
  const [words, setWords] = createSignal(props.words);
  const [found, setFound] = createSignal<readonly Found[]>([]);
  const [unread, setUnread] = createSignal<readonly SceneCard[]>([]);
  /** The number of scenes that were searched, and of all; undefined while nothing is searched for. */
  const [progress, setProgress] = createSignal<{ readonly searched: number; readonly all: number }>();
  /** The stories of closed scenes: they do not change. */
  const known = new Map<string, readonly SceneLine[]>();
  let run = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let field: HTMLInputElement | undefined;
  onMount(() => {
    field?.focus();
    void search();
  });
  onCleanup(() => {
    run++;
    clearTimeout(waiting);
  });

  const linesOf = async (scene: SceneCard) => {
    const lines = known.get(scene.stream) ?? (await props.read(scene.stream));
    if (lines !== undefined && !scene.open) known.set(scene.stream, lines);
    return lines;
  };
  const search = async () => {
    const mine = ++run;
    const wanted = words().trim();
    const isFound = hasWordsOf(wanted);
    const scenes = props.scenes.toReversed();
    setFound([]);
    setUnread([]);
    setProgress(wanted ? { searched: 0, all: scenes.length } : undefined);
    if (!wanted) return;
    for (const [place, scene] of scenes.entries()) {
      const lines = await linesOf(scene);
      if (mine !== run) return;
      if (lines === undefined) setUnread([...unread(), scene]);
      const kept = (lines ?? []).filter(({ text }) => isFound(text));
      if (kept.length > 0) setFound([...found(), { scene, lines: kept }]);
      setProgress({ searched: place + 1, all: scenes.length });
    }
  };
  const state = () => {
    const now = progress();
    if (now === undefined) return "";
    const n = found().reduce((sum, { lines }) => sum + lines.length, 0);
    return t(now.searched < now.all ? "page-search-scenes-reading" : "page-search-scenes-found", { n, searched: now.searched, all: now.all });
  };

  return (
    <div class="search-scenes" role="search" data-testid="search-scenes">
      <input
        type="search"
        ref={(el) => {
          field = el;
        }}
        aria-label={t("page-do-search-scenes")}
        placeholder={t("page-do-search-scenes")}
        value={words()}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          clearTimeout(waiting);
          waiting = setTimeout(() => void search(), PAUSE);
        }}
        data-testid="search-scenes-text"
      />
      <p class="quiet small" role="status" data-testid="search-scenes-progress">
        {state()}
      </p>
      <For each={unread()}>{(scene) => <p class="small">{t("page-search-scene-unread", { scene: scene.name })}</p>}</For>
      <For each={found()}>
        {({ scene, lines }) => (
          <section aria-label={scene.name} data-testid="found-in-scene">
            <p class="found-scene">
              <b>{scene.name}</b>
              <button type="button" class="plain" onClick={() => props.show(scene.stream, words())} data-testid="show-in-scene">
                {t("page-story-show-here")}
              </button>
            </p>
            <ul>
              <For each={lines.slice(-LINES)}>{(line) => <li>{line.undone ? <s>{line.text}</s> : line.text}</li>}</For>
            </ul>
            <Show when={lines.length > LINES}>
              <p class="quiet small">{t("page-search-scenes-more", { n: lines.length - LINES })}</p>
            </Show>
          </section>
        )}
      </For>
    </div>
  );
}
