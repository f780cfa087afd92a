/** What an option asks, field by field; what is seldom answered is folded away. */

import { For, Show } from "solid-js";
import { type Filled, type Form, initial, isFixed } from "../core/options";
import type { Input } from "../messages";
import { Field } from "./field";

interface Props {
  readonly inputs: readonly Input[];
  readonly form: Form;
  readonly set: (name: string, value: Filled) => void;
}

export function Fields(props: Props) {
  const asked = () => props.inputs.filter((input) => !isFixed(input));
  const rarely = () => asked().filter((input) => input.rarely);
  return (
    <>
      <Each {...props} inputs={asked().filter((input) => !input.rarely)} />
      <Show when={rarely().length > 0}>
        <details class="more rarely">
          <summary>More about it</summary>
          <Each {...props} inputs={rarely()} />
        </details>
      </Show>
    </>
  );
}

function Each(props: Props) {
  return (
    <div class="fields">
      <For each={props.inputs}>
        {(input) => (
          <Field
            input={input}
            value={props.form[input.name] ?? initial(input)}
            set={(value) => props.set(input.name, value)}
          />
        )}
      </For>
    </div>
  );
}
