/** The chronicle's own table: its characters, its scenes, its seats. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { Cast } from "../characters/cast";
import { Composer } from "../story/composer";
import { lazy } from "../ui/lazy";
import { BetweenScenes } from "../table/between-scenes";
import { OptionList } from "../actions/options";
import { ReadyFight, useReadyFight } from "../table/ready-fight";
import { StoryLog } from "../story/story-log";
import { StoriesAndChapters } from "../table/chapters";
import { Tasks } from "../actions/tasks";
import { onceTrue } from "../ui/after-drawing";
import { t } from "../words/render";
import { useTable } from "../state/table";

const CharacterMaker = lazy(() => import("../characters/create-character").then((m) => m.CharacterMaker));
const Seats = lazy(() => import("../table/seats").then((m) => m.Seats));
const HouseRules = lazy(() => import("../rules/house-rules").then((m) => m.HouseRules));

interface Props {
  readonly token: string;
  readonly toScene: (stream: string) => void;
}

export function Chronicle(props: Props) {
  const table = useTable();
  const [making, setMaking] = createSignal(false);
  const scenes = () => table.all("SceneCard");
  const open = createMemo(() => scenes().find((s) => s.open));
  /** The name of the scene that this scene was forked from, if the Storyteller's records name it. */
  const forkedFrom = (id: string) => {
    const fork = table.get("Fork", id);
    return fork && scenes().find((s) => s.stream === fork.stream)?.name;
  };
  const mine = () => table.all("Face").filter((f) => f.player === table.seat());
  const wantsCharacter = () => table.role() === "player" && mine().length === 0 && table.get("Setting", "setting");
  const rules = onceTrue(() => table.options().some((o) => o.group === "house"));
  const fight = useReadyFight();
  const sceneOptions = () => table.options().filter((o) => o.group === "scene" && o !== fight());

  return (
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
        <ReadyFight />
        <Show when={wantsCharacter() || making()}>
          <section aria-labelledby="making-title">
            <h2 id="making-title">{t(table.isStoryteller() ? "page-somebody-new" : "page-who-will-you-be")}</h2>
            <CharacterMaker done={() => setMaking(false)} />
            <Show when={making()}>
              <button type="button" class="plain" onClick={() => setMaking(false)}>
                {t("page-do-not-now")}
              </button>
            </Show>
          </section>
        </Show>
        <Cast reading={table} live={true} unfolds={table.isStoryteller()}>
          <Show when={table.role() !== "spectator" && !making() && !wantsCharacter()}>
            <button type="button" onClick={() => setMaking(true)} data-testid="make-character">
              {t(table.isStoryteller() ? "page-do-add-npc" : "page-do-another-character")}
            </button>
          </Show>
        </Cast>
      </div>
      <div class="column">
        <section aria-labelledby="scenes-title" class="scenes">
          <h2 id="scenes-title">{t("page-scenes")}</h2>
          <Show when={!open()}>
            <OptionList options={sceneOptions()} />
          </Show>
          <ul data-testid="scenes">
            <For
              each={scenes().toReversed()}
              fallback={
                <li class="quiet">
                  {t(table.isStoryteller() ? "page-no-scene-yet" : "page-waiting-for-storyteller")}
                </li>
              }
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
        </section>
        <StoriesAndChapters />
        <Show when={!open() && table.role() !== "spectator"}>
          <Tasks reading={table} live={true} />
          <BetweenScenes />
        </Show>
        <Show when={rules()}>
          <HouseRules />
        </Show>
        <Show when={table.isStoryteller()}>
          <Seats token={props.token} />
        </Show>
        <section class="talk" aria-label={t("page-talk")}>
          <StoryLog reading={table} seatName={table.seatName} mine={table.seat()} loadOlder={() => table.loadOlder()} />
          <Show when={table.role() !== "spectator"}>
            <Composer />
          </Show>
        </section>
      </div>
    </main>
  );
}
