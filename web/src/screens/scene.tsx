/** A scene: the story in the middle, the cast on the left, the actions on the right; tabs on a phone. */

import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import type { SeatSession } from "../net/session";
import { gameTime } from "../text/game-time";
import { Composer } from "../story/composer";
import { HandoutsButton } from "../handouts/handouts-button";
import { TopBar } from "../table/top-bar";
import { lazy } from "../ui/lazy";
import { isInPrompt } from "../actions/questions";
import { searchNext } from "../story/search-next";
import { StoryLog } from "../story/story-log";
import { afterDraw } from "../ui/after-drawing";
import { questions } from "../forms/question";
import { leaveNonces } from "../state/nonces";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import type { Table } from "../state/table";
import { connectedTable } from "../state/connected-table";
import type { Navigation } from "./seat";

/** The parts around the story are loaded after the story is drawn. If they cannot be loaded, the notice appears
 * once, in the place of the prompt. */
const play = () => import("../story/scene-chunk");
const Tasks = lazy(() => import("../actions/tasks").then((m) => m.Tasks));
const Cast = lazy(() => play().then((m) => m.Cast), false);
const ActionPanel = lazy(() => play().then((m) => m.ActionPanel), false);
const Desk = lazy(() => import("../desk/desk").then((m) => m.Desk));
const Aids = lazy(() => import("../desk/aids").then((m) => m.Aids), false);
const FindAction = lazy(() => import("../desk/aids").then((m) => m.FindAction), false);
const ReadyFight = lazy(() => import("../table/ready-fight").then((m) => m.ReadyFight), false);
const OwnStatus = lazy(() => play().then((m) => m.OwnStatus), false);
const Prompt = lazy(() => play().then((m) => m.Prompt));
const LookBack = lazy(() => import("../table/lookback").then((m) => m.LookBack));
const CharacterMaker = lazy(() => import("../characters/create-character").then((m) => m.CharacterMaker));
const ClosedScene = lazy(() => import("./closed-scene").then((m) => m.ClosedScene));
const Meanwhile = lazy(() => import("./meanwhile").then((m) => m.Meanwhile));
const Seats = lazy(() => import("../table/seats").then((m) => m.Seats));
const SheetPanel = lazy(() => import("../characters/sheet").then((m) => m.SheetPanel));

interface Props {
  readonly session: SeatSession;
  readonly table: Table;
  readonly moves: Navigation;
  readonly leave: () => void;
  readonly toHost: (() => void) | undefined;
}

type Tab = "story" | "cast" | "sheet" | "act";
const TABS: readonly Tab[] = ["story", "cast", "sheet", "act"];

export function Scene(props: Props) {
  const table = props.table;
  const [tab, setTab] = createSignal<Tab>("story");
  const [side, setSide] = createSignal<"sheet" | "act" | "seats">("sheet");
  const [past, setPast] = createSignal<Reading>();
  const [looking, setLooking] = createSignal(false);
  const [making, setMaking] = createSignal(false);

  const setting = () => table.get("Setting", "setting");
  const reading = (): Reading => past() ?? table;
  const now = () => {
    const [clock, turn] = [reading().get("Clock", "clock"), reading().get("Turn", "turn")];
    return [turn && t("page-turn-number", { n: turn.number }), clock && gameTime(clock.at)].filter((one) => one !== undefined);
  };
  /** The chronicle, story and chapter of this scene. */
  const partOf = () => [props.session.chronicle_name, setting()?.story_name, setting()?.chapter_name].filter(Boolean).join(" · ");
  const closed = createMemo(() => setting()?.open === false);
  /** The chronicle's table, connected once this scene is closed. The scene's own table reports if the seat's access
   * ends. */
  const chronicle = createMemo(() => (closed() ? connectedTable(props.session.token, props.session.stream, () => {}) : undefined));
  const spectator = () => table.role() === "spectator";
  /** The chronicle's table, beside a closed scene and in the present: people talk and spend there until the next. */
  const meanwhile = () => (spectator() || past() !== undefined || table.welcome() === undefined ? undefined : chronicle());
  const isPlaying = () => !spectator() && (setting()?.open ?? false);
  /** True if this page shows the present, so that commands from it make sense. */
  const isActing = () => isPlaying() && past() === undefined;
  const mayLook = () => table.isStoryteller() || (setting()?.look_back ?? false);
  const waits = () => isActing() && table.options().some((o) => isInPrompt(table, o));
  /** True if a player has no character, inside or outside the scene. */
  const characterless = () =>
    table.welcome() !== undefined &&
    table.role() === "player" &&
    ![...table.all("Face"), ...table.all("Absent")].some((one) => one.player === table.seat());

  /** The number of rolls in the Storyteller's inbox that she has not seen. */
  const [unseen, setUnseen] = createSignal(0);
  /** The number of entries in the Storyteller's inbox. */
  const asked = createMemo(() => questions(table, table.options()).length + unseen());

  const begun = afterDraw(() => table.welcome() !== undefined);

  leaveNonces(table);

  /** Focus the option that the table waits for, or the text field: past the top bar and the cast. */
  let centre: HTMLDivElement | undefined;
  const focusPlay = () => {
    setTab("story");
    centre?.querySelector<HTMLElement>(".asking :is(button, select), textarea")?.focus();
  };

  /** True if this page has seen the scene open. */
  const [sawOpen, setSawOpen] = createSignal(false);
  createEffect(() => {
    if (setting()?.open) setSawOpen(true);
  });

  const searchScenes = (words: string) => {
    searchNext("scenes", words);
    // From a closed scene, stay at the chronicle although another scene is open.
    props.moves.toChronicle(chronicle()?.all("SceneCard").find((scene) => scene.open)?.stream);
  };

  /** The Storyteller who forks the scene is taken to the new scene. */
  const follow = () => {
    setSawOpen(true);
    setLooking(false);
  };

  /** On a phone, go to the story if the current tab disappears: when the scene closes or the past is shown. */
  createEffect(() => {
    if (setting() !== undefined && !isActing() && (tab() === "sheet" || (tab() === "act" && !closed()))) setTab("story");
  });

  const toggleLookback = () => {
    setLooking(!looking());
    setTab("story");
  };

  /** The form for a new character is in the middle, which is the Story tab on a phone. */
  const toggleMaker = () => {
    setMaking(!making());
    if (making()) setTab("story");
  };

  /** A player who has just got a character can roll at once: a phone goes to its dice. */
  const made = () => {
    setMaking(false);
    if (!table.isStoryteller()) toOwnSheet();
  };

  /** A player's own sheet is beside the story; every other sheet opens as a dialog. */
  const ownSheet = () => (isActing() && !table.isStoryteller() ? toOwnSheet : undefined);
  const toOwnSheet = () => {
    setSide("sheet");
    setTab("sheet");
  };

  /** The right side starts on the actions for the Storyteller, on the sheet for a player. */
  const actsFirst = createMemo(() => table.isStoryteller()); // the same after a reconnect, which then changes no tab
  createEffect(() => setSide(actsFirst() ? "act" : "sheet"));

  return (
    <div class="scene" data-tab={tab()} data-testid="scene" classList={{ past: past() !== undefined }}>
      <button type="button" class="skip" onClick={focusPlay}>
        {t("page-to-play")}
      </button>
      <TopBar
        session={props.session}
        title={setting()?.name ?? "…"}
        about={partOf()}
        now={now()}
        up={props.moves.toChronicle}
        leave={props.leave}
        toHost={props.toHost}
      >
        <HandoutsButton reading={reading()} />
        <Show when={mayLook()}>
          <button type="button" class="plain" aria-pressed={looking()} onClick={toggleLookback} data-opens="past" data-testid="look-back">
            {t(looking() ? "page-do-back-to-now" : "page-do-look-back")}
          </button>
        </Show>
      </TopBar>
      <Show when={looking() && mayLook()}>
        <LookBack show={setPast} done={() => setLooking(false)} chronicle={chronicle()} forked={follow} />
      </Show>
      <main class="stage" classList={{ "no-side": !isPlaying() && !meanwhile() }}>
        <aside class="left" aria-label={t("page-cast-and-turns")}>
          <Show when={begun()}>
            <Show when={table.isStoryteller()}>
              <ReadyFight />
            </Show>
            <Cast reading={reading()} live={past() === undefined} unfolds={table.isStoryteller()} toSheet={ownSheet()}>
              <Show when={isActing() && !characterless()}>
                <button type="button" class="plain" onClick={toggleMaker} data-opens="" data-testid="make-character">
                  {t(making() ? "page-do-cancel" : table.isStoryteller() ? "page-do-add-npc" : "page-do-another-character")}
                </button>
              </Show>
            </Cast>
          </Show>
        </aside>
        <div
          class="centre"
          data-panel="story"
          ref={(el) => {
            centre = el;
          }}
        >
          <h2 class="sr">{t("page-tab-story")}</h2>
          <Show when={isActing() && (making() || characterless())}>
            <details class="making-over" open>
              <summary>
                <h2>{t(table.isStoryteller() ? "page-somebody-new" : "page-who-will-you-be")}</h2>
              </summary>
              <CharacterMaker done={made} />
            </details>
          </Show>
          <Show when={begun() && reading().all("Task").length > 0}>
            <Tasks reading={reading()} live={isActing()} />
          </Show>
          <Show when={past() ?? table} keyed>
            {(source) => (
              <StoryLog
                reading={source}
                seatName={table.seatName}
                mine={table.seat()}
                past={source !== table}
                ruling={source === table && table.isStoryteller() && isPlaying()}
                mayUndo={source === table && table.options().some((o) => o.command === "TakeBack")}
                replies={isActing()}
                {...(source === table ? { loadOlder: () => table.loadOlder(), loadWhole: () => table.loadWholeStory(), searchScenes } : {})}
              />
            )}
          </Show>
          <Show when={begun()}>
            <Prompt reading={reading()} live={isActing()} />
          </Show>
          <Show when={isActing()}>
            <Composer />
          </Show>
          <Show when={spectator()}>
            <p class="quiet watching">{t("page-you-are-watching")}</p>
          </Show>
        </div>
        <Show when={meanwhile()} keyed>
          {(found) => (
            <aside class="right" aria-label={t("page-between-scenes")} data-testid="meanwhile">
              <Meanwhile chronicle={found} />
            </aside>
          )}
        </Show>
        <Show when={isPlaying()}>
          <aside class="right" aria-label={t("page-what-you-can-do")} data-side={side()} data-testid="console">
            <h2 class="sr">{t("page-what-you-can-do")}</h2>
            <div class="side-tabs">
              <SideTab now={side()} name="sheet" set={setSide} label={t(table.isStoryteller() ? "page-panel-dice" : "page-panel-sheet-dice")} />
              <SideTab now={side()} name="act" set={setSide} label={t(table.isStoryteller() ? "page-panel-storyteller" : "page-panel-actions")} count={asked()} />
              <Show when={table.isStoryteller()}>
                <SideTab now={side()} name="seats" set={setSide} label={t("page-panel-seats")} />
              </Show>
            </div>
            <Show when={begun()}>
              <div class="side sheet-side" data-panel="sheet">
                <SheetPanel rolled={() => setTab("story")} />
              </div>
              <div class="side act-side" data-panel="act">
                <Show when={table.isStoryteller()} fallback={<><FindAction /><ActionPanel toStory={focusPlay} /></>}>
                  <Desk toStory={focusPlay} waits={setUnseen} />
                </Show>
              </div>
              <Show when={table.isStoryteller()}>
                <div class="side seats-side">
                  <Seats session={props.session} />
                </div>
              </Show>
            </Show>
          </aside>
        </Show>
      </main>
      <Show when={chronicle()}>
        {(found) => (
          <ClosedScene
            session={props.session}
            chronicle={found()}
            here={table.stream}
            sawOpen={sawOpen()}
            looking={looking()}
            mayLook={mayLook()}
            moves={props.moves}
          />
        )}
      </Show>
      <Show when={begun() && !spectator()}>
        <OwnStatus reading={reading()} live={isActing()} toPrompt={waits() && tab() !== "story" ? focusPlay : undefined} />
      </Show>
      <Show when={begun() && isActing()}>
        <Aids />
      </Show>
      <nav class="tabs" aria-label={t("page-parts-of-table")}>
        <For each={TABS.filter((name) => isActing() || name === "story" || name === "cast" || (name === "act" && meanwhile()))}>
          {(name) => (
            <button
              type="button"
              aria-pressed={tab() === name}
              data-testid={`tab-${name}`}
              data-shows={name}
              onClick={() => {
                setTab(name);
                if (name === "sheet" || name === "act") setSide(name);
              }}
            >
              {name === "act" && meanwhile() ? t("page-between-scenes") : t(`page-tab-${name}`)}
              <Show when={name === "act" && asked() > 0}>
                <span class="count">{asked()}</span>
              </Show>
              <Show when={name === "story" && waits() && tab() !== "story"}>
                <i class="waits" aria-label={t("page-tab-waits")} />
              </Show>
            </button>
          )}
        </For>
      </nav>
    </div>
  );
}

function SideTab<T extends string>(props: { now: T; name: T; set: (to: T) => void; label: string; count?: number }) {
  return (
    <button
      type="button"
      aria-pressed={props.now === props.name}
      onClick={() => props.set(props.name)}
      data-opens=""
      data-testid={`side-${props.name}`}
    >
      {props.label}
      <Show when={props.count}>
        <span class="count">{props.count}</span>
      </Show>
    </button>
  );
}
