/** The prompt: the one place for questions to this seat, above the text field; a bottom sheet on a phone. If nothing is
 * asked, it says whom the table waits for. */

import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import type { Reading } from "../state/record-signals";
import { Urgent } from "./action-panel";
import { OptionButtons } from "./options";
import { isAbort } from "./own-turn";
import { isAnswerable, isInPrompt } from "./questions";
import { waitsFor } from "../text/waiting";
import { lazy } from "../ui/lazy";
import { keyOf } from "../forms/options";

const Attacks = lazy(() => import("./fight-chunk").then((m) => m.Attacks));

interface Props {
  readonly reading: Reading;
  /** True if the page shows the present and this seat may act. */
  readonly live: boolean;
}

export function Prompt(props: Props) {
  const table = useTable();
  const [folded, setFolded] = createSignal(false);
  const questions = createMemo(() => (props.live ? table.options().filter((o) => isInPrompt(table, o) || isAnswerable(table, o)) : []));
  const asked = () => questions().length > 0;
  /** Changes whenever a question comes or goes: a folded prompt then opens again. */
  const subject = createMemo(() => questions().map(keyOf).join("\n"));
  createEffect(on(subject, () => setFolded(false), { defer: true }));
  const turns = () => props.reading.get("Turn", "turn") !== undefined && props.reading.get("Setting", "setting")?.open !== false;
  const attacks = () => props.reading.all("Blow").some((b) => b.waits !== "");
  const waiting = () => (attacks() ? "" : inWords(waitsFor(props.reading, table.isStoryteller())));
  const aborts = () => (props.live && !attacks() ? table.options().filter((o) => isAbort(table, o)) : []);
  return (
    <div class="prompt-place" classList={{ turns: turns() }}>
      <section
        class="prompt"
        classList={{ asked: asked(), folded: folded() }}
        aria-label={t(asked() ? "page-your-turn" : "page-prompt")}
        data-testid="prompt"
        data-asked={asked() ? "" : undefined}
        onInput={() => table.setRefusal("")}
      >
        <Show when={asked()}>
          <button
            type="button"
            class="plain fold"
            aria-expanded={!folded()}
            onClick={() => setFolded(!folded())}
            data-testid="prompt-fold"
          >
            {t("page-your-turn")}
          </button>
        </Show>
        <Show when={!asked() && waiting()}>
          <p class="whose-turn" data-testid="turn" aria-live="polite">
            {waiting()}
          </p>
        </Show>
        <div class="asking">
          <Show when={attacks()}>
            <Attacks reading={props.reading} live={props.live} />
          </Show>
          <Show when={props.live}>
            <Urgent />
          </Show>
        </div>
        <Show when={aborts().length > 0}>
          <div class="besides">
            <OptionButtons options={aborts()} />
          </div>
        </Show>
      </section>
    </div>
  );
}
