/** Looking back: a slider over the scene's history. It only reads, and the live table goes on. The Storyteller may
 * take back all that came after a moment, or, once the scene is closed, fork a new scene from it. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import { type Entry, isDeed, isTakenBack } from "../state/story";
import { RecordSignals, nameIn, type Reading } from "../state/record-signals";
import type { Input, Option } from "../messages";
import { type Table, TableContext, useTable } from "../state/table";
import type { LookbackAnswer } from "../net/lookback-requests";
import { dateLocale } from "../words/language";
import { inWords, t } from "../words/render";
import { isSilent, phrase, type Sentence, type Words } from "../words/words";
import { OptionItem } from "../actions/options";
import { Prose } from "../ui/prose";

interface Props {
  /** Give the past view to the screen; undefined returns to the present. */
  readonly show: (past: Reading | undefined) => void;
  /** End looking back. */
  readonly done: () => void;
  /** The chronicle's table, once the scene is closed. */
  readonly chronicle: Table | undefined;
  /** A new scene was forked from here. */
  readonly forked: () => void;
}

const fixed = (name: string, value: number | string): Input => ({
  name, label: "", kind: "choice", choices: [{ value: String(value), label: "", hint: "" }], least: 0, most: 0, default: "", rarely: false,
});

/** The option to take back all that came after a moment. The server offers it; the page fills in the moment and the
 * newest moment it has seen. */
const takeBackOption = (option: Option, moment: number, seen: number, hint: Words): Option => ({
  ...option,
  hint,
  inputs: [fixed("at", moment), fixed("seen", seen)],
});

/** The option to fork a new scene from a moment, with a proposed name. */
const forkOption = (option: Option, scene: string, moment: number, name: string, hint: Words): Option => ({
  ...option,
  hint: isSilent(hint) ? option.hint : hint,
  inputs: [fixed("scene", scene), fixed("at", moment), ...option.inputs.map((input) => ({ ...input, default: name.slice(0, input.most) }))],
});

/** The number of actions that are listed before they are taken back. */
const LISTED = 6;

/** An action in a few words. */
function entryInShort(table: Table, { record }: Entry) {
  if (record.type === "Line") return <Prose text={record.text} name={(id) => nameIn(table, id)} />;
  if (record.type !== "Roll") return "";
  const who = record.actor ? nameIn(table, record.actor) : table.seatName(record.who) || t("page-someone");
  const reason = inWords(record.reason);
  return reason ? t("page-rolls-for", { who, reason }) : t("page-rolls", { who });
}

/** Milliseconds without a move of the slider before the moment is requested. */
const PAUSE = 90;

/** The refusals after which the same request is sent again, and the milliseconds before that. */
const PASSING = ["too-fast", "error-look-again"];
const RETRY = 1000;

/** The hint for a view that cannot be continued from. */
const OWN_VIEW_HINT = phrase("page-hint-own-view");

export function LookBack(props: Props) {
  const table = useTable();
  const past = new RecordSignals();
  const [at, setAt] = createSignal(table.live.moments());
  const [most, setMost] = createSignal(table.live.moments());
  const [when, setWhen] = createSignal(0);
  /** The moment that is shown. */
  const [shown, setShown] = createSignal(-1);
  const [seat, setSeat] = createSignal("");
  const [refused, setRefused] = createSignal<Sentence>("");
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** The number of choices so far, of a moment or a seat; whether a request is in flight; whether looking back ended. */
  let [choices, asking, ended] = [0, false, false];
  /** The seat whose count gives the moments. */
  let countedBy = "";

  /** Request what is chosen. The choices that are made while a request is in flight are one further request. */
  const ask = async () => {
    choices++;
    if (asking) return;
    asking = true;
    for (let asked = 0; asked < choices && !ended; ) {
      asked = choices;
      const viewer = seat();
      const answer = await table.lookBack(at(), viewer, countedBy);
      if (answer === undefined) break; // the connection is lost; when it is back, `ask` is called again
      if (asked === choices && !ended) show(answer, viewer);
    }
    asking = false;
  };
  const askAfter = (pause: number) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), pause);
  };
  const show = ({ looked, views }: LookbackAnswer, viewer: string) => {
    setRefused(looked.refused);
    if (PASSING.includes(looked.refused[1])) askAfter(RETRY);
    if (!isSilent(looked.refused)) return;
    setMost(looked.most);
    setAt(countedBy === viewer ? Math.min(at(), looked.most) : looked.at); // each seat has its own count
    countedBy = viewer;
    setWhen(looked.time);
    setShown(looked.at);
    past.replace(views);
    props.show(past);
  };
  const go = (moment: number) => {
    setAt(Math.min(Math.max(moment, 0), most()));
    askAfter(PAUSE);
  };
  /** A commit for several audiences is a single step back. */
  const earlier = () => (shown() >= 0 ? Math.min(at(), shown()) : at()) - 1;
  const viewAs = (id: string) => {
    setSeat(id);
    clearTimeout(waiting);
    void ask();
  };
  createEffect(on(() => table.status().link, (link) => link === "here" && void ask()));

  /** Escape and the browser's Back first return to the present: looking back is an entry of the browser's history.
   * The entry is removed at the end, unless the page has gone elsewhere since. */
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
    ended = true;
    props.show(undefined);
    removeEventListener("popstate", back);
    document.removeEventListener("keydown", escape);
    setTimeout(() => history.state?.looking && history.back());
  });

  /** Make the history entry of looking back an ordinary entry: otherwise the end would go back from the new scene. */
  const goToFork = () => {
    history.replaceState(state, "");
    props.forked();
  };

  const takeBackOffer = () => table.options().find((o) => o.command === "TakeBack");
  /** The actions after the shown moment that the story tells, oldest first. */
  const undone = createMemo(() => {
    past.story(); // subscribe to the past view
    const then = new Map(past.records.position().map(({ audience, count }) => [audience, count]));
    const retractions = table.all("Retraction");
    return table.story().filter((e) => isDeed(e) && e.n > (then.get(e.audience) ?? 0) && !isTakenBack(retractions, e));
  });
  /** True if a moment of the scene is shown as the Storyteller herself counts it. */
  const isOwnView = () => seat() === "" && shown() >= 0 && past.get("Setting", "setting") !== undefined;
  /** True if a later moment exists. */
  const hasLater = () => isOwnView() && shown() < table.live.moments();
  const forkOffer = () => props.chronicle?.options().find((o) => o.command === "ForkScene");
  const scenes = () => props.chronicle?.all("SceneCard") ?? [];
  /** This scene in the chronicle, and the open scene. */
  const here = () => scenes().find((s) => s.stream === table.stream);
  const open = () => scenes().find((s) => s.open);
  /** A warning before a new scene is forked, or words that say nothing. */
  const warning = () => {
    if (!isOwnView()) return OWN_VIEW_HINT;
    if (past.get("Setting", "setting")?.open === false) return phrase("page-hint-after-close");
    return scenes().at(-1) === here() ? phrase("") : phrase("page-hint-as-then");
  };
  const hint = () =>
    !isOwnView() ? OWN_VIEW_HINT
    : undone().length > 0 ? phrase("page-hint-undoes", { n: undone().length })
    : phrase(hasLater() ? "page-hint-undoes-nothing" : "page-hint-step-back");

  const players = () => table.presence()?.seats.filter((s) => s.role === "player") ?? [];
  return (
    <section class="lookback" data-testid="lookback" aria-label={t("page-look-back")}>
      <Show when={inWords(refused())}>
        <p class="quiet">{inWords(refused())}</p>
      </Show>
      <Show when={!inWords(refused()) || shown() >= 0}>
        <button type="button" class="plain" aria-label={t("page-look-earlier")} onClick={() => go(earlier())}>
          ‹
        </button>
        <input
          type="range"
          min="0"
          max={most()}
          value={at()}
          aria-label={t("page-look-moment")}
          aria-valuetext={t("page-look-at-of", { at: at(), most: most() })}
          onInput={(e) => go(e.currentTarget.valueAsNumber)}
          data-testid="lookback-slider"
        />
        <button type="button" class="plain" aria-label={t("page-look-later")} onClick={() => go(at() + 1)}>
          ›
        </button>
        <span class="when" data-testid="lookback-when">
          {at()} / {most()} {when() ? `· ${new Date(when()).toLocaleTimeString(dateLocale(), { hour: "2-digit", minute: "2-digit" })}` : ""}
        </span>
        <Show when={table.isStoryteller() && players().length > 0}>
          <label>
            <span class="sr">{t("page-look-as")}</span>
            <select value={seat()} onChange={(e) => viewAs(e.currentTarget.value)} data-testid="lookback-seat">
              <option value="">{t("page-look-as-you")}</option>
              <For each={players()}>{(s) => <option value={s.id} selected={seat() === s.id}>{t("page-look-as-other", { who: s.name })}</option>}</For>
            </select>
          </label>
        </Show>
        <Show when={takeBackOffer()}>
          {(option) => (
            <>
              <OptionItem
                option={takeBackOption(option(), shown(), table.live.moments(), hint())}
                unavailable={!hasLater()}
                confirmKey={`${shown()} of ${table.live.moments()}`}
                done={props.done}
              />
              <Show when={hasLater() && undone().length > 0}>
                <ul class="undone" aria-label={t("page-look-undone")} data-testid="undone">
                  <For each={undone().slice(0, LISTED)}>{(entry) => <li>{entryInShort(table, entry)}</li>}</For>
                  <Show when={undone().length > LISTED}>
                    <li class="quiet">{t("page-look-more", { n: undone().length - LISTED })}</li>
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
                option={forkOption(option(), here()?.id ?? "", shown(), t("page-scene-again", { scene: here()?.name ?? "" }), warning())}
                unavailable={!isOwnView()}
                done={goToFork}
              />
              <Show when={!isSilent(props.chronicle?.refusal() ?? "")}>
                <p role="alert">{inWords(props.chronicle?.refusal() ?? "")}</p>
              </Show>
            </TableContext.Provider>
          )}
        </Show>
        <Show when={table.isStoryteller() && open()}>{(scene) => <p class="quiet">{t("page-close-first", { scene: scene().name })}</p>}</Show>
      </Show>
    </section>
  );
}
