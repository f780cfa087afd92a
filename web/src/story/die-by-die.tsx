/** A roll die by die, in words, for whoever asks. */

import { createSignal, For, Show } from "solid-js";
import { chains, inWords } from "../text/dice";
import { Failed, get } from "../net/http";
import type { Reading } from "../state/record-signals";
import type { Roll } from "../messages";

interface Explained {
  readonly dice: readonly string[];
  readonly explanation: string;
}

/** What the rules have to know of a roll to explain it. */
export function question(roll: Roll, setting: { readonly rules: string; readonly switches: readonly (readonly [string, string])[] }): string {
  return new URLSearchParams({
    rules: setting.rules,
    switches: setting.switches.map(([name, choice]) => `${name}=${choice}`).join(","),
    pool: String(roll.pool),
    difficulty: String(roll.difficulty),
    specialty: String(roll.specialty),
    willpower: String(roll.willpower),
    faces: roll.faces.map((chain) => chain.join("+")).join(","),
  }).toString();
}

export function DieByDie(props: { reading: Reading; roll: Roll }) {
  const [told, setTold] = createSignal<readonly string[]>();
  const [trouble, setTrouble] = createSignal("");
  const setting = () => props.reading.get("Setting", "setting");
  /** In fewer words, as it was told then: the table's rules may be others by now, or it was spared something. */
  const asTold = () => chains(props.roll).map((chain) => inWords([chain]));
  const ask = async () => {
    const table = setting();
    if (told() !== undefined || table === undefined) {
      setTold(undefined);
      return;
    }
    setTrouble("");
    try {
      const { dice, explanation } = await get<Explained>(`/api/explain?${question(props.roll, table)}`);
      setTold(explanation === props.roll.why ? dice : asTold());
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (error.status === 422 || error.status === 400) setTold(asTold());
      else setTrouble(error.message);
    }
  };
  return (
    <Show when={props.roll.result !== "untold" && props.roll.faces.length > 0}>
      <div class="die-by-die">
        <button type="button" class="plain" tabindex="-1" aria-expanded={told() !== undefined} onClick={() => void ask()} data-testid="explain">
          die by die
        </button>
        <Show when={told()}>
          {(lines) => (
            <ol aria-live="polite" data-testid="explained">
              <For each={lines()}>{(line) => <li>{line}</li>}</For>
            </ol>
          )}
        </Show>
        <Show when={trouble()}>
          <p class="quiet" role="alert">
            {trouble()}
          </p>
        </Show>
      </div>
    </Show>
  );
}
