/** Checks the dice of a closed scene: this browser draws them again from the opened seed. */

import { createSignal, For, Show } from "solid-js";
import { sealError, checkRolls, type DiceCheck } from "../verify/sealed-dice";
import { STORY_UNREADABLE, useTable } from "../state/table";

const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;

export function CheckDice() {
  const table = useTable();
  const [found, setFound] = createSignal<DiceCheck>();
  const [failure, setFailure] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const run = async () => {
    setBusy(true);
    const whole = await table.loadWholeStory();
    setBusy(false);
    const seal = table.get("DiceSeal", "seal");
    setFailure(!whole ? STORY_UNREADABLE : seal === undefined ? "The dice of this scene were never sealed." : sealError(seal));
    const seen = table.all("RollOff").filter((off) => table.audienceOf("RollOff", off.id) === "everyone"); // only public roll-offs
    setFound(seal === undefined || failure() ? undefined : checkRolls(seal, table.story(), seen));
  };
  const hasResult = () => found() !== undefined || failure() !== "";
  const dismiss = () => {
    setFound(undefined);
    setFailure("");
    button?.focus();
  };
  let button: HTMLButtonElement | undefined;
  return (
    <div class="check-dice" data-testid="check-dice" onKeyDown={(event) => event.key === "Escape" && hasResult() && dismiss()}>
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
        Check the dice
      </button>
      <Show when={hasResult()}>
        <button type="button" class="plain" aria-label="Put away what the check said" title="Put away (Esc)" onClick={dismiss} data-testid="check-dice-away">
          ✕
        </button>
      </Show>
      <Show when={failure()}>
        <p role="alert">{failure()}</p>
      </Show>
      <Show when={found()} keyed>
        {(all) => (
          <div role="status" data-testid="checked-dice" data-wrong={all.wrong.length}>
            <p>
              {plural(all.right, "public roll")} drawn again from the opened seed:{" "}
              {all.wrong.length === 0 ? "every one fell as the seal says." : `${all.wrong.length} more did not fall so.`}
              <Show when={all.alone > 0}> In {all.alone} of them no player had a hand: the Storyteller rolled, and no player’s number was left.</Show>
              <Show when={all.shown > 0}> {plural(all.shown, "hidden roll")} shown later: the proof is in the scene’s export.</Show>
            </p>
            <For each={all.wrong}>
              {(one) => (
                <p role="alert">
                  <b>{one.roll.type === "Roll" ? one.roll.reason || "A roll" : "A roll-off"}</b>: {one.why}
                </p>
              )}
            </For>
            <p class="quiet small">
              This cannot show that whoever runs the server did not read the sealed seed while you played, nor that a number was really made
              by the page that it is said to be from.
            </p>
          </div>
        )}
      </Show>
    </div>
  );
}
