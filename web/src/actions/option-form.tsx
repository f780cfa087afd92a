/** The form of an option, in a drawer. */

import { createSignal, createUniqueId, onCleanup, Show } from "solid-js";
import { fieldsOf } from "../forms/option-fields";
import { type InputValue, type Form, firstTooShort, firstUnanswered, needsForm } from "../forms/options";
import type { Option } from "../messages";
import { inWords, t } from "../words/render";
import { isSilent, ruleOf } from "../words/words";
import { useTable } from "../state/table";
import { Drawer } from "../ui/drawer";
import { SendButton } from "../ui/send-button";
import { Fields } from "./fields";
import { Objection, Odds } from "./odds";

interface Props {
  readonly option: Option;
  readonly send: (form: Form) => Promise<boolean>;
  readonly busy: boolean;
  readonly close: () => void;
}

export function OptionForm(props: Props) {
  const table = useTable();
  const id = createUniqueId();
  const preview = () => table.layout(props.option.command)?.preview;
  const [form, setForm] = createSignal<Form>({});
  /** A refusal is about the form as it was sent: it goes away once the form is changed or closed. */
  const forget = () => !isSilent(table.refusal()) && table.setRefusal("");
  const set = (name: string, value: InputValue) => {
    setForm({ ...form(), [name]: value });
    forget();
  };
  onCleanup(forget);
  /** Rare inputs are not folded if the form has no others. */
  const inputs = () => (needsForm(props.option) ? props.option.inputs : props.option.inputs.map((input) => ({ ...input, rarely: false })));
  const unanswered = () => firstUnanswered(props.option.inputs, form()) ?? firstTooShort(props.option.inputs, form());
  const lacks = () => {
    const input = unanswered();
    return input === undefined ? "" : t("page-fill-in", { field: input.label });
  };
  return (
    <Drawer
      title={inWords(props.option.label)}
      rule={ruleOf(props.option.label) || ruleOf(props.option.hint)}
      titleId={`${id}-title`}
      close={props.close}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (unanswered() === undefined) void props.send(form());
        }}
      >
        <Show when={inWords(props.option.hint)}>
          <p class="quiet">{inWords(props.option.hint)}</p>
        </Show>
        <Fields inputs={inputs()} form={form()} set={set} />
        <Show when={preview() === "pool"}>
          <Odds draft={{ command: props.option.command, fields: fieldsOf(props.option, form()) }} />
        </Show>
        <Show when={preview() === "dice"}>
          <Objection draft={{ command: props.option.command, fields: fieldsOf(props.option, form()) }} />
        </Show>
        <footer>
          <SendButton class="do" lacks={lacks()} busy={props.busy} testid={`do-${props.option.command}`}>
            {inWords(props.option.label)}
          </SendButton>
        </footer>
      </form>
    </Drawer>
  );
}
