/** Making a character: one of the ready ones, or dot by dot. */

import { createMemo, createResource, createSignal, createUniqueId, For, onMount, Show } from "solid-js";
import { get, type ReadyCharacter, type Rules } from "../net/http";
import type { CreateCharacter } from "../net/command-types";
import { bare, blank, forNew, NOTHING_WRITTEN, type Writing, written } from "../forms/sheet-draft";
import type { Option, Rulebook } from "../messages";
import { useTable } from "../state/table";
import { WhoseSeat } from "../actions/field";
import { OptionList } from "../actions/options";
import { SheetFields } from "./sheet-fields";

const KINDS = ["mortal", "vampire", "other"] as const;

export function Making(props: { done: () => void }) {
  const table = useTable();
  const [rules] = createResource(() => get<{ rules: Rules[] }>("/api/rules"));
  const [own, setOwn] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [hands, setHands] = createSignal<Hands>({ player: "", hidden: false });
  const mine = () => rules.latest?.rules.find((r) => r.id === table.get("Setting", "setting")?.rules);

  const create = async (wish: CreateCharacter) => {
    setBusy(true);
    const outcome = await table.wish("CreateCharacter", wish);
    setBusy(false);
    if (!outcome.ok) return;
    props.done();
    scrollTo(0, 0); // the long form is gone from under the hand: what is to be seen now stands on top
  };
  const files = () => table.options().filter((o) => o.command === "ImportCharacter");
  /** Those who are at the table already, and free to be played. */
  const free = () => table.options().filter((o) => o.command === "TakeUp");
  /** Those of whom there is one already: played, or free to be. Of the Storyteller's own there may be several. */
  const named = () => {
    const taken = new Set(free().map((o) => o.actor));
    return new Set(table.all("Face").filter((face) => face.player || taken.has(face.id)).map((face) => face.name));
  };
  const ready = () => (mine()?.ready ?? []).filter((one) => !named().has(one.name));
  const takeUp = async (option: Option) => {
    setBusy(true);
    const outcome = await table.send(option.command, { actor: option.actor });
    setBusy(false);
    if (outcome.ok) props.done();
  };
  const take = (ready: ReadyCharacter) => void create({ ...ready, ...hands() });

  return (
    <section class="making" data-testid="making" aria-label="Make a character">
      <Show when={!own()}>
        <Show when={rules.error}>
          <p class="quiet">The ready characters cannot be fetched at the moment. You can make one by hand.</p>
        </Show>
        <Show when={table.tells()}>
          <div class="hands">
            <WhoseHands hands={hands()} set={setHands} />
          </div>
        </Show>
        <div class="ready">
          <For each={free()}>
            {(option) => (
              <article class="card" data-testid="free">
                <h3>{table.get("Face", option.actor)?.name}</h3>
                <p>{option.hint}</p>
                <p class="quiet">At the table already, and free to be played.</p>
                <button type="button" class="do" disabled={busy()} onClick={() => void takeUp(option)}>
                  {option.label}
                </button>
              </article>
            )}
          </For>
          <For each={ready()}>
            {(ready) => (
              <article class="card" data-testid="ready">
                <h3>{ready.name}</h3>
                <p>{[ready.concept, ready.kind].filter(Boolean).join(" · ")}</p>
                <p class="quiet">{best(ready)}</p>
                <button type="button" class="do" disabled={busy()} onClick={() => take(ready)}>
                  {table.tells() ? "Bring" : "Play"} {ready.name.split(" ")[0]}
                </button>
              </article>
            )}
          </For>
          <article class="card blank">
            <h3>Somebody new</h3>
            <p>A name, an idea, and dots where you click.</p>
            <button type="button" onClick={() => setOwn(true)} data-testid="make-own">
              Make a character
            </button>
          </article>
          <Show when={files().length > 0}>
            <article class="card blank">
              <h3>From a file</h3>
              <p>Somebody who was saved at this table or another.</p>
              <OptionList options={files()} />
            </article>
          </Show>
        </div>
      </Show>
      <Show when={own()}>
        <Show when={table.get("Rulebook", "rulebook")}>
          {(book) => <ByHand book={book()} undead={mine()?.undead ?? []} create={create} busy={busy()} back={() => setOwn(false)} hands={hands()} setHands={setHands} />}
        </Show>
      </Show>
    </section>
  );
}

/** The three highest traits, in words. */
const best = (ready: ReadyCharacter) =>
  [...ready.traits]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, dots]) => `${name} ${dots}`)
    .join(", ");

interface HandProps {
  readonly book: Rulebook;
  readonly undead: readonly string[];
  readonly create: (wish: CreateCharacter) => Promise<void>;
  readonly busy: boolean;
  readonly back: () => void;
  readonly hands: Hands;
  readonly setHands: (hands: Hands) => void;
}

/** Whose a newcomer is to be, and whether the players see it: the Storyteller's to say. */
interface Hands {
  readonly player: string;
  readonly hidden: boolean;
}

function WhoseHands(props: { hands: Hands; set: (hands: Hands) => void }) {
  return (
    <>
      <WhoseSeat label="Played by" name="player" value={props.hands.player} set={(player) => props.set({ player, hidden: false })} />
      <label class="flag">
        <input
          type="checkbox"
          checked={props.hands.hidden}
          disabled={props.hands.player !== ""}
          onChange={(e) => props.set({ ...props.hands, hidden: e.currentTarget.checked })}
          name="hidden"
        />
        <span>Hidden from the players</span>
      </label>
    </>
  );
}

function ByHand(props: HandProps) {
  const table = useTable();
  const [name, setName] = createSignal("");
  const [concept, setConcept] = createSignal("");
  const [kind, setKind] = createSignal<(typeof KINDS)[number]>("mortal");
  const [specialties, setSpecialties] = createSignal("");
  const [writing, setWriting] = createSignal<Writing>(NOTHING_WRITTEN);
  const book = createMemo(() => forNew(props.book, new Set(kind() === "mortal" ? props.undead : [])));
  const nameless = createUniqueId();
  const sheet = createMemo(() => blank(props.book));
  /** What there will be nothing of to spend: seldom meant, and seen too late. */
  const empty = createMemo(() => bare(props.book, kind() === "mortal" ? props.undead : [], writing(), sheet()));
  let form: HTMLFormElement | undefined;
  let first: HTMLInputElement | undefined;
  /** The form is long, and what opened it stood at its end: it begins at its beginning. */
  onMount(() => {
    first?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: "start" });
  });
  const wish = (): CreateCharacter => ({
    name: name().trim(),
    concept: concept().trim(),
    kind: kind(),
    ...written({ ...writing(), specialties: specialties() }, sheet(), book()),
    ...props.hands,
  });

  return (
    <form
      class="by-hand"
      ref={(el) => {
        form = el;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void props.create(wish());
      }}
    >
      <div class="two">
        <label class="field">
          <span>Name</span>
          <input
            ref={(el) => {
              first = el;
            }}
            required
            data-most="60"
            value={name()}
            onInput={(e) => setName(e.currentTarget.value)}
            name="name"
          />
        </label>
        <label class="field">
          <span>In a few words</span>
          <input data-most="200" value={concept()} onInput={(e) => setConcept(e.currentTarget.value)} name="concept" />
        </label>
        <label class="field">
          <span>Kind</span>
          <select value={kind()} onChange={(e) => setKind(KINDS.find((k) => k === e.currentTarget.value) ?? "mortal")} name="kind">
            <For each={KINDS}>{(k) => <option value={k}>{k}</option>}</For>
          </select>
        </label>
        <label class="field">
          <span>Specialties, with commas</span>
          <input data-most="300" value={specialties()} onInput={(e) => setSpecialties(e.currentTarget.value)} name="specialties" />
        </label>
        <Show when={table.tells()}>
          <WhoseHands hands={props.hands} set={props.setHands} />
        </Show>
      </div>
      <SheetFields sheet={sheet()} book={book()} writing={writing()} set={setWriting} points={false} refills={true} />
      <div class="roll-do sticky">
        <Show when={!name().trim()}>
          <p class="quiet small" id={nameless}>
            They need a name first: it stands at the top.
          </p>
        </Show>
        <Show when={name().trim() && empty().length > 0}>
          <p class="quiet small" data-testid="bare">
            Still at 0, so that there is nothing to spend: {empty().join(", ")}.
          </p>
        </Show>
        <button
          type="submit"
          class="do"
          disabled={props.busy || !name().trim()}
          aria-describedby={name().trim() ? undefined : nameless}
          data-testid="create"
        >
          Bring {name().trim() || "them"} to the table
        </button>
        <button type="button" onClick={() => props.back()}>
          Back
        </button>
      </div>
    </form>
  );
}
