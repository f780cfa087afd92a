/** Dots: a trait's rating, to read, or to set by a click or the arrow keys; with the word for it. */

import { createSignal, For, Show } from "solid-js";
import { dotsWord } from "../text/dots";
import { t, termText } from "../words/render";
import { useTable } from "../state/table";

const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);

/** The words that this chronicle has for dots (D1). */
function useWord(): (dots: number, most: number) => string {
  const table = useTable();
  return (dots, most) => termText(dotsWord(table.get("Rulebook", "rulebook")?.dots ?? [], dots, most));
}

const withWord = (dots: string, word: string): string => (word ? t("page-dots-word", { dots, word }) : dots);

/** The word, visible while the pointer or the focus is on the dots or around them. Screen readers get it with the
 * dots. */
function Word(props: { word: string }) {
  return (
    <Show when={props.word}>
      <span class="word" aria-hidden="true">
        {props.word}
      </span>
    </Show>
  );
}

export function Dots(props: { dots: number; most: number }) {
  const word = useWord();
  const announced = () => withWord(t("page-dots-of", { dots: props.dots, most: props.most }), word(props.dots, props.most));
  return (
    <span class="dots" classList={{ long: props.most > 5 }} role="img" aria-label={announced()}>
      <For each={upTo(Math.max(props.most, props.dots))}>{(n) => <i classList={{ full: n <= props.dots }} />}</For>
      <Word word={word(props.dots, props.most)} />
    </span>
  );
}

export function DotsInput(props: { label: string; trait: string; dots: number; most: number; set: (dots: number) => void }) {
  const word = useWord();
  /** The dot under the pointer: its word is shown before it is chosen. */
  const [hovered, setHovered] = createSignal<number>();
  const choose = (dots: number) => {
    setHovered(undefined);
    props.set(Math.min(Math.max(dots, 0), props.most));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => choose(props.dots + 1),
    ArrowUp: () => choose(props.dots + 1),
    ArrowLeft: () => choose(props.dots - 1),
    ArrowDown: () => choose(props.dots - 1),
    Home: () => choose(0),
    End: () => choose(props.most),
  };
  /** A digit key sets that number; for ten or more there is End. */
  const digit = (key: string) => (/^\d$/.test(key) ? () => choose(Number(key)) : undefined);
  return (
    <span
      class="dots input"
      classList={{ long: props.most > 5 }}
      role="slider"
      tabindex="0"
      aria-label={props.label}
      aria-valuemin="0"
      aria-valuemax={props.most}
      aria-valuenow={props.dots}
      aria-valuetext={withWord(String(props.dots), word(props.dots, props.most))}
      data-trait={props.trait}
      onPointerLeave={() => setHovered(undefined)}
      onKeyDown={(event) => {
        const run = keys[event.key] ?? (event.ctrlKey || event.metaKey || event.altKey ? undefined : digit(event.key));
        if (run === undefined) return;
        event.preventDefault();
        run();
      }}
    >
      <For each={upTo(props.most)}>
        {(n) => (
          <i
            classList={{ full: n <= props.dots }}
            data-dot={n}
            onPointerEnter={() => setHovered(n)}
            onClick={() => choose(n === props.dots ? n - 1 : n)}
          />
        )}
      </For>
      <Word word={word(hovered() ?? props.dots, props.most)} />
    </span>
  );
}
