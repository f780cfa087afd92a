/** A row of the cast: portrait, name, health, conditions; in turns also the initiative, the declaration and whether the
 * character has acted. */

import { createEffect, createSignal, For, Show } from "solid-js";
import type { BondPart } from "../text/grapples";
import { noteOf } from "../forms/book-draft";
import { itemDetails } from "../forms/sheet-groups";
import { nameIn, type Reading } from "../state/record-signals";
import { inWords, t, termText } from "../words/render";
import { term } from "../words/words";
import { useTable } from "../state/table";
import { useMyCharacters } from "./my-character";
import { HealthTrack, isOut } from "./health";
import { CharacterOptions, inCard } from "../actions/options";
import { Conditions } from "./condition-chips";
import { Portrait } from "./portrait";

interface Props {
  readonly reading: Reading;
  readonly id: string;
  readonly live: boolean;
  /** True if a click on the name unfolds the character's options. */
  readonly unfolds: boolean;
  readonly toSheet: (id: string) => void;
  /** Opens the own note about the character; undefined if this seat writes none. */
  readonly toNote: ((id: string) => void) | undefined;
  /** The grapples that are drawn beside this row. */
  readonly bonds: readonly BondPart[];
  /** True if the table waits for this character. */
  readonly now: boolean;
  /** True if the scene is over: then nobody is to act any more. */
  readonly closed: boolean;
}

export function CastMember(props: Props) {
  const table = useTable();
  const mine = useMyCharacters();
  const [open, setOpen] = createSignal(false);
  const face = () => props.reading.get("Face", props.id);
  const name = () => face()?.name ?? t("page-someone");
  const slot = () => (props.reading.get("Turn", "turn") === undefined ? undefined : props.reading.get("Slot", props.id));
  const hidden = () =>
    [face() && props.reading.audienceOf("Face", props.id), slot() && props.reading.audienceOf("Slot", props.id)].some(
      (audience) => audience !== undefined && audience !== "everyone",
    );
  const options = () =>
    props.live && props.unfolds ? table.options().filter((o) => o.actor === props.id && inCard(table, o)) : [];
  const readable = () => props.reading.get("Sheet", props.id) !== undefined;
  const owned = () => props.live && mine.faces().some((f) => f.id === props.id);
  const ofThisSeat = () => face() !== undefined && face()?.player === table.seat() && !table.isStoryteller();
  /** In the turn order the row has no room for the concept. */
  const about = () =>
    [slot() ? "" : termText(face()?.concept ?? ""), face()?.player ? table.seatName(face()?.player ?? "") : ""].filter(Boolean).join(" · ");
  /** If the cast scrolls, the row of the character that the table waits for is in sight. */
  let row: HTMLLIElement | undefined;
  createEffect(() => {
    if (props.now) row?.scrollIntoView({ block: "nearest" });
  });
  const noted = () => noteOf(props.reading, props.id, table.isStoryteller() ? "" : table.seat()) !== undefined;
  return (
    <li
      class="member"
      ref={(el) => {
        row = el;
      }}
      classList={{ slot: slot() !== undefined, [slot()?.status ?? "outside"]: true, secret: hidden(), mine: ofThisSeat(), now: props.now }}
      aria-current={props.now ? "step" : undefined}
      data-actor={props.id}
    >
      <For each={props.bonds}>
        {(bond) => <i class={`bond ${bond.part}`} style={{ "--lane": bond.lane }} aria-hidden="true" data-testid="bond" />}
      </For>
      <div class="head">
        <span class="with-note">
          <Portrait actor={props.id} size="small" reading={props.reading} />
          <Show when={props.toNote}>
            {(open) => (
              <button
                type="button"
                class="note"
                classList={{ written: noted() }}
                onClick={() => open()(props.id)}
                aria-label={t("page-note-on", { who: name() })}
                title={t("page-note-on", { who: name() })}
                data-testid="note"
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.5 4.3l2.2 2.2" />
                </svg>
              </button>
            )}
          </Show>
        </span>
        <button
          type="button"
          class="face"
          aria-expanded={options().length > 0 ? open() : undefined}
          title={options().length === 0 && readable() ? t("page-the-sheet") : undefined}
          disabled={!owned() && !readable()}
          onClick={() => {
            if (owned()) mine.choose(props.id);
            if (options().length > 0) setOpen(!open());
            else if (readable()) props.toSheet(props.id);
          }}
        >
          <bdi class="name">{name()}</bdi>
          <Show when={hidden()}>
            {" "}
            <span class="secrecy">{t("page-hidden")}</span>
          </Show>
          <Show when={slot()}>
            <small>{about()}</small>
          </Show>
        </button>
        <span class="state">
          <HealthTrack reading={props.reading} id={props.id} />
          <Show when={slot()}>
            {(found) => (
              <span class="standing">
                <Status {...props} />
                <span class="place" title={t("page-initiative-successes")}>
                  {found().place[0] ?? ""}
                </span>
              </span>
            )}
          </Show>
        </span>
      </div>
      <Show when={!slot() && about()}>
        <small class="about">{about()}</small>
      </Show>
      <ItemInHand reading={props.reading} id={props.id} />
      <Show when={slot()}>
        <Declared reading={props.reading} id={props.id} />
      </Show>
      <Conditions reading={props.reading} id={props.id} live={props.live} />
      <Show when={open() && options().length > 0}>
        <Show when={readable()}>
          <button type="button" class="plain" onClick={() => props.toSheet(props.id)} data-testid="open-sheet">
            {t("page-do-open-sheet")}
          </button>
        </Show>
        <CharacterOptions options={options()} done={() => setOpen(false)} />
      </Show>
    </li>
  );
}

/** The state of a slot: it is to declare or to act, or has done so. */
function Status(props: Pick<Props, "reading" | "id" | "closed">) {
  const declaring = () => props.reading.get("Turn", "turn")?.phase === "declaring";
  const text = () => {
    const status = props.reading.get("Slot", props.id)?.status ?? "out";
    if (props.closed) return status === "acted" ? t("page-slot-acted") : "";
    if (isOut(props.reading, props.id)) return t("page-slot-down");
    if (props.reading.all("Blow").some((blow) => blow.waits === "defence" && blow.on === props.id)) return t("page-slot-defends");
    if (props.reading.get("Turn", "turn")?.acting === props.id) return t(declaring() ? "page-slot-to-declare" : "page-slot-acts-now");
    if (declaring() && status === "waiting") return t(props.reading.get("HasDeclared", props.id) ? "page-slot-declared" : "page-slot-declares-later");
    return t(`page-slot-${status}`);
  };
  return <span class="status">{text()}</span>;
}

/** The declared actions; those that are done have a check mark. */
function Declared(props: { reading: Reading; id: string }) {
  const plan = () => props.reading.get("Plan", props.id);
  const declared = () => props.reading.get("Declaration", props.id) ?? plan();
  const label = (manoeuvre: string) =>
    inWords(props.reading.get("Rulebook", "rulebook")?.manoeuvres.find((m) => m.value === manoeuvre)?.label ?? manoeuvre);
  return (
    <Show when={declared()}>
      {(d) => (
        <span class="declared" title={plan() ? t("page-plan-hidden") : undefined}>
          <For each={d().actions}>
            {(action, i) => (
              <span classList={{ used: d().used.includes(i()) }}>
                {label(action.manoeuvre)}
                <Show when={action.targets.length > 0}>
                  {" "}
                  → {action.targets.map((id) => nameIn(props.reading, id)).join(", ")}
                </Show>
              </span>
            )}
          </For>
          <Show when={d().actions.length === 0}>{t("page-declared-nothing")}</Show>
        </span>
      )}
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
