/** The chronicle's own table: its characters, its scenes, its seats. */

import { createEffect, createMemo, createSignal, For, lazy, Show } from "solid-js";
import type { SeatDoor } from "../core/doors";
import { when } from "../core/time";
import { Cast } from "../parts/cast";
import { Composer } from "../parts/composer";
import { TopBar } from "../parts/frame";
import { Between } from "../parts/now";
import { OptionList } from "../parts/options";
import { ReadyFight, useReadyFight } from "../parts/readyfight";
import { StoryLog } from "../parts/story";
import { Stories } from "../parts/stories";
import { Tasks } from "../parts/tasks";
import type { Table } from "../table";
import type { Moves } from "./seat";

const Making = lazy(() => import("../parts/making").then((m) => ({ default: m.Making })));
const Seats = lazy(() => import("../parts/seats").then((m) => ({ default: m.Seats })));
const HouseRules = lazy(() => import("../parts/house").then((m) => ({ default: m.HouseRules })));

interface Props {
  readonly door: SeatDoor;
  readonly table: Table;
  readonly moves: Moves;
  readonly left: string;
  readonly leave: () => void;
  readonly toHost: (() => void) | undefined;
}

export function Lobby(props: Props) {
  const table = props.table;
  const [making, setMaking] = createSignal(false);
  const scenes = () => table.all("SceneCard");
  const open = createMemo(() => scenes().find((s) => s.open));
  const mine = () => table.all("Face").filter((f) => f.player === table.seat());
  const welcome = () => table.welcome();
  const wantsCharacter = () =>
    welcome() !== undefined && table.role() === "player" && mine().length === 0 && table.get("Setting", "setting");
  /** The story and chapter that are being told, and the time in the game. */
  const now = () => {
    const [story, chapter] = [table.all("StoryCard").find((s) => s.open), table.all("ChapterCard").find((c) => c.open)];
    const clock = table.get("Clock", "clock");
    return [story?.name, chapter && `${chapter.number}. ${chapter.name}`, clock && when(clock.at)].filter(Boolean).join(" · ");
  };
  const fight = useReadyFight();
  const begin = () => table.options().filter((o) => o.group === "scene" && o !== fight());

  /** Everybody goes to the open scene, but whoever came out of it to look around here. */
  createEffect(() => {
    const scene = open();
    if (scene !== undefined && scene.stream !== props.left) props.moves.toScene(scene.stream);
  });

  return (
    <div class="lobby" data-testid="lobby">
      <TopBar
        door={props.door}
        title={table.get("Setting", "setting")?.name ?? props.door.chronicle_name}
        about={table.get("Rulebook", "rulebook")?.title ?? ""}
        now={now()}
        leave={props.leave}
        toHost={props.toHost}
      />
      <main class="columns">
        <div class="column">
          <Show when={open()}>
            {(scene) => (
              <section class="scene-open">
                <p>
                  <b>{scene().name}</b> is being played.
                </p>
                <button type="button" class="do" onClick={() => props.moves.toScene(scene().stream)} data-testid="to-scene">
                  Go to the scene
                </button>
              </section>
            )}
          </Show>
          <ReadyFight />
          <Show when={wantsCharacter() || making()}>
            <section aria-labelledby="making-title">
              <h2 id="making-title">{table.tells() ? "Somebody for the cast" : "Who will you be?"}</h2>
              <Making done={() => setMaking(false)} />
              <Show when={making()}>
                <button type="button" class="plain" onClick={() => setMaking(false)}>
                  Not now
                </button>
              </Show>
            </section>
          </Show>
          <Cast reading={table} live={true}>
            <Show when={table.role() !== "spectator" && !making() && !wantsCharacter()}>
              <button type="button" onClick={() => setMaking(true)} data-testid="make-character">
                {table.tells() ? "Add to the cast" : "Make another character"}
              </button>
            </Show>
          </Cast>
        </div>
        <div class="column">
          <section aria-labelledby="scenes-title" class="scenes">
            <h2 id="scenes-title">Scenes</h2>
            <Show when={!open()}>
              <OptionList options={begin()} />
            </Show>
            <ul data-testid="scenes">
              <For
                each={scenes().toReversed()}
                fallback={
                  <li class="quiet">
                    {table.tells() ? "No scene yet. Begin one when everybody is here." : "The Storyteller will begin a scene soon; you will be taken there."}
                  </li>
                }
              >
                {(scene) => (
                  <li class="scene-card">
                    <span>{scene.name}</span>
                    <button type="button" class="plain" onClick={() => props.moves.toScene(scene.stream)}>
                      {scene.open ? "go there" : "look back on it"}
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </section>
          <Stories />
          <Show when={!open() && table.role() !== "spectator"}>
            <Tasks reading={table} live={true} />
            <Between />
          </Show>
          <HouseRules />
          <Show when={table.tells()}>
            <Seats token={props.door.token} />
          </Show>
          <section class="talk" aria-label="Talk">
            <StoryLog reading={table} seatName={table.seatName} mine={table.seat()} older={() => table.older()} />
            <Show when={table.role() !== "spectator"}>
              <Composer />
            </Show>
          </section>
        </div>
      </main>
    </div>
  );
}
