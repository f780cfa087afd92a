/** Parts that each drawing of a sheet has: its options, its circumstances, and lists. */

import { For, type JSX, Show } from "solid-js";
import { circumstances } from "../text/circumstances";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import { useTable } from "../state/table";
import { inCard, OptionList } from "../actions/options";

/** The options of a character, shown with its sheet. */
export function SheetOptions(props: { id: string }) {
  const table = useTable();
  const options = () => table.options().filter((o) => o.actor === props.id && inCard(table, o));
  return (
    <Show when={options().length > 0}>
      <OptionList options={options()} />
    </Show>
  );
}

/** The circumstances that affect a character's rolls, with the end of each (X7). */
export function Circumstances(props: { reading: Reading; id: string }) {
  return (
    <Listed name={t("page-circumstances")} all={circumstances(props.reading, props.id)}>
      {(one) => (
        <>
          {one.words} <small>{one.ends}</small>
        </>
      )}
    </Listed>
  );
}

/** A heading with its list; nothing if the list is empty. */
export function Listed<T>(props: { name: string; all: readonly T[]; children: (one: T) => JSX.Element }) {
  return (
    <Show when={props.all.length > 0}>
      <section class="listed">
        <h3>{props.name}</h3>
        <ul>
          <For each={props.all}>{(one) => <li>{props.children(one)}</li>}</For>
        </ul>
      </section>
    </Show>
  );
}
