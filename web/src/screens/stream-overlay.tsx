/** The stream overlay: public narration and dice on a transparent ground, for the picture of a live stream.
 *
 * Rule 1. It opens a spectator's seat only. Any other seat it refuses, and it shows nothing of that seat's table.
 * Rule 2. It draws only what everyone is told: a whisper to the spectators is not drawn.
 * Rule 3. It draws what is told from now on, and each line for a while only.
 * Rule 4. While it is disconnected it draws nothing, and it tries to come back for ever.
 */

import "./stream-overlay.css";
import { createEffect, createMemo, createSignal, For, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import type { Line, Roll } from "../messages";
import { closeEarlySockets } from "../net/early-socket";
import { HttpError } from "../net/http";
import { enterAgain, type SeatSession, seatSession, type Session } from "../net/session";
import { connectedTable } from "../state/connected-table";
import { nameIn } from "../state/record-signals";
import { type Entry, isTakenBack } from "../state/story";
import type { Table } from "../state/table";
import { DiceRow, PoolParts } from "../story/roll-row";
import { rollerAnswer, rollerOf } from "../story/story-entry";
import { verdict } from "../text/dice";
import { figuresInShort } from "../text/explanation";
import { isOutcome } from "../text/story-line";
import { Prose } from "../ui/prose";
import { inWords, t } from "../words/render";
import { isSilent, phrase, type Sentence } from "../words/words";

/** Milliseconds between two tries to sign in, or to connect after the server said not to come back. */
const RETRY = 10_000;
/** The most lines and rolls at once. */
const SHOWN = 8;
/** Milliseconds for which a roll is shown; a line is shown longer by a little for each of its letters. */
const SHOWN_FOR = 20_000;
const PER_LETTER = 50;

/** True if signing in again would fail in the same way: the server knows no such link. */
const isLasting = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status >= 400 && error.status < 500 && error.status !== 429;

interface Props {
  /** The session of the link in the address, requested before this page was loaded. */
  readonly entered: Promise<Session> | undefined;
}

export function StreamOverlay(props: Props) {
  const [seat, setSeat] = createSignal<SeatSession>();
  const [why, setWhy] = createSignal<Sentence>("");

  const refuse = (sentence: Sentence) => {
    closeEarlySockets();
    setWhy(sentence);
  };
  const open = (session: Session | undefined) => {
    if (session === undefined) refuse(phrase("page-overlay-needs-link"));
    else if (session.role !== "spectator") refuse(phrase("page-overlay-spectators-only"));
    else setSeat(session);
  };
  const enter = async (entering: Promise<Session>): Promise<void> => {
    try {
      open(await entering);
    } catch (error) {
      if (isLasting(error)) return refuse(error.sentence);
      await new Promise((later) => setTimeout(later, RETRY));
      return enter(enterAgain());
    }
  };
  const ended = (sentence: Sentence) => {
    setSeat(undefined);
    setWhy(sentence);
  };
  onMount(() => {
    if (props.entered) void enter(props.entered);
    else open(seatSession());
    addEventListener("hashchange", () => location.reload()); // another link was put into the address
  });

  return (
    <Show when={seat()} fallback={<Refused why={why()} />}>
      {(session) => <Tables session={session()} ended={ended} />}
    </Show>
  );
}

/** The reason why nothing is shown, for the person who sets the stream up. */
function Refused(props: { why: Sentence }) {
  return (
    <Show when={!isSilent(props.why)}>
      <main aria-live="assertive">
        <h1 class="overlay-why" data-testid="overlay-why">
          {inWords(props.why)}
        </h1>
      </main>
    </Show>
  );
}

/** The chronicle, and below it the open scene, or the last one until the next begins. */
function Tables(props: { session: SeatSession; ended: (sentence: Sentence) => void }) {
  const chronicle = connectedTable(props.session.token, props.session.stream, (sentence) =>
    // An overlay that was in a picture disappears from it without a word.
    props.ended(chronicle.welcome() ? "" : isSilent(sentence) ? phrase("page-access-ended") : sentence),
    false,
  );
  const scenes = () => chronicle.all("SceneCard");
  const scene = createMemo((last: string) => scenes().find((one) => one.open)?.stream ?? last, "");
  /** The scenes that had begun before the overlay was opened: their story so far is not drawn. */
  const begunBefore = createMemo<ReadonlySet<string> | undefined>(
    (known) => known ?? (chronicle.welcome() && new Set(scenes().map(({ stream }) => stream))),
  );
  return (
    <main class="overlay-feeds" data-testid="overlay">
      <h1 class="sr">Coterie</h1>
      <Feed table={chronicle} fromNow />
      <Show when={scene()} keyed>
        {(stream) => <SceneFeed token={props.session.token} stream={stream} fromNow={begunBefore()?.has(stream) ?? true} />}
      </Show>
    </main>
  );
}

function SceneFeed(props: { token: string; stream: string; fromNow: boolean }) {
  const table = connectedTable(props.token, props.stream, () => {}, !props.fromNow); // the chronicle's table says that access has ended
  return <Feed table={table} fromNow={props.fromNow} />;
}

const isShown = ({ audience, record }: Entry): boolean =>
  audience === "everyone" && (record.type === "Roll" || /^(narrated|happened|ruled)$/.test((record as Line).kind));

const shownFor = ({ record }: Entry): number =>
  SHOWN_FOR + (record.type === "Line" ? inWords(record.text).length * PER_LETTER : 0);

interface Item {
  readonly key: string;
  readonly milliseconds: number;
}

/** What a table tells everyone, the newest at the bottom. */
function Feed(props: { table: Table; fromNow: boolean }) {
  const table = props.table;
  const [items, setItems] = createSignal<readonly Item[]>([]);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** The number of the last public part whose entries were drawn or passed over. */
  let told = 0;
  const begun = createMemo(() => table.welcome() !== undefined);
  createEffect(() => {
    if (!begun()) return;
    if (props.fromNow) told = table.live.records.seen;
    createEffect(() => {
      const news = table.story().filter((entry) => entry.n > told && isShown(entry));
      told = Math.max(told, table.live.records.seen);
      for (const entry of news.slice(-SHOWN)) show({ key: entry.key, milliseconds: shownFor(entry) });
    });
  });
  const show = (item: Item) => {
    setItems((all) => [...all, item].slice(-SHOWN));
    const timer = setTimeout(() => {
      timers.delete(timer);
      setItems((all) => all.filter((one) => one !== item));
    }, item.milliseconds);
    timers.add(timer);
  };
  onCleanup(() => timers.forEach(clearTimeout));

  /** The server said not to come back, as it does when a program misbehaves: a stream waits, and comes back. */
  createEffect(() => {
    if (table.status().link !== "gone") return;
    const timer = setTimeout(() => table.connection.retryNow(true), RETRY);
    onCleanup(() => clearTimeout(timer));
  });

  return (
    <div class="overlay-feed" style={{ visibility: table.status().link === "here" ? "visible" : "hidden" }} data-testid="overlay-feed">
      <For each={items()}>{(item) => <Told table={table} item={item} />}</For>
    </div>
  );
}

/** A line or a roll, until it is taken back. */
function Told(props: { table: Table; item: Item }) {
  const table = props.table;
  const record = createMemo(() => {
    const entry = table.story().find(({ key }) => key === props.item.key);
    return entry && !isTakenBack(table.all("Retraction"), entry) ? entry.record : undefined;
  });
  const of = <T extends "Line" | "Roll">(type: T) => {
    const found = record();
    return found?.type === type ? (found as Extract<Line | Roll, { type: T }>) : undefined;
  };
  return (
    <div class="overlay-told" style={{ "--shown-for": `${props.item.milliseconds}ms` }} data-testid="overlay-told">
      <Switch>
        <Match when={of("Roll")}>
          {(roll) => (
            <>
              <p class="overlay-roll">
                <bdi class="name">{rollerOf({ reading: table, seatName: table.seatName }, roll())}</bdi>{" "}
                <Show when={inWords(roll().reason)} fallback={<PoolParts parts={roll().parts} />}>
                  {(reason) => reason()}
                </Show>{" "}
                <b>
                  {figuresInShort(roll())} {verdict(roll())}
                </b>
              </p>
              <DiceRow roll={roll()} fresh />
            </>
          )}
        </Match>
        <Match when={of("Line")}>
          {(line) => (
            <p class={line().kind === "narrated" ? "overlay-narrated" : "overlay-happened"}>
              <Show when={line().kind === "ruled"}>{t(isOutcome(line().text) ? "page-line-outcome" : "page-line-ruled")} </Show>
              <Show when={rollerAnswer(line())} fallback={<Prose text={line().text} name={(id) => nameIn(table, id)} />}>
                {(sum) => sum()}
              </Show>
            </p>
          )}
        </Match>
      </Switch>
    </div>
  );
}
