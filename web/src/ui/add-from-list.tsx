/** A select that adds to a list. With the pointer a choice is added at once; with the keyboard, where the arrows
 * pass over further choices, only Enter or the button adds. */

import { createSignal, type JSX, Show } from "solid-js";
import { t } from "../words/render";

interface Props {
  readonly label: string;
  /** The name of the list that this adds to, in `data-add`. */
  readonly listName: string;
  /** The text of the empty choice. */
  readonly empty: string;
  /** Add a value; `byKeys`: the keyboard chose it. */
  readonly add: (value: string, byKeys: boolean) => void;
  /** The choices, as option elements. */
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
        data-add={props.listName}
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
          {t("page-do-add")}
        </button>
      </Show>
    </span>
  );
}
