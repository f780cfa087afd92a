/** What can be done now: what the table waits for first, then what is open, by group. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { hasPlace } from "../forms/option-subject";
import { grouped, isPlainRoll, type Shelf, shelves } from "../forms/options";
import type { Option } from "../messages";
import { useTable } from "../state/table";
import { DeclarePanel } from "./declare";
import { later } from "../ui/lazy";
import { inCard, OptionList } from "./options";
import { ever } from "../ui/after-drawing";

const HouseRules = later(() => import("../rules/house-rules").then((m) => m.HouseRules));
const SheetPanel = later(() => import("../characters/sheet").then((m) => m.SheetPanel));

const TITLES: Readonly<Record<string, string>> = {
  act: "Your action",
  declare: "Declaring",
  change: "Think again",
  turns: "Turns",
  scene: "The scene",
  secrets: "Behind the screen",
  dice: "Dice",
  cast: "Cast",
  story: "Rulings",
  tasks: "Tasks",
  time: "Time",
};
const ORDER = ["act", "declare", "change", "turns", "dice", "tasks", "story", "secrets", "cast", "time", "scene"];
const rank = (group: string) => (ORDER.indexOf(group) + ORDER.length + 1) % (ORDER.length + 1);

/** Drawn in a place of their own. */
const PLACED: ReadonlySet<string> = new Set(["house", "past", "points", "sheet", "taking"]);
const isDeclaring = (o: Option) => o.command === "DeclareAction";

/** Declarations by character, one panel each. */
function Declaring(props: { urgent: boolean }) {
  const table = useTable();
  const asked = useAsked();
  const byActor = createMemo(() => {
    const all = table.options().filter((o) => isDeclaring(o) && asked(o) === props.urgent);
    return grouped(all, (o) => o.actor);
  });
  /** Whose a character is, where the Storyteller only stands in. */
  const player = (actor: string) => (table.tells() ? (table.get("Face", actor)?.player ?? "") : "");
  const actors = createMemo(() => [...byActor().keys()]);
  const panel = (actor: string) => (
    <DeclarePanel options={byActor().get(actor) ?? []} name={table.get("Face", actor)?.name ?? "someone"} />
  );
  return (
    <>
      <For each={actors().filter((actor) => !player(actor))}>{panel}</For>
      <For each={actors().filter(player)}>
        {(actor) => (
          <details class="more" data-testid="declare-for">
            <summary>
              Declare for {table.get("Face", actor)?.name} ({table.seatName(player(actor)) || "a player"})
            </summary>
            {panel(actor)}
          </details>
        )}
      </For>
    </>
  );
}

/** Whether this seat is the one that is waited for: the Storyteller may act for the players, but need not. */
function useAsked(): (option: Option) => boolean {
  const table = useTable();
  return (o) => o.urgent && !(table.tells() && table.get("Face", o.actor)?.player);
}

/** What the table waits for from this seat. */
export function Urgent() {
  const table = useTable();
  const asked = useAsked();
  const urgent = createMemo(() => table.options().filter((o) => asked(o) && !isDeclaring(o) && !hasPlace(o)));
  const any = () => urgent().length > 0 || table.options().some((o) => isDeclaring(o) && asked(o));
  return (
    <Show when={any()}>
      <section class="urgent" data-testid="urgent" aria-label="Asked of you">
        <Show when={urgent().length > 0}>
          <OptionList options={urgent()} />
        </Show>
        <Declaring urgent={true} />
      </section>
    </Show>
  );
}

/** Whether an option stands among what is open, and not in a place of its own. */
const isShelved = (o: Option): boolean =>
  !inCard(o) && !hasPlace(o) && !isDeclaring(o) && !isPlainRoll(o) && !PLACED.has(o.group);

/** What is open by group, but for one group that is drawn elsewhere. */
function useShelves(without = ""): () => readonly Shelf[] {
  const table = useTable();
  const asked = useAsked();
  return createMemo(() =>
    shelves(table.options().filter((o) => o.group !== without && !asked(o) && isShelved(o))).sort(
      (a, b) => rank(a.group) - rank(b.group),
    ),
  );
}

function Shelves(props: { shelves: readonly Shelf[] }) {
  const groups = createMemo(() => props.shelves.map((s) => s.group));
  const of = (group: string) => props.shelves.find((s) => s.group === group)?.options ?? [];
  return (
    <For each={groups()}>
      {(group) => (
        <section class="shelf" data-group={group}>
          <h3>{TITLES[group] ?? group}</h3>
          <OptionList options={of(group)} />
        </section>
      )}
    </For>
  );
}

export function Open() {
  const table = useTable();
  const asked = useAsked();
  const open = useShelves();
  const rules = ever(() => table.options().some((o) => o.group === "house"));
  const declaring = () => table.options().some((o) => isDeclaring(o) && !asked(o));
  /** A phone shows either this or the story. */
  const waits = () => table.options().some(asked);
  return (
    <div class="open" data-testid="open">
      <Show when={waits()}>
        <p class="quiet" data-testid="waits-there">
          Something is asked of you: it stands with the story.
        </p>
      </Show>
      <Show when={declaring()}>
        <section class="shelf">
          <h3>Declaring</h3>
          <Declaring urgent={false} />
        </section>
      </Show>
      <Shelves shelves={open()} />
      <Show when={rules()}>
        <HouseRules />
      </Show>
      <Show when={open().length === 0 && !declaring() && !waits()}>
        <p class="quiet">Nothing is asked of you at the moment. Speech is always free.</p>
      </Show>
    </div>
  );
}

/** The sheet and its dice, for the rolls between scenes (T1): fetched once they are unfolded. */
function DiceBetween() {
  const [unfolded, setUnfolded] = createSignal(false);
  return (
    <details class="more" data-testid="dice-between" onToggle={(e) => setUnfolded(e.currentTarget.open)}>
      <summary>The sheet and its dice</summary>
      <Show when={unfolded()}>
        <SheetPanel rolled={() => {}} />
      </Show>
    </details>
  );
}

/** What the game goes on with between its scenes, which are begun elsewhere: stories and time, tasks, dice. */
export function Between() {
  const table = useTable();
  const open = useShelves("scene");
  const rolls = () => table.options().some(isPlainRoll);
  return (
    <>
      <Urgent />
      <Show when={open().length > 0 || rolls()}>
        <details class="between" data-testid="between">
          <summary>Between scenes</summary>
          <Shelves shelves={open()} />
          <Show when={rolls()}>
            <DiceBetween />
          </Show>
        </details>
      </Show>
    </>
  );
}
