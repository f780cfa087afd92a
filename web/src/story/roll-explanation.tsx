/** The explanation of a roll, die by die, on demand. */

import { createSignal, For, onMount, Show } from "solid-js";
import { chains, diceInWords } from "../text/dice";
import { HttpError, get } from "../net/http";
import type { Reading } from "../state/record-signals";
import { inWords } from "../words/render";
import { isSilent, type Sentence } from "../words/words";
import type { Roll } from "../messages";

interface Explained {
  readonly dice: readonly Sentence[];
  readonly net: number;
  readonly result: Roll["result"];
}

/** The query for an explanation: the facts about the roll that the rules need. */
export function explainQuery(roll: Roll, setting: { readonly rules: string; readonly switches: readonly (readonly [string, string])[] }): string {
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

/** The dice of a roll, each with the reason why it counts. It asks the server once, when it is drawn. */
export function DieByDie(props: { reading: Reading; roll: Roll }) {
  const [shown, setShown] = createSignal<readonly Sentence[]>();
  const [failure, setFailure] = createSignal<Sentence>("");
  /** The dice in fewer words, from the roll's own record: the rules may have changed since, or a botch may have been
   * forgiven. */
  const storedDice = () => chains(props.roll).map((chain) => diceInWords([chain]));
  const ask = async () => {
    const setting = props.reading.get("Setting", "setting");
    if (setting === undefined) return;
    try {
      const { dice, net, result } = await get<Explained>(`/api/explain?${explainQuery(props.roll, setting)}`);
      setShown(net === props.roll.net && result === props.roll.result ? dice : storedDice());
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.status === 422 || error.status === 400) setShown(storedDice());
      else setFailure(error.sentence);
    }
  };
  if (props.roll.result !== "untold" && props.roll.faces.length > 0) onMount(() => void ask());
  return (
    <>
      <Show when={shown()}>
        {(lines) => (
          <ol class="die-by-die" aria-live="polite" data-testid="explained">
            <For each={lines()}>{(line) => <li>{inWords(line)}</li>}</For>
          </ol>
        )}
      </Show>
      <Show when={!isSilent(failure())}>
        <p class="quiet" role="alert">
          {inWords(failure())}
        </p>
      </Show>
    </>
  );
}
