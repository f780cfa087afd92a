/** Checks the dice of a closed scene: this browser draws them again from the opened seed. */

import { createSignal, For, Show } from "solid-js";
import { sealError, checkRolls, type DiceCheck } from "../verify/sealed-dice";
import { inWords, t } from "../words/render";
import { isSilent, phrase, type Sentence } from "../words/words";
import { STORY_UNREADABLE, useTable } from "../state/table";

export function CheckDice() {
  const table = useTable();
  const [found, setFound] = createSignal<DiceCheck>();
  const [failure, setFailure] = createSignal<Sentence>("");
  const [busy, setBusy] = createSignal(false);
  const run = async () => {
    setBusy(true);
    const whole = await table.loadWholeStory();
    setBusy(false);
    const seal = table.get("DiceSeal", "seal");
    setFailure(!whole ? STORY_UNREADABLE : seal === undefined ? phrase("page-check-unsealed") : sealError(seal));
    const seen = table.all("RollOff").filter((off) => table.audienceOf("RollOff", off.id) === "everyone"); // only public roll-offs
    setFound(seal === undefined || !isSilent(failure()) ? undefined : checkRolls(seal, table.story(), seen));
  };
  const hasResult = () => found() !== undefined || !isSilent(failure());
  const dismiss = () => {
    setFound(undefined);
    setFailure("");
    button?.focus();
  };
  let button: HTMLButtonElement | undefined;
  return (
    <div data-testid="check-dice" onKeyDown={(event) => event.key === "Escape" && hasResult() && dismiss()}>
      <button
        ref={(el) => {
          button = el;
        }}
        type="button"
        class="plain"
        disabled={busy()}
        onClick={() => void run()}
        data-testid="check-dice-do"
      >
        {t("page-check-dice")}
      </button>
      <Show when={hasResult()}>
        <button type="button" class="plain" aria-label={t("page-check-dismiss")} title={t("page-dismiss-esc")} onClick={dismiss} data-testid="check-dice-away">
          ✕
        </button>
      </Show>
      <Show when={!isSilent(failure())}>
        <p role="alert">{inWords(failure())}</p>
      </Show>
      <Show when={found()} keyed>
        {(all) => (
          <div role="status" data-testid="checked-dice" data-wrong={all.wrong.length}>
            <p>
              {t("page-check-right", { n: all.right })} {t("page-check-wrong", { n: all.wrong.length })}
              <Show when={all.alone > 0}> {t("page-check-alone", { n: all.alone })}</Show>
              <Show when={all.shown > 0}> {t("page-check-shown", { n: all.shown })}</Show>
            </p>
            <For each={all.wrong}>
              {(one) => (
                <p role="alert">
                  <b>{one.roll.type === "Roll" ? inWords(one.roll.reason) || t("page-check-a-roll") : t("page-check-roll-off")}</b>: {inWords(one.why)}
                </p>
              )}
            </For>
            <p class="quiet small">
              {t("page-check-limits-seed")} {t("page-check-limits-number")}
            </p>
          </div>
        )}
      </Show>
    </div>
  );
}
