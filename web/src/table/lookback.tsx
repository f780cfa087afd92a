/** Looking back: a slider over the scene's history. Reading only, and the live table goes on meanwhile; the Storyteller
 * may take back what came after, or, once the scene is over, have a new one go on from there. */

import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { type Entry, isDeed, isTakenBack } from "../state/story";
import { RecordSignals, nameIn, type Reading } from "../state/record-signals";
import type { Input, Option } from "../messages";
import { type Table, TableContext, useTable } from "../state/table";
import { OptionItem } from "../actions/options";
import { Prose } from "../ui/prose";

interface Props {
  /** Hands the table as it was to the screen; undefined: back to now. */
  readonly show: (past: Reading | undefined) => void;
  /** The table is as it was again: there is nothing more to look back for. */
  readonly done: () => void;
  /** The chronicle, once the scene is over. */
  readonly chronicle: Table | undefined;
  /** Another scene goes on from here. */
  readonly played: () => void;
}

const fixed = (name: string, value: number | string): Input => ({
  name, label: "", kind: "choice", choices: [{ value: String(value), label: "", hint: "" }], least: 0, most: 0, default: "", rarely: false,
});

/** An option to go on from a moment: the table offers it, and the page knows the moment, and what came since. */
const takeBackOption = (option: Option, moment: number, seen: number, hint: string): Option => ({
  ...option,
  hint,
  inputs: [fixed("at", moment), fixed("seen", seen)],
});

/** An option to have a new scene go on from a moment, with a name for it that can be changed. */
const forkOption = (option: Option, scene: string, moment: number, name: string, hint: string): Option => ({
  ...option,
  hint: hint || option.hint,
  inputs: [fixed("scene", scene), fixed("at", moment), ...option.inputs.map((input) => ({ ...input, default: name.slice(0, input.most) }))],
});

/** How much of what would be taken back is told one by one. */
const LISTED = 6;

/** What was done, in a few words. */
function entryInShort(table: Table, { record }: Entry) {
  if (record.type === "Line") return <Prose text={record.text} name={(ref) => nameIn(table, record.refs[ref] ?? "")} />;
  if (record.type !== "Roll") return "";
  const who = record.actor ? nameIn(table, record.actor) : table.seatName(record.who) || "Someone";
  return `${who} rolls${record.reason ? `: ${record.reason}` : ""}`;
}

const PAUSE = 90;

/** From where else nothing goes on. */
const OWN_EYES = "look, as you saw it, at a moment of the scene";

export function LookBack(props: Props) {
  const table = useTable();
  const past = new RecordSignals();
  const [at, setAt] = createSignal(table.live.moments());
  const [most, setMost] = createSignal(table.live.moments());
  const [when, setWhen] = createSignal(0);
  /** The moment that is shown. */
  const [shown, setShown] = createSignal(-1);
  const [seat, setSeat] = createSignal("");
  const [refused, setRefused] = createSignal("");
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastRequest = 0;
  /** The seat by whose count the moment is told. */
  let countedBy = "";

  const ask = async () => {
    const [request, eyes] = [++lastRequest, seat()];
    const answer = await table.lookBack(at(), eyes, countedBy);
    if (request !== lastRequest || answer === undefined) return;
    const { looked, views } = answer;
    setRefused(looked.refused);
    if (looked.refused) return;
    setMost(looked.most);
    setAt(countedBy === eyes ? Math.min(at(), looked.most) : looked.at); // other eyes count otherwise
    countedBy = eyes;
    setWhen(looked.time);
    setShown(looked.at);
    past.replace(views);
    props.show(past);
  };
  const go = (moment: number) => {
    setAt(Math.min(Math.max(moment, 0), most()));
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), PAUSE);
  };
  /** What one commit told several at once is one step back. */
  const earlier = () => (shown() >= 0 ? Math.min(at(), shown()) : at()) - 1;
  const viewAs = (id: string) => {
    setSeat(id);
    clearTimeout(waiting);
    void ask();
  };
  void ask();

  /** Escape and the browser's Back lead back to now, before they lead anywhere else: looking back is a page of the
   * browser's history, which goes as soon as it is over, unless one has gone on to another since. */
  const escape = (event: KeyboardEvent) => {
    const within = event.target instanceof Element && event.target.closest("details, dialog");
    if (event.key === "Escape" && !event.defaultPrevented && !within) props.done();
  };
  const back = () => props.done();
  const { state } = history;
  history.pushState({ ...state, looking: true }, "");
  addEventListener("popstate", back);
  document.addEventListener("keydown", escape);

  onCleanup(() => {
    clearTimeout(waiting);
    lastRequest++;
    props.show(undefined);
    removeEventListener("popstate", back);
    document.removeEventListener("keydown", escape);
    setTimeout(() => history.state?.looking && history.back());
  });

  /** Where the new scene takes the page is no place to go back from. */
  const played = () => {
    history.replaceState(state, "");
    props.played();
  };

  const takingBack = () => table.options().find((o) => o.command === "TakeBack");
  /** What came after what is shown, as far as the story tells it, oldest first. */
  const undone = createMemo(() => {
    past.story(); // is drawn anew with the moment
    const then = new Map(past.records.position().map(({ audience, count }) => [audience, count]));
    const retractions = table.all("Retraction");
    return table.story().filter((e) => isDeed(e) && e.n > (then.get(e.audience) ?? 0) && !isTakenBack(retractions, e));
  });
  /** Whether what is shown is a moment of the scene, as she counts them. */
  const isOwnView = () => seat() === "" && shown() >= 0 && past.get("Setting", "setting") !== undefined;
  /** Whether anything came after it. */
  const hasLater = () => isOwnView() && shown() < table.live.moments();
  const forkOffer = () => props.chronicle?.options().find((o) => o.command === "ForkScene");
  const scenes = () => props.chronicle?.all("SceneCard") ?? [];
  /** This scene, as the chronicle has it, and the one that is played now. */
  const here = () => scenes().find((s) => s.stream === table.stream);
  const open = () => scenes().find((s) => s.open);
  /** What else is to be known before this scene is gone on from. */
  const warning = () => {
    if (!isOwnView()) return OWN_EYES;
    if (past.get("Setting", "setting")?.open === false) return "as it was once it had closed: before that is one step back";
    return scenes().at(-1) === here() ? "" : "everybody as they were then: when it closes, that holds, and not what scenes since made of them";
  };
  const hint = () =>
    !isOwnView() ? OWN_EYES
    : undone().length === 1 ? "takes back 1 thing that was done"
    : undone().length > 0 ? `takes back ${undone().length} things that were done`
    : hasLater() ? "takes back nothing that the story tells"
    : "step back to what is to be taken back";

  const players = () => table.presence()?.seats.filter((s) => s.role === "player") ?? [];
  return (
    <section class="lookback" data-testid="lookback" aria-label="Looking back">
      <Show when={refused()}>
        <p class="quiet">{refused()}</p>
      </Show>
      <Show when={!refused() || shown() >= 0}>
        <button type="button" class="plain" aria-label="One moment earlier" onClick={() => go(earlier())}>
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
        <Show when={table.isStoryteller() && players().length > 0}>
          <label>
            <span class="sr">As seen by</span>
            <select value={seat()} onChange={(e) => viewAs(e.currentTarget.value)} data-testid="lookback-seat">
              <option value="">as you saw it</option>
              <For each={players()}>{(s) => <option value={s.id} selected={seat() === s.id}>as {s.name} saw it</option>}</For>
            </select>
          </label>
        </Show>
        <Show when={takingBack()}>
          {(option) => (
            <>
              <OptionItem
                option={takeBackOption(option(), shown(), table.live.moments(), hint())}
                unavailable={!hasLater()}
                confirmKey={`${shown()} of ${table.live.moments()}`}
                done={props.done}
              />
              <Show when={hasLater() && undone().length > 0}>
                <ul class="undone" aria-label="What would be taken back" data-testid="undone">
                  <For each={undone().slice(0, LISTED)}>{(entry) => <li>{entryInShort(table, entry)}</li>}</For>
                  <Show when={undone().length > LISTED}>
                    <li class="quiet">and {undone().length - LISTED} more</li>
                  </Show>
                </ul>
              </Show>
            </>
          )}
        </Show>
        <Show when={forkOffer()}>
          {(option) => (
            <TableContext.Provider value={props.chronicle}>
              <OptionItem
                option={forkOption(option(), here()?.id ?? "", shown(), `${here()?.name}, again`, warning())}
                unavailable={!isOwnView()}
                done={played}
              />
              <Show when={props.chronicle?.refusal()}>
                <p role="alert">{props.chronicle?.refusal()}</p>
              </Show>
            </TableContext.Provider>
          )}
        </Show>
        <Show when={table.isStoryteller() && open()}>{(scene) => <p class="quiet">To play on from here, close “{scene().name}” first.</p>}</Show>
      </Show>
    </section>
  );
}
