/** The last refusal, until it is dismissed or the next command is accepted. */

import { onCleanup, Show } from "solid-js";
import { inWords, t } from "../words/render";
import { isSilent, ruleOf } from "../words/words";
import { RuleMark } from "./rule-mark";
import { useTable } from "../state/table";

export function RefusalNotice() {
  const table = useTable();
  return (
    <Show when={!isSilent(table.refusal())}>
      <Notice />
    </Show>
  );
}

function Notice() {
  const table = useTable();
  const dismiss = () => table.setRefusal("");
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    dismiss();
    event.preventDefault(); // Escape closes only the notice, not the dialog below it
    event.stopPropagation();
  };
  document.addEventListener("keydown", keys, true);
  onCleanup(() => document.removeEventListener("keydown", keys, true));
  return (
    <div class="notice refused" role="alert" data-testid="notice">
      <span>
        {inWords(table.refusal())}
        <RuleMark rule={ruleOf(table.refusal())} />
      </span>
      <button type="button" class="plain" onClick={dismiss} aria-label={t("page-dismiss")} title={t("page-dismiss-esc")} data-testid="notice-away">
        ✕
      </button>
    </div>
  );
}
