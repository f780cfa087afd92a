/** The inputs of an option that leave a choice; inputs marked `rarely` are folded away. */

import { Show } from "solid-js";
import { answerOf, type InputValue, type Form, isFixed } from "../forms/options";
import type { Input } from "../messages";
import { Field } from "./field";
import { Folded } from "./rare-fields";
import { KeyedList } from "../ui/keyed-list";

export interface FieldsProps {
  readonly inputs: readonly Input[];
  readonly form: Form;
  readonly set: (name: string, value: InputValue) => void;
}

export function Fields(props: FieldsProps) {
  const openInputs = () => props.inputs.filter((input) => !isFixed(input));
  const rarely = () => openInputs().filter((input) => input.rarely);
  return (
    <>
      <FieldList {...props} inputs={openInputs().filter((input) => !input.rarely)} />
      <Show when={rarely().length > 0}>
        <Folded>
          <FieldList {...props} inputs={rarely()} />
        </Folded>
      </Show>
    </>
  );
}

export function FieldList(props: FieldsProps) {
  return (
    <div class="fields">
      <KeyedList each={props.inputs} by={(input) => input.name}>
        {(input) => (
          <Field
            input={input()}
            value={answerOf(input(), props.form)}
            set={(value) => props.set(input().name, value)}
          />
        )}
      </KeyedList>
    </div>
  );
}
