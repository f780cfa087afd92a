/** The own status, always in sight: name, health, stores of points and conditions of the character that this seat
 * plays. When the character is wounded, it flashes, and a sound is played if this device wants sounds. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { t, termText } from "../words/render";
import { term } from "../words/words";
import { useTable } from "../state/table";
import { soundHit } from "../ui/attention";
import { RuleMark } from "../ui/rule-mark";
import { wounds } from "../text/wounds";
import { Conditions } from "./condition-chips";
import { HealthTrack, healthWord } from "./health";
import { useMyCharacters } from "./my-character";
import { Portrait } from "./portrait";

/** Milliseconds for which the status is marked after a wound. */
const FLASH = 1600;

interface Props {
  readonly reading: Reading;
  readonly live: boolean;
  /** Goes to the question that the table asks this seat, if it is not in sight. */
  readonly toPrompt: (() => void) | undefined;
}

export function OwnStatus(props: Props) {
  const table = useTable();
  const mine = useMyCharacters();
  const id = createMemo(() => mine.actor()?.id ?? "");
  const levels = createMemo(() => wounds(props.reading.get("Health", id())));
  const [struck, setStruck] = createSignal(false);
  let over: ReturnType<typeof setTimeout> | undefined;
  createEffect(
    on([id, levels, () => props.reading], ([who, now, reading], before) => {
      // Another moment of the table is no wound.
      if (before === undefined || before[0] !== who || before[2] !== reading || now <= before[1]) return;
      clearTimeout(over);
      setStruck(true);
      soundHit();
      over = setTimeout(() => setStruck(false), FLASH);
    }),
  );
  onCleanup(() => clearTimeout(over));
  return (
    <Show when={table.isStoryteller() ? undefined : mine.actor()}>
      {(face) => (
        <section
          class="own"
          classList={{ struck: struck() }}
          aria-label={t("page-own-status", { who: face().name })}
          data-testid="own-status"
          data-actor={id()}
        >
          <Portrait actor={id()} size="small" reading={props.reading} />
          <bdi class="name">{face().name}</bdi>
          <span class="own-health">
            <HealthTrack reading={props.reading} id={id()} />
            <small aria-hidden="true">{healthWord(props.reading, id())}</small>
            <RuleMark rule={levels() > 0 ? "C29" : ""} />
          </span>
          <dl class="own-stores">
            <For each={props.reading.get("Sheet", id())?.pools}>
              {([store, rating, points]) => (
                <div title={t("page-own-store", { store: term(store), points, rating })}>
                  <dt>{termText(store)}</dt>
                  <dd>
                    <b>{points}</b>/{rating}
                  </dd>
                </div>
              )}
            </For>
          </dl>
          <Conditions reading={props.reading} id={id()} live={props.live} />
          <Show when={props.toPrompt}>
            {(go) => (
              <button type="button" class="do to-prompt" onClick={() => go()()} data-testid="to-prompt">
                {t("page-your-turn")}
              </button>
            )}
          </Show>
        </section>
      )}
    </Show>
  );
}
