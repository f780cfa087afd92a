/** A mark that opens the title and the text of a rule. */

import { createResource, createSignal, createUniqueId, For, Show } from "solid-js";
import { language, rulesIn } from "../words/language";
import { t } from "../words/render";
import { retryOnce } from "./chunk-loading";

interface Props {
  /** The numbers of the rules with commas, "C14" or "E1, E4"; "" shows no mark. */
  readonly rule: string;
  /** True if Tab does not stop at the mark, because another key leads to it. */
  readonly skipsTab?: boolean;
}

export function RuleMark(props: Props) {
  const [open, setOpen] = createSignal(false);
  const id = createUniqueId();
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open()) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Show when={props.rule}>
      <span class="rule-of" onKeyDown={close} onFocusOut={() => setOpen(false)}>
        <button
          type="button"
          class="rule-mark"
          tabindex={props.skipsTab ? -1 : undefined}
          aria-expanded={open()}
          aria-controls={open() ? id : undefined}
          aria-label={t("page-rule-open", { rules: props.rule })}
          title={t("page-rule-open", { rules: props.rule })}
          onClick={() => setOpen(!open())}
          data-testid="rule-mark"
        >
          §
        </button>
        <Show when={open()}>
          <span class="rule-text" id={id} role="status" data-testid="rule-text">
            <For each={props.rule.split(", ")}>{(number) => <RuleText number={number} />}</For>
          </span>
        </Show>
      </span>
    </Show>
  );
}

function RuleText(props: { number: string }) {
  const [rules] = createResource(language, (wanted) => retryOnce(() => rulesIn(wanted)));
  /** A text of the rule; "" while it is fetched. */
  const text = (what: "title" | "text") => {
    const found = rules.error ? undefined : rules.latest;
    const pattern = found?.getMessage(`rule-${what}-${props.number}`)?.value;
    return found && pattern ? found.formatPattern(pattern) : "";
  };
  return (
    <Show when={!rules.error} fallback={t("early-part-lost")}>
      <b>{text("title")}</b> {text("text")}
    </Show>
  );
}
