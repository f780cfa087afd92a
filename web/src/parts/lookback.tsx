/** Looking back: a slider over the scene's history. Reading only; the live table goes on meanwhile. */

import { createSignal, For, onCleanup, Show } from "solid-js";
import { Live, type Reading } from "../live";
import { useTable } from "../table";

interface Props {
  /** Hands the table as it was to the screen; undefined: back to now. */
  readonly show: (past: Reading | undefined) => void;
}

const PAUSE = 90;

export function LookBack(props: Props) {
  const table = useTable();
  const past = new Live();
  const [at, setAt] = createSignal(table.live.moments());
  const [most, setMost] = createSignal(table.live.moments());
  const [when, setWhen] = createSignal(0);
  const [seat, setSeat] = createSignal("");
  const [refused, setRefused] = createSignal("");
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  /** The seat by whose count the moment is told. */
  let counted = "";

  const ask = async () => {
    const [mine, eyes] = [++asked, seat()];
    const answer = await table.look(at(), eyes, counted);
    if (mine !== asked || answer === undefined) return;
    const { looked, views } = answer;
    setRefused(looked.refused);
    if (looked.refused) return;
    setMost(looked.most);
    setAt(counted === eyes ? Math.min(at(), looked.most) : looked.at); // other eyes count otherwise
    counted = eyes;
    setWhen(looked.time);
    past.replace(views);
    props.show(past);
  };
  const go = (moment: number) => {
    setAt(Math.min(Math.max(moment, 0), most()));
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), PAUSE);
  };
  const as = (id: string) => {
    setSeat(id);
    clearTimeout(waiting);
    void ask();
  };
  void ask();
  onCleanup(() => {
    clearTimeout(waiting);
    asked++;
    props.show(undefined);
  });

  const players = () => table.presence()?.seats.filter((s) => s.role === "player") ?? [];
  return (
    <section class="lookback" data-testid="lookback" aria-label="Looking back">
      <Show when={!refused()} fallback={<p class="quiet">{refused()}</p>}>
        <button type="button" class="plain" aria-label="One moment earlier" onClick={() => go(at() - 1)}>
          ‹
        </button>
        <input
          type="range"
          min="0"
          max={most()}
          value={at()}
          aria-label="Moment of the scene"
          aria-valuetext={`${at()} of ${most()}`}
          onInput={(e) => go(e.currentTarget.valueAsNumber)}
          data-testid="lookback-slider"
        />
        <button type="button" class="plain" aria-label="One moment later" onClick={() => go(at() + 1)}>
          ›
        </button>
        <span class="when" data-testid="lookback-when">
          {at()} / {most()} {when() ? `· ${new Date(when()).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}` : ""}
        </span>
        <Show when={table.tells() && players().length > 0}>
          <label>
            <span class="sr">As seen by</span>
            <select value={seat()} onChange={(e) => as(e.currentTarget.value)} data-testid="lookback-seat">
              <option value="">as you saw it</option>
              <For each={players()}>{(s) => <option value={s.id} selected={seat() === s.id}>as {s.name} saw it</option>}</For>
            </select>
          </label>
        </Show>
      </Show>
    </section>
  );
}
