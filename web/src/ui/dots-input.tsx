/** Dots that are set by a click, the arrow keys or a digit. */

import { createSignal, For } from "solid-js";
import { upTo, useWord, withWord, Word } from "./dots";

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
