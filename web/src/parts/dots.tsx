/** Dots: a trait's rating, to be read, or to be set by clicking or with the arrow keys. */

import { For } from "solid-js";

const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);

export function Dots(props: { dots: number; most: number }) {
  return (
    <span class="dots" classList={{ long: props.most > 5 }} role="img" aria-label={`${props.dots} of ${props.most}`}>
      <For each={upTo(Math.max(props.most, props.dots))}>{(n) => <i classList={{ full: n <= props.dots }} />}</For>
    </span>
  );
}

export function DotsInput(props: { label: string; dots: number; most: number; set: (dots: number) => void }) {
  const held = (dots: number) => props.set(Math.min(Math.max(dots, 0), props.most));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => held(props.dots + 1),
    ArrowUp: () => held(props.dots + 1),
    ArrowLeft: () => held(props.dots - 1),
    ArrowDown: () => held(props.dots - 1),
    Home: () => held(0),
    End: () => held(props.most),
  };
  return (
    <span
      class="dots input"
      role="slider"
      tabindex="0"
      aria-label={props.label}
      aria-valuemin="0"
      aria-valuemax={props.most}
      aria-valuenow={props.dots}
      data-trait={props.label}
      onKeyDown={(event) => {
        const run = keys[event.key];
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
            onClick={() => held(n === props.dots ? n - 1 : n)}
          />
        )}
      </For>
    </span>
  );
}
