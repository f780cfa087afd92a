/** Refusals. They lie over the page, so that nothing moves. */

import { onCleanup, Show } from "solid-js";
import { inWords, t } from "../words/render";
import { isSilent, ruleOf, type Sentence } from "../words/words";
import { RuleMark } from "./rule-mark";
import { useTable } from "../state/table";

/** The table's last refusal, until it is dismissed or the next command is accepted. */
export function RefusalNotice() {
  const table = useTable();
  return <Refusal sentence={table.refusal()} dismiss={() => table.setRefusal("")} />;
}

interface Props {
  readonly sentence: Sentence;
  readonly dismiss: () => void;
}

/** A refusal with a button that puts it away; nothing for an empty sentence. */
export function Refusal(props: Props) {
  return (
    <Show when={!isSilent(props.sentence)}>
      <Notice {...props} />
    </Show>
  );
}

function Notice(props: Props) {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    props.dismiss();
    event.preventDefault(); // Escape closes only the notice, not the dialog below it
    event.stopPropagation();
  };
  document.addEventListener("keydown", keys, true);
  onCleanup(() => document.removeEventListener("keydown", keys, true));
  return (
    <div class="notice refused" role="alert" data-testid="notice">
      <span>
        {inWords(props.sentence)}
        <RuleMark rule={ruleOf(props.sentence)} />
      </span>
      <button type="button" class="plain" onClick={() => props.dismiss()} aria-label={t("page-dismiss")} title={t("page-dismiss-esc")} data-testid="notice-away">
        ✕
      </button>
    </div>
  );
}
