/** The cast. While turns run, it is the turn order as well: those who take part stand first, the highest initiative at
 * the top. The characters outside the scene stand below. */

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { byPlace } from "../text/turn-order";
import { awaited } from "../text/waiting";
import { type BondPart, bondsOf } from "../text/grapples";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import { phrase } from "../words/words";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { inCard, OptionButtons } from "../actions/options";
import { CastMember } from "./cast-member";
import { SceneCircumstances } from "./condition-chips";
import { Portrait } from "./portrait";

const NoteDrawer = lazy(() => import("./note-form").then((m) => m.NoteDrawer));
const SheetDialog = lazy(() => import("./sheet-view").then((m) => m.SheetDialog));

interface CastProps {
  readonly reading: Reading;
  readonly live: boolean;
  /** True if a click on the name unfolds the character's options; otherwise they are on the sheet. */
  readonly unfolds?: boolean;
  /** Opens the character's sheet, if the screen has its own place for it; without it the sheet opens as a dialog. */
  readonly toSheet?: ((id: string) => void) | undefined;
  readonly children?: JSX.Element;
}

const NO_BONDS: readonly BondPart[] = [];

export function Cast(props: CastProps) {
  const table = useTable();
  const turn = () => props.reading.get("Turn", "turn");
  const closed = () => props.reading.get("Setting", "setting")?.open === false;
  const slots = createMemo(() =>
    turn() === undefined
      ? []
      : props.reading
          .all("Slot")
          .sort(byPlace)
          .map((s) => s.id),
  );
  const others = createMemo(() =>
    props.reading
      .all("Face")
      .map((f) => f.id)
      .filter((id) => !slots().includes(id)),
  );
  const bonds = createMemo(() => bondsOf(props.reading.all("Grip"), [...slots(), ...others()]));
  /** The character whose sheet is open as a dialog. */
  const [open, setOpen] = createSignal("");
  /** The character about which a note is written. */
  const [noted, setNoted] = createSignal("");
  const writes = () => props.live && !closed() && table.role() !== "spectator";
  const sheetOf = (id: string) => (props.toSheet ?? setOpen)(id);
  const member = (id: string) => (
    <CastMember
      reading={props.reading}
      id={id}
      live={props.live}
      unfolds={props.unfolds ?? false}
      toSheet={sheetOf}
      toNote={writes() ? setNoted : undefined}
      bonds={bonds().get(id) ?? NO_BONDS}
      now={awaited(props.reading) === id}
      closed={closed()}
    />
  );
  return (
    <section class="cast" aria-labelledby="cast-title">
      <h2 id="cast-title">
        <Show when={turn()} fallback={t("page-the-cast")}>
          {(now) => (
            <>
              {t("page-turn-heading", { n: now().number })} <small>{t(closed() ? "page-scene-closed-short" : `page-phase-${now().phase}`)}</small>
            </>
          )}
        </Show>
      </h2>
      <SceneCircumstances reading={props.reading} live={props.live} />
      <div data-testid="cast">
        <Show when={turn()}>
          {(now) => (
            <ol data-testid="order" data-phase={now().phase} aria-label={t("page-turn-order")}>
              <For each={slots()}>{member}</For>
            </ol>
          )}
        </Show>
        <ul>
          <For each={others()} fallback={<Show when={slots().length === 0}><li class="quiet">{t("page-no-characters-yet")}</li></Show>}>
            {member}
          </For>
        </ul>
      </div>
      <AbsentCast reading={props.reading} live={props.live} />
      {props.children}
      <Show when={props.reading.get("Face", noted())?.id} keyed>
        {(id) => <NoteDrawer reading={props.reading} id={id} close={() => setNoted("")} />}
      </Show>
      <Show when={props.reading.get("Sheet", open())?.id} keyed>
        {(id) => (
          <SheetDialog reading={props.reading} id={id} close={() => setOpen("")} live={props.live && !props.unfolds} />
        )}
      </Show>
    </section>
  );
}

/** The list of absent characters is folded if it is longer: opponents of earlier scenes stand in it. */
const FEW_ABSENT = 4;

/** The characters outside the scene. The Storyteller may bring them in. */
function AbsentCast(props: { reading: Reading; live: boolean }) {
  const table = useTable();
  const ids = createMemo(() => props.reading.all("Absent").map((a) => a.id));
  const options = (id: string) =>
    props.live
      ? table
          .options()
          .filter((o) => o.actor === id && inCard(table, o))
          .map((o) => (o.command === "ReturnCharacter" ? { ...o, label: phrase("page-option-bring-in") } : o))
      : [];
  return (
    <Show when={ids().length > 0}>
      <details class="more" open={ids().length <= FEW_ABSENT}>
        <summary>
          <h3 id="absent-title">{t("page-absent-title")}</h3> <span class="count">{ids().length}</span>
        </summary>
        <ul aria-labelledby="absent-title" data-testid="absent">
          <For each={ids()}>
            {(id) => (
              <li class="member absent" classList={{ secret: props.reading.audienceOf("Absent", id) !== "everyone" }} data-actor={id}>
                <Portrait actor={id} size="small" reading={props.reading} />
                <bdi class="name">{props.reading.get("Absent", id)?.name}</bdi>
                <OptionButtons options={options(id)} />
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}
