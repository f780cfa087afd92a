/** A list whose items have keys: an item is drawn once, and stays while the list around it changes. */

import { createMemo, For, type JSX, Show } from "solid-js";

interface Props<T> {
  readonly each: readonly T[];
  readonly by: (one: T) => string;
  readonly fallback?: JSX.Element;
  /** Draw an item, which may change while it stays. */
  readonly children: (one: () => T) => JSX.Element;
}

export function KeyedList<T extends object>(props: Props<T>) {
  const byName = createMemo(() => new Map(props.each.map((one) => [props.by(one), one])));
  const names = createMemo(() => [...byName().keys()]);
  return (
    <For each={names()} fallback={props.fallback}>
      {(name) => {
        let last = byName().get(name);
        const one = () => {
          last = byName().get(name) ?? last;
          return last;
        };
        return <Show when={one()}>{(found) => props.children(found)}</Show>;
      }}
    </For>
  );
}
