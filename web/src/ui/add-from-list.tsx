/** A list that one adds from: by hand what is chosen is added; by keys, which pass over what is not meant, only Enter or
 * its button adds. */

import { createSignal, type JSX, Show } from "solid-js";

interface Props {
  readonly label: string;
  /** What this adds to, for whoever looks for it. */
  readonly of: string;
  /** What stands in it while nothing is chosen. */
  readonly empty: string;
  /** Add it; whether the keyboard did. */
  readonly add: (value: string, byKeys: boolean) => void;
  /** The choices, as options of a list. */
  readonly children: JSX.Element;
}

export function AddFromList(props: Props) {
  const [chosen, choose] = createSignal("");
  let byKeys = false;
  let list: HTMLSelectElement | undefined;
  const add = () => {
    const value = chosen();
    choose("");
    if (list !== undefined) list.value = "";
    if (value !== "") props.add(value, byKeys);
    byKeys = false;
  };
  return (
    <span class="adding">
      <select
        ref={(el) => {
          list = el;
        }}
        aria-label={props.label}
        data-add={props.of}
        onPointerDown={() => {
          byKeys = false;
        }}
        onKeyDown={(event) => {
          byKeys = true;
          if (event.key !== "Enter" || chosen() === "") return;
          event.preventDefault();
          add();
        }}
        onChange={(event) => {
          choose(event.currentTarget.value);
          if (!byKeys) add();
        }}
      >
        <option value="">{props.empty}</option>
        {props.children}
      </select>
      <Show when={chosen() !== ""}>
        <button type="button" onClick={add}>
          Add
        </button>
      </Show>
    </span>
  );
}
