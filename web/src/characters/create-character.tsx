/** Making a character: a ready character, an unplayed character of the table, a file, or a new character dot by dot. */

import { createMemo, createResource, createSignal, createUniqueId, For, onMount, Show } from "solid-js";
import { get, type ReadyCharacter, type Rules } from "../net/http";
import type { CreateCharacter } from "../net/command-types";
import { emptyStores, blankSheet, rulebookForNew, NO_SHEET_EDITS, type SheetEdits, editedSheet } from "../forms/sheet-draft";
import type { Option, Rulebook } from "../messages";
import { inWords, t, termText } from "../words/render";
import { useTable } from "../state/table";
import { kindName } from "../text/kinds";
import { SeatSelect } from "../actions/field";
import { OptionList } from "../actions/options";
import { SheetFields } from "./sheet-fields";

const KINDS = ["mortal", "vampire", "other"] as const;

export function CharacterMaker(props: { done: () => void }) {
  const table = useTable();
  const [rules] = createResource(() => get<{ rules: Rules[] }>("/api/rules"));
  const [byHand, setByHand] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [ownership, setOwnership] = createSignal<Ownership>({ player: "", hidden: false });
  const mine = () => rules.latest?.rules.find((r) => r.id === table.get("Setting", "setting")?.rules);

  const create = async (command: CreateCharacter) => {
    setBusy(true);
    const outcome = await table.submit("CreateCharacter", command);
    setBusy(false);
    if (!outcome.ok) return;
    props.done();
    scrollTo(0, 0); // the long form is gone: the new character is at the top of the page
  };
  const files = () => table.options().filter((o) => o.command === "ImportCharacter");
  /** The options to take up a character that is at the table and has no player. */
  const unplayed = () => table.options().filter((o) => o.command === "TakeUp");
  /** Names of characters who are played or can be taken up: their ready versions are not listed. The Storyteller may
   * bring several characters of the same name. */
  const takenNames = () => {
    const taken = new Set(unplayed().map((o) => o.actor));
    return new Set(table.all("Face").filter((face) => face.player || taken.has(face.id)).map((face) => face.name));
  };
  const ready = () => (mine()?.ready ?? []).filter((one) => !takenNames().has(one.name));
  const takeUp = async (option: Option) => {
    setBusy(true);
    const outcome = await table.send(option.command, { actor: option.actor });
    setBusy(false);
    if (outcome.ok) props.done();
  };
  const createReady = (ready: ReadyCharacter) => void create({ ...ready, ...ownership() });

  return (
    <section class="making" data-testid="making" aria-label={t("page-make-a-character")}>
      <Show when={!byHand()}>
        <Show when={rules.error}>
          <p class="quiet">{t("page-ready-failed")}</p>
        </Show>
        <Show when={table.isStoryteller()}>
          <div>
            <OwnershipFields ownership={ownership()} set={setOwnership} />
          </div>
        </Show>
        <div class="ready" classList={{ loading: rules.loading }}>
          <For each={unplayed()}>
            {(option) => (
              <article class="card" data-testid="free">
                <h3>{table.get("Face", option.actor)?.name}</h3>
                <p>{inWords(option.hint)}</p>
                <p class="quiet">{t("page-already-here")}</p>
                <button type="button" class="do" disabled={busy()} onClick={() => void takeUp(option)}>
                  {inWords(option.label)}
                </button>
              </article>
            )}
          </For>
          <For each={ready()}>
            {(ready) => (
              <article class="card" data-testid="ready">
                <h3>{ready.name}</h3>
                <p>{[termText(ready.concept), kindName(ready.kind)].filter(Boolean).join(" · ")}</p>
                <p class="quiet">{bestTraits(ready)}</p>
                <button type="button" class="do" disabled={busy()} onClick={() => createReady(ready)}>
                  {t(table.isStoryteller() ? "page-do-bring" : "page-do-play", { who: ready.name.split(" ")[0] ?? "" })}
                </button>
              </article>
            )}
          </For>
          <article class="card blank">
            <h3>{t("page-new-character")}</h3>
            <p>{t("page-new-character-about")}</p>
            <button type="button" onClick={() => setByHand(true)} data-testid="make-own">
              {t("page-do-make-character")}
            </button>
          </article>
          <Show when={files().length > 0}>
            <article class="card blank">
              <h3>{t("page-from-file")}</h3>
              <p>{t("page-from-file-about")}</p>
              <OptionList options={files()} />
            </article>
          </Show>
        </div>
      </Show>
      <Show when={byHand()}>
        <Show when={table.get("Rulebook", "rulebook")}>
          {(book) => <CharacterForm book={book()} undead={mine()?.undead ?? []} create={create} busy={busy()} back={() => setByHand(false)} ownership={ownership()} setOwnership={setOwnership} />}
        </Show>
      </Show>
    </section>
  );
}

/** A ready character's four highest traits, in words. */
const bestTraits = (ready: ReadyCharacter) =>
  [...ready.traits]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, dots]) => `${termText(name)} ${dots}`)
    .join(", ");

interface FormProps {
  readonly book: Rulebook;
  readonly undead: readonly string[];
  readonly create: (command: CreateCharacter) => Promise<void>;
  readonly busy: boolean;
  readonly back: () => void;
  readonly ownership: Ownership;
  readonly setOwnership: (ownership: Ownership) => void;
}

/** The player of a new character, and if it is hidden from the players. The Storyteller chooses both. */
interface Ownership {
  readonly player: string;
  readonly hidden: boolean;
}

function OwnershipFields(props: { ownership: Ownership; set: (ownership: Ownership) => void }) {
  return (
    <>
      <SeatSelect label={t("page-ask-character-player")} name="player" value={props.ownership.player} set={(player) => props.set({ player, hidden: false })} />
      <label class="flag">
        <input
          type="checkbox"
          checked={props.ownership.hidden}
          disabled={props.ownership.player !== ""}
          onChange={(e) => props.set({ ...props.ownership, hidden: e.currentTarget.checked })}
          name="hidden"
        />
        <span>{t("page-ask-hidden")}</span>
      </label>
    </>
  );
}

function CharacterForm(props: FormProps) {
  const table = useTable();
  const [name, setName] = createSignal("");
  const [concept, setConcept] = createSignal("");
  const [kind, setKind] = createSignal<(typeof KINDS)[number]>("mortal");
  const [specialties, setSpecialties] = createSignal("");
  const [edits, setEdits] = createSignal<SheetEdits>(NO_SHEET_EDITS);
  const book = createMemo(() => rulebookForNew(props.book, new Set(kind() === "mortal" ? props.undead : [])));
  const nameless = createUniqueId();
  const sheet = createMemo(() => blankSheet(props.book));
  /** Stores with a rating of 0: usually a mistake, and noticed late. */
  const empty = createMemo(() => emptyStores(props.book, kind() === "mortal" ? props.undead : [], edits(), sheet()));
  let form: HTMLFormElement | undefined;
  let first: HTMLInputElement | undefined;
  /** The form is long, and the button that opened it was at its end: scroll to its start. */
  onMount(() => {
    first?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: "start" });
  });
  const command = (): CreateCharacter => ({
    name: name().trim(),
    concept: concept().trim(),
    kind: kind(),
    ...editedSheet({ ...edits(), specialties: specialties() }, sheet(), book()),
    ...props.ownership,
  });

  return (
    <form
      class="by-hand"
      ref={(el) => {
        form = el;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void props.create(command());
      }}
    >
      <div class="two">
        <label class="field">
          <span>{t("page-ask-name")}</span>
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
          <span>{t("page-ask-concept")}</span>
          <input data-most="200" value={concept()} onInput={(e) => setConcept(e.currentTarget.value)} name="concept" />
        </label>
        <label class="field">
          <span>{t("page-ask-kind")}</span>
          <select value={kind()} onChange={(e) => setKind(KINDS.find((k) => k === e.currentTarget.value) ?? "mortal")} name="kind">
            <For each={KINDS}>{(k) => <option value={k}>{t(`page-kind-${k}`)}</option>}</For>
          </select>
        </label>
        <label class="field">
          <span>{t("page-ask-specialties")}</span>
          <input data-most="300" value={specialties()} onInput={(e) => setSpecialties(e.currentTarget.value)} name="specialties" />
        </label>
        <Show when={table.isStoryteller()}>
          <OwnershipFields ownership={props.ownership} set={props.setOwnership} />
        </Show>
      </div>
      <SheetFields sheet={sheet()} book={book()} edits={edits()} set={setEdits} points={false} refills={true} />
      <div class="roll-do sticky">
        <Show when={!name().trim()}>
          <p class="quiet small" id={nameless}>
            {t("page-give-a-name")}
          </p>
        </Show>
        <Show when={name().trim() && empty().length > 0}>
          <p class="quiet small" data-testid="bare">
            {t("page-store-empty", { stores: empty().map(termText).join(", ") })}
          </p>
        </Show>
        <button
          type="submit"
          class="do"
          disabled={props.busy || !name().trim()}
          aria-describedby={name().trim() ? undefined : nameless}
          data-testid="create"
        >
          {name().trim() ? t("page-do-bring", { who: name().trim() }) : t("page-do-bring-them")}
        </button>
        <button type="button" onClick={() => props.back()}>
          {t("page-do-back")}
        </button>
      </div>
    </form>
  );
}
