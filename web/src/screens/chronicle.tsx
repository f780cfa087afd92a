/** The chronicle's own table: its characters, its scenes, its seats. */

import { createMemo, createSignal, For, Show } from "solid-js";
import type { SeatSession } from "../net/session";
import { FoldedSheet } from "../characters/folded-sheet";
import { Cast } from "../characters/cast";
import { Composer } from "../story/composer";
import { lazy } from "../ui/lazy";
import { BetweenScenes } from "../table/between-scenes";
import { OptionList } from "../actions/options";
import { ReadyFight, useReadyFight } from "../table/ready-fight";
import { PracticeThrow } from "../story/practice-throw";
import { StoryLog } from "../story/story-log";
import { StoriesAndChapters } from "../table/chapters";
import { Tasks } from "../actions/tasks";
import { searchNext, takeSearch } from "../story/search-next";
import { onceTrue } from "../ui/after-drawing";
import { t } from "../words/render";
import { Step } from "./steps";
import { useTable } from "../state/table";

const CharacterMaker = lazy(() => import("../characters/create-character").then((m) => m.CharacterMaker));
const Seats = lazy(() => import("../table/seats").then((m) => m.Seats));
const OwnStatus = lazy(() => import("../story/scene-chunk").then((m) => m.OwnStatus), false);
const SearchScenes = lazy(() => import("../story/search-scenes").then((m) => m.SearchScenes));
const HouseRules = lazy(() => import("../rules/house-rules").then((m) => m.HouseRules));

interface Props {
  readonly session: SeatSession;
  readonly toScene: (stream: string) => void;
}

export function Chronicle(props: Props) {
  const table = useTable();
  const open = createMemo(() => table.all("SceneCard").find((s) => s.open));
  const rules = onceTrue(() => table.options().some((o) => o.group === "house"));

  return (
    <>
      <main class="columns">
        <div class="column">
          <Show when={open()}>
            {(scene) => (
              <section class="scene-open">
                <p>
                  <b>{scene().name}</b> {t("page-scene-is-open")}
                </p>
                <button type="button" class="do" onClick={() => props.toScene(scene().stream)} data-testid="to-scene">
                  {t("page-do-to-scene")}
                </button>
              </section>
            )}
          </Show>
          <Show when={table.isStoryteller()} fallback={<PlayersSteps />}>
            <StorytellersSteps {...props} />
          </Show>
        </div>
        <div class="column">
          <Show when={!table.isStoryteller()}>
            <section aria-labelledby="scenes-title" class="scenes">
              <h2 id="scenes-title">{t("page-scenes")}</h2>
              <Scenes {...props} />
            </section>
          </Show>
          <section class="talk" aria-label={t("page-talk")}>
            <StoryLog reading={table} seatName={table.seatName} mine={table.seat()} loadOlder={() => table.loadOlder()} loadWhole={() => table.loadWholeStory()} replies={table.role() !== "spectator"} />
            <Show when={table.role() !== "spectator"}>
              <Composer />
            </Show>
          </section>
          <Show when={!open() && table.role() !== "spectator"}>
            <Tasks reading={table} live={true} />
            <BetweenScenes practice={PracticeThrow} />
          </Show>
          <StoriesAndChapters />
          <Show when={rules()}>
            <HouseRules />
          </Show>
        </div>
      </main>
      <OwnStatus reading={table} live={true} toPrompt={undefined} />
    </>
  );
}

/** Invite, cast, scene. */
function StorytellersSteps(props: Props) {
  const table = useTable();
  const fight = useReadyFight();
  const scenes = () => table.all("SceneCard");
  const players = () => (table.presence()?.seats ?? []).filter((seat) => seat.id !== table.seat());
  const faces = () => table.all("Face");
  const waiting = () => players().filter((seat) => !faces().some((face) => face.player === seat.id));
  const sceneOptions = () => table.options().filter((o) => o.group === "scene" && o !== fight());
  return (
    <>
      <Step n={1} title={t("page-step-invite")} done={players().length > 0} testid="step-invite" seats={players().length}>
        <Seats session={props.session} />
      </Step>
      <Step n={2} title={t("page-step-cast")} done={faces().length > 0 && waiting().length === 0} testid="step-cast">
        <ReadyFight />
        <Show when={waiting().length > 0}>
          <p class="quiet">{t("page-choosing-characters", { who: waiting().map((seat) => seat.name).join(", ") })}</p>
        </Show>
        <CastAndMaker heading={t("page-somebody-new")} add={t("page-do-add-npc")} />
      </Step>
      <Step n={3} title={t("page-step-scene")} done={scenes().length > 0} testid="step-scene">
        <Show when={!scenes().some((scene) => scene.open)}>
          <OptionList options={sceneOptions()} />
        </Show>
        <Scenes {...props} />
      </Step>
    </>
  );
}

/** A player's own character with its dice, and the cast. */
function PlayersSteps() {
  const table = useTable();
  const isMine = () => table.all("Face").some((face) => face.player === table.seat());
  /** A character's sheet stands open, but not on a phone, where the talk below it would be far away. */
  const isNarrow = matchMedia("(max-width: 50rem)").matches;
  const unfolded = () => isMine() && !isNarrow;
  const wantsCharacter = () => table.role() === "player" && !isMine() && table.get("Setting", "setting") !== undefined;
  return (
    <>
      <Show when={wantsCharacter()}>
        <section class="choosing" aria-labelledby="making-title">
          <h2 id="making-title">{t("page-who-will-you-be")}</h2>
          <CharacterMaker done={() => {}} />
        </section>
      </Show>
      <Show when={table.role() === "player"}>
        <FoldedSheet class="own-sheet" open={unfolded()} practice={PracticeThrow} />
      </Show>
      <Show when={wantsCharacter() || table.role() === "spectator"} fallback={<CastAndMaker heading={t("page-who-will-you-be")} add={t("page-do-another-character")} />}>
        <Cast reading={table} live={true} />
      </Show>
    </>
  );
}

/** The cast, and a form for one more character. */
function CastAndMaker(props: { heading: string; add: string }) {
  const table = useTable();
  const [making, setMaking] = createSignal(false);
  return (
    <>
      <Show when={making()}>
        <section aria-labelledby="making-title">
          <h2 id="making-title">{props.heading}</h2>
          <CharacterMaker done={() => setMaking(false)} />
          <button type="button" class="plain" onClick={() => setMaking(false)}>
            {t("page-do-cancel")}
          </button>
        </section>
      </Show>
      <Cast reading={table} live={true} unfolds={table.isStoryteller()}>
        <Show when={!making()}>
          <button type="button" onClick={() => setMaking(true)} data-testid="make-character">
            {props.add}
          </button>
        </Show>
      </Cast>
    </>
  );
}

/** The scenes that were and are played, the newest first, and a search in all of them. */
function Scenes(props: Props) {
  const table = useTable();
  const words = takeSearch("scenes");
  const [searching, setSearching] = createSignal(words !== undefined);
  const scenes = () => table.all("SceneCard");
  /** The name of the scene that this scene was forked from, if the Storyteller's records name it. */
  const forkedFrom = (id: string) => {
    const fork = table.get("Fork", id);
    return fork && scenes().find((s) => s.stream === fork.stream)?.name;
  };
  const read = async (stream: string) => (await import("../story/read-scene")).readScene(props.session.token, stream);
  const show = (stream: string, words: string) => {
    searchNext("story", words);
    props.toScene(stream);
  };
  return (
    <>
      <Show when={scenes().length > 0}>
        <button type="button" class="plain open-search" aria-expanded={searching()} onClick={() => setSearching(!searching())} data-opens="" data-testid="search-scenes-open">
          {t("page-do-search-scenes")}
        </button>
        <Show when={searching()}>
          <SearchScenes scenes={scenes()} words={words ?? ""} read={read} show={show} />
        </Show>
      </Show>
      <ul data-testid="scenes">
        <For
          each={scenes().toReversed()}
          fallback={<li class="quiet">{t(table.isStoryteller() ? "page-no-scene-yet" : "page-waiting-for-storyteller")}</li>}
        >
          {(scene) => (
            <li class="scene-card">
              <span>
                {scene.name}
                <Show when={forkedFrom(scene.id)}>{(name) => <small class="quiet"> {t("page-scene-picks-up", { scene: name() })}</small>}</Show>
              </span>
              <button type="button" class="plain" onClick={() => props.toScene(scene.stream)}>
                {t(scene.open ? "page-scene-go" : "page-scene-read")}
              </button>
            </li>
          )}
        </For>
      </ul>
    </>
  );
}
