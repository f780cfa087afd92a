/** The inputs of an option that leave a choice; inputs marked `rarely` are folded away. */

import { Show } from "solid-js";
import { answerOf, type InputValue, type Form, isFixed } from "../forms/options";
import type { Input } from "../messages";
import { t } from "../words/render";
import { Field } from "./field";
import { KeyedList } from "../ui/keyed-list";

interface Props {
  readonly inputs: readonly Input[];
  readonly form: Form;
  readonly set: (name: string, value: InputValue) => void;
}

export function Fields(props: Props) {
  const openInputs = () => props.inputs.filter((input) => !isFixed(input));
  const rarely = () => openInputs().filter((input) => input.rarely);
  return (
    <>
      <FieldList {...props} inputs={openInputs().filter((input) => !input.rarely)} />
      <Show when={rarely().length > 0}>
        <details class="more rarely">
          <summary>{t("page-more-fields")}</summary>
          <FieldList {...props} inputs={rarely()} />
        </details>
      </Show>
    </>
  );
}

function FieldList(props: Props) {
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
