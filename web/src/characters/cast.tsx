/** The cast, and the turn order. */

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { ownCircumstances, sceneCircumstances, signed, type CircumstanceText } from "../text/circumstances";
import { conditionsOf, type ConditionText } from "../text/attack";
import { byPlace } from "../text/turn-order";
import { itemDetails } from "../forms/sheet-groups";
import type { Face, Ruling, Turn } from "../messages";
import type { Reading } from "../state/record-signals";
import { inWords, t, termText } from "../words/render";
import { character, phrase, term, type Words } from "../words/words";
import { Prose } from "../ui/prose";
import { type Table, useTable } from "../state/table";
import { useMyCharacters } from "./my-character";
import { HealthTrack, isOut } from "./health";
import { lazy } from "../ui/lazy";
import { CharacterOptions, inCard, OptionButtons } from "../actions/options";

const SheetDialog = lazy(() => import("./sheet").then((m) => m.SheetDialog));

/** True if the scene is over: the turn order then marks no slot. */
const isClosed = (reading: Reading) => reading.get("Setting", "setting")?.open === false;

export function TurnOrder(props: { reading: Reading }) {
  const turn = () => props.reading.get("Turn", "turn");
  const slots = createMemo(() =>
    props.reading
      .all("Slot")
      .sort(byPlace)
      .map((s) => s.id),
  );
  const closed = () => isClosed(props.reading);
  const acting = () => (closed() ? "" : (turn()?.acting ?? ""));
  return (
    <Show when={turn()}>
      {(now) => (
        <section class="order" aria-labelledby="order-title">
          <h2 id="order-title">
            {t("page-turn-heading", { n: now().number })} <small>{t(closed() ? "page-scene-closed-short" : `page-phase-${now().phase}`)}</small>
          </h2>
          <ol data-testid="order" data-phase={now().phase}>
            <For each={slots()}>
              {(id) => (
                <OrderSlot
                  reading={props.reading}
                  id={id}
                  now={acting() === id}
                  declaring={now().phase === "declaring"}
                  closed={closed()}
                />
              )}
            </For>
          </ol>
        </section>
      )}
    </Show>
  );
}

/** The character whose turn it is, in one line: a phone shows the turn order in another tab. */
export function WhoseTurn(props: { reading: Reading }) {
  const turn = () => props.reading.get("Turn", "turn");
  const name = () => props.reading.get("Face", turn()?.acting ?? "")?.name;
  const sentence = ({ number: n, phase, acting }: Turn): Words => {
    if (name() === undefined) return phrase("page-turn-phase", { n, phase: phrase(`page-phase-${phase}`) });
    const who = character(acting);
    return phase === "declaring" ? phrase("page-turn-declares", { n, who }) : phrase("page-turn-acts", { n, who });
  };
  return (
    <Show when={isClosed(props.reading) ? undefined : turn()}>
      {(now) => (
        <p class="whose-turn" data-testid="turn" aria-live="polite">
          <Prose text={sentence(now())} name={() => name() ?? ""} />
        </p>
      )}
    </Show>
  );
}

interface SlotProps {
  readonly reading: Reading;
  readonly id: string;
  /** True if it is this character's turn. */
  readonly now: boolean;
  readonly declaring: boolean;
  readonly closed: boolean;
}

function OrderSlot(props: SlotProps) {
  const slot = () => props.reading.get("Slot", props.id);
  const status = () => slot()?.status ?? "out";
  const secret = () => props.reading.audienceOf("Slot", props.id) !== "everyone";
  const plan = () => props.reading.get("Plan", props.id);
  const declared = () => props.reading.get("Declaration", props.id) ?? plan();
  const label = (manoeuvre: string) =>
    inWords(props.reading.get("Rulebook", "rulebook")?.manoeuvres.find((m) => m.value === manoeuvre)?.label ?? manoeuvre);
  const statusText = () => {
    if (props.closed) return status() === "acted" ? t("page-slot-acted") : "";
    if (isOut(props.reading, props.id)) return t("page-slot-down");
    if (props.now) return t(props.declaring ? "page-slot-to-declare" : "page-slot-acts-now");
    if (props.declaring && status() === "waiting") return t(props.reading.get("HasDeclared", props.id) ? "page-slot-declared" : "page-slot-declares-later");
    return t(`page-slot-${status()}`);
  };
  return (
    <li
      class="slot"
      classList={{ [status()]: true, secret: secret(), now: props.now }}
      aria-current={props.now ? "step" : undefined}
      data-actor={props.id}
    >
      <span class="place" title={t("page-initiative-successes")}>
        {slot()?.place[0] ?? ""}
      </span>
      <span class="who">
        <bdi class="name">{props.reading.get("Face", props.id)?.name ?? t("page-someone")}</bdi>{" "}
        <Show when={secret()}>
          <span class="secrecy">{t("page-hidden")}</span>
        </Show>
        <Show when={declared()}>
          {(d) => (
            <span class="declared" title={plan() ? t("page-plan-hidden") : undefined}>
              <For each={d().actions}>
                {(action, i) => (
                  <span classList={{ used: d().used.includes(i()) }}>
                    {label(action.manoeuvre)}
                    <Show when={action.targets.length > 0}>
                      {" "}
                      → {action.targets.map((id) => props.reading.get("Face", id)?.name ?? t("page-someone")).join(", ")}
                    </Show>
                  </span>
                )}
              </For>
              <Show when={d().actions.length === 0}>{t("page-declared-nothing")}</Show>
            </span>
          )}
        </Show>
        <ConditionsInShort reading={props.reading} id={props.id} />
      </span>
      <span class="status">{statusText()}</span>
    </li>
  );
}

interface CastProps {
  readonly reading: Reading;
  readonly live: boolean;
  /** True if a click on the name unfolds the character's options; otherwise they are on the sheet. */
  readonly unfolds?: boolean;
  /** Opens the character's sheet, if the screen has its own place for it; without it the sheet opens as a dialog. */
  readonly toSheet?: ((id: string) => void) | undefined;
  readonly children?: JSX.Element;
}

export function Cast(props: CastProps) {
  const ids = createMemo(() => props.reading.all("Face").map((f) => f.id));
  /** The character whose sheet is open as a dialog. */
  const [open, setOpen] = createSignal("");
  const sheetOf = (id: string) => (props.toSheet ?? setOpen)(id);
  return (
    <section class="cast" aria-labelledby="cast-title">
      <h2 id="cast-title">{t("page-the-cast")}</h2>
      <SceneCircumstances reading={props.reading} live={props.live} />
      <ul data-testid="cast">
        <For each={ids()} fallback={<li class="quiet">{t("page-no-characters-yet")}</li>}>
          {(id) => (
            <Show when={props.reading.get("Face", id)}>
              {(face) => <CastMember reading={props.reading} face={face()} live={props.live} unfolds={props.unfolds ?? false} toSheet={sheetOf} />}
            </Show>
          )}
        </For>
      </ul>
      <AbsentCast reading={props.reading} live={props.live} />
      {props.children}
      <Show when={props.reading.get("Sheet", open())?.id} keyed>
        {(id) => (
          <SheetDialog reading={props.reading} id={id} close={() => setOpen("")} live={props.live && !props.unfolds} />
        )}
      </Show>
    </section>
  );
}

interface MemberProps {
  readonly reading: Reading;
  readonly face: Face;
  readonly live: boolean;
  readonly unfolds: boolean;
  readonly toSheet: (id: string) => void;
}

function CastMember(props: MemberProps) {
  const table = useTable();
  const mine = useMyCharacters();
  const [open, setOpen] = createSignal(false);
  const hidden = () => props.reading.audienceOf("Face", props.face.id) !== "everyone";
  const options = () =>
    props.live && props.unfolds ? table.options().filter((o) => o.actor === props.face.id && inCard(table, o)) : [];
  const readable = () => props.reading.get("Sheet", props.face.id) !== undefined;
  const owned = () => props.live && mine.faces().some((f) => f.id === props.face.id);
  const chosen = () => mine.actor()?.id === props.face.id;
  return (
    <li class="member" classList={{ secret: hidden(), mine: props.face.player === table.seat() && !table.isStoryteller(), chosen: chosen() }}>
      <div class="head">
        <button
          type="button"
          class="face"
          aria-expanded={options().length > 0 ? open() : undefined}
          title={options().length === 0 && readable() ? t("page-the-sheet") : undefined}
          disabled={!owned() && !readable()}
          onClick={() => {
            if (owned()) mine.choose(props.face.id);
            if (options().length > 0) setOpen(!open());
            else if (readable()) props.toSheet(props.face.id);
          }}
        >
          <bdi class="name">{props.face.name}</bdi>
          <Show when={hidden()}>
            <span class="secrecy">{t("page-hidden")}</span>
          </Show>
          <small>{[termText(props.face.concept), player(props.face, table.seatName)].filter(Boolean).join(" · ")}</small>
          <ItemInHand reading={props.reading} id={props.face.id} />
        </button>
        <HealthTrack reading={props.reading} id={props.face.id} />
      </div>
      <Conditions reading={props.reading} id={props.face.id} live={props.live} />
      <Show when={open() && options().length > 0}>
        <Show when={readable()}>
          <button type="button" class="plain" onClick={() => props.toSheet(props.face.id)} data-testid="open-sheet">
            {t("page-do-open-sheet")}
          </button>
        </Show>
        <CharacterOptions options={options()} done={() => setOpen(false)} />
      </Show>
    </li>
  );
}

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
      <h3 id="absent-title">{t("page-absent-title")}</h3>
      <ul aria-labelledby="absent-title" data-testid="absent">
        <For each={ids()}>
          {(id) => (
            <li class="member absent" classList={{ secret: props.reading.audienceOf("Absent", id) !== "everyone" }} data-actor={id}>
              <bdi class="name">{props.reading.get("Absent", id)?.name}</bdi>
              <OptionButtons options={options(id)} />
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}

const player = (face: Face, seatName: (seat: string) => string) => (face.player ? seatName(face.player) : "");

/** A ruling's dice and difficulty, as far as this seat knows them. */
const rulingInWords = ({ dice, difficulty, told }: Ruling) =>
  [
    ...(dice || !difficulty ? [signed(dice)] : []),
    ...(difficulty ? [t(told ? "page-ruling-difficulty" : "page-ruling-difficulty-hidden", { n: difficulty })] : []),
  ].join(", ");

/** The circumstances of the whole scene, shown once above the cast (X7). */
function SceneCircumstances(props: { reading: Reading; live: boolean }) {
  const standing = createMemo(() => sceneCircumstances(props.reading));
  return <Chips conditions={standing()} live={props.live} label={t("page-in-this-scene")} testid="scene-circumstances" />;
}

/** The conditions, circumstances and rulings of a character. */
function Conditions(props: { reading: Reading; id: string; live: boolean }) {
  const conditions = createMemo((): (ConditionText | CircumstanceText)[] => [
    ...conditionsOf(props.reading, props.id),
    ...ownCircumstances(props.reading, props.id),
    ...props.reading
      .all("Ruling")
      .filter((r) => r.actor === props.id)
      .map((r) => ({ words: t("page-ruling-on", { roll: phrase(`page-roll-kind-${r.kind}`), what: rulingInWords(r) }), ends: "" })),
    ...props.reading
      .all("Call")
      .filter((c) => c.actor === props.id)
      .map((c) => ({ words: c.traits.length > 0 ? t("page-asked-for", { traits: c.traits.map(termText).join(" + ") }) : t("page-asked-for-roll"), ends: "" })),
  ]);
  return <Chips conditions={conditions()} live={props.live} testid="conditions" />;
}

interface ChipsProps {
  readonly conditions: readonly (ConditionText | CircumstanceText)[];
  readonly live: boolean;
  readonly label?: string;
  readonly testid: string;
}

/** Chips with the server's words (C32). A press on a chip shows how it ends; the Storyteller can end a circumstance. */
function Chips(props: ChipsProps) {
  const table = useTable();
  const [opened, setOpened] = createSignal("");
  const answer = () => props.conditions.find((w) => w.words === opened() && w.ends);
  return (
    <Show when={props.conditions.length > 0}>
      <p class="conditions" data-testid={props.testid}>
        <Show when={props.label}>
          <span class="conditions-label">{props.label}</span>
        </Show>
        <For each={props.conditions}>
          {(one) => (
            <Show when={one.ends} fallback={<span class="condition" classList={{ helps: one.helps }}>{one.words}</span>}>
              <span class="ending">
                <button
                  type="button"
                  class="condition"
                  classList={{ helps: one.helps }}
                  title={one.ends}
                  aria-label={`${one.words}, ${one.ends}`}
                  aria-expanded={opened() === one.words}
                  onClick={() => setOpened(opened() === one.words ? "" : one.words)}
                >
                  {one.words}
                </button>
                <Show when={props.live && "circumstance" in one && mayEnd(table, one.circumstance) ? one : undefined}>
                  {(standing) => (
                    <button
                      type="button"
                      class="end"
                      aria-label={t("page-end-circumstance", { what: standing().words })}
                      data-testid="end-circumstance"
                      onClick={() => void table.send("EndCircumstance", { circumstance: standing().circumstance })}
                    >
                      {t("page-do-end")}
                    </button>
                  )}
                </Show>
              </span>
            </Show>
          )}
        </For>
      </p>
      <Show when={answer()}>{(chip) => <p class="quiet small">{`${chip().words}: ${chip().ends}.`}</p>}</Show>
    </Show>
  );
}

/** True if the server offers this seat to end the circumstance. */
const mayEnd = (table: Table, circumstance: string): boolean =>
  table
    .options()
    .some((o) => o.command === "EndCircumstance" && o.inputs.some((input) => input.choices.some((c) => c.value === circumstance)));

/** A character's conditions in the turn order, in a few words. */
function ConditionsInShort(props: { reading: Reading; id: string }) {
  const conditions = createMemo(() => conditionsOf(props.reading, props.id));
  return (
    <Show when={conditions().length > 0}>
      <span class="worn" title={conditions().map((w) => [w.words, w.ends].filter(Boolean).join(", ")).join("; ")}>
        {conditions().map((w) => w.words).join(", ")}
      </span>
    </Show>
  );
}

/** The item that every seat sees in a character's hand. */
function ItemInHand(props: { reading: Reading; id: string }) {
  const item = () => props.reading.get("InHand", props.id)?.item;
  return (
    <Show when={item()?.name ? item() : undefined}>
      {(held) => (
        <small class="in-hand" title={`${t("page-in-hand", { item: term(held().name) })}, ${itemDetails(held())}`} data-testid="in-hand">
          {t("page-in-hand", { item: term(held().name) })}
        </small>
      )}
    </Show>
  );
}
