/** What can be done now: what the table waits for first, then what is open, by group. */

import { createMemo, For, Show } from "solid-js";
import { hasPlace } from "../forms/option-subject";
import { byGroup, grouped, type Grouped, isPlainRoll } from "../forms/options";
import type { Option } from "../messages";
import { type Table, useTable } from "../state/table";
import { DeclarePanel } from "./declare";
import { lazy } from "../ui/lazy";
import { inCard, OptionList } from "./options";
import { ever } from "../ui/after-drawing";

const HouseRules = lazy(() => import("../rules/house-rules").then((m) => m.HouseRules));

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

/** Whether an option is listed in its group, and not drawn at a place of its own. */
const isListed = (table: Table, o: Option): boolean =>
  !inCard(table, o) && !hasPlace(o) && !isDeclaring(o) && !isPlainRoll(o) && table.drawn(o.group) !== "own";

/** The open options by group, in the server's order, without one group that is drawn elsewhere. */
export function useGroups(without = ""): () => readonly Grouped[] {
  const table = useTable();
  const asked = useAsked();
  const rank = (group: string) => {
    const at = table.groups().findIndex((g) => g.id === group);
    return at < 0 ? table.groups().length : at;
  };
  return createMemo(() =>
    byGroup(table.options().filter((o) => o.group !== without && !asked(o) && isListed(table, o))).sort(
      (a, b) => rank(a.group) - rank(b.group),
    ),
  );
}

export function Groups(props: { groups: readonly Grouped[] }) {
  const table = useTable();
  const title = (group: string) => table.groups().find((g) => g.id === group)?.title ?? group;
  const groups = createMemo(() => props.groups.map((s) => s.group));
  const of = (group: string) => props.groups.find((s) => s.group === group)?.options ?? [];
  return (
    <For each={groups()}>
      {(group) => (
        <section class="shelf" data-group={group}>
          <h3>{title(group)}</h3>
          <OptionList options={of(group)} />
        </section>
      )}
    </For>
  );
}

export function Open() {
  const table = useTable();
  const asked = useAsked();
  const open = useGroups();
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
      <Groups groups={open()} />
      <Show when={rules()}>
        <HouseRules />
      </Show>
      <Show when={open().length === 0 && !declaring() && !waits()}>
        <p class="quiet">Nothing is asked of you at the moment. Speech is always free.</p>
      </Show>
    </div>
  );
}
