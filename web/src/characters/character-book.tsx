/** A character's book: biography, merits and backgrounds, private notes, and experience. */

import "./character-book.css";
import { createSignal, For, type JSX, Show } from "solid-js";
import type { Merit } from "../messages";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { Overlay } from "../ui/overlay";
import { SaveFooter } from "../ui/save-footer";
import { TableEditor } from "../ui/table-editor";
import { Dots } from "../ui/dots";
import { inWords, t, termText } from "../words/render";
import { LONG_TEXT_MOST } from "../forms/bounds";
import { KINDS, meritColumns, meritSummary, NEW_MERIT, noteOf, rowsOfMerits, meritsOfRows } from "../forms/book-draft";
import { ExperienceLedger } from "./experience-ledger";
import { type BookEdits, bookEdits, isBookEdited, isNoteEdited, noteEdits } from "./kept-edits";
import { NotesAboutOthers, facesOfOthers } from "./notes-about-others";

const MERITS_MOST = 40;

interface Props {
  readonly reading: Reading;
  /** True for the present table, which can be changed. */
  readonly live: boolean;
  readonly id: string;
  readonly close: () => void;
}

export function CharacterBook(props: Props) {
  const table = useTable();
  const [edits, setEdits] = bookEdits(table, props.id);
  const [busy, setBusy] = createSignal(false);
  const [refused, setRefused] = createSignal("");
  const profile = () => props.reading.get("Profile", props.id);
  const writer = () => (table.isStoryteller() ? "" : table.seat());
  const note = () => noteOf(props.reading, props.id, writer())?.text ?? "";
  /** The notes of players that the Storyteller reads. */
  const others = () => props.reading.all("Note").filter((one) => one.actor === props.id && one.writer !== writer());
  /** True if the server offers to change the profile. A seat that may do that may also write a note. */
  const mayWrite = () => props.live && table.options().some((o) => o.command === "WriteProfile" && o.actor === props.id);
  const writesAboutOthers = () => mayWrite() && !table.isStoryteller();
  /** The characters of others about whom a note is not saved. */
  const noted = () => (writesAboutOthers() ? facesOfOthers(props.reading, table.seat()).filter(({ id }) => isNoteEdited(table, id)) : []);
  const edited = () => isBookEdited(table, props.id) || noted().length > 0;

  /** Forget the edits that were saved; what was typed while they were saved stays. */
  const forget = (saved: BookEdits) =>
    setEdits(Object.fromEntries(Object.entries(edits()).filter(([part, value]) => saved[part as keyof BookEdits] !== value)));
  const isAccepted = async (name: string, fields: Readonly<Record<string, unknown>>) => {
    const outcome = await table.sendQuietly(name, fields);
    setRefused(outcome.ok ? "" : inWords(outcome.sentence));
    return outcome.ok;
  };
  /** Save everything that is not saved, up to the first refusal. */
  const saveAll = async () => {
    const { note: text, ...changed } = edits();
    if (Object.keys(changed).length > 0) {
      const { biography, merits } = changed;
      const now = profile();
      const fields = { actor: props.id, biography: biography ?? now?.biography ?? "", merits: merits ? meritsOfRows(merits) : (now?.merits ?? []) };
      if (!(await isAccepted("WriteProfile", fields))) return;
      forget(changed);
    }
    if (text !== undefined) {
      if (!(await isAccepted("WriteNote", { actor: props.id, text }))) return;
      forget({ note: text });
    }
    for (const { id } of noted()) {
      const [about, setAbout] = noteEdits(table, id);
      const saved = about();
      if (!(await isAccepted("WriteNote", { actor: id, text: saved }))) return;
      if (about() === saved) setAbout(undefined);
    }
  };
  const save = async () => {
    if (busy()) return;
    setBusy(true);
    await saveAll();
    setBusy(false);
  };
  const discard = () => {
    setRefused("");
    setEdits({});
    for (const { id } of noted()) noteEdits(table, id)[1](undefined);
  };

  return (
    <Overlay titleId="book-title" testid="character-book" class="character-book" close={props.close}>
      {(shut) => (
        <>
          <header>
            <h2 id="book-title">{props.reading.get("Face", props.id)?.name}</h2>
          </header>
          <form
            id="book"
            class="book"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <Part title={t("page-biography")}>
              <Show when={mayWrite()} fallback={<p class="long-text">{profile()?.biography || t("page-nothing-written")}</p>}>
                <textarea
                  name="biography"
                  rows="7"
                  aria-label={t("page-biography")}
                  data-most={LONG_TEXT_MOST}
                  value={edits().biography ?? profile()?.biography ?? ""}
                  onInput={(e) => setEdits({ ...edits(), biography: e.currentTarget.value })}
                />
              </Show>
            </Part>
            <Part title={t("page-merits")}>
              <Show when={mayWrite()} fallback={<MeritList merits={profile()?.merits ?? []} />}>
                <TableEditor
                  columns={meritColumns()}
                  rows={edits().merits ?? rowsOfMerits(profile()?.merits ?? [])}
                  set={(merits) => setEdits({ ...edits(), merits })}
                  rowNoun={t("page-noun-merit")}
                  ordered={false}
                  most={MERITS_MOST}
                  newRow={NEW_MERIT}
                  inShort={meritSummary}
                />
              </Show>
            </Part>
            <Part title={t("page-notes")}>
              <Show when={mayWrite()} fallback={<p class="long-text">{note() || t("page-nothing-written")}</p>}>
                <p class="quiet small" id="note-readers">
                  {t(table.isStoryteller() ? "page-note-storytellers" : "page-note-players")}
                </p>
                <textarea
                  name="note"
                  rows="4"
                  aria-label={t("page-notes")}
                  aria-describedby="note-readers"
                  data-most={LONG_TEXT_MOST}
                  value={edits().note ?? note()}
                  onInput={(e) => setEdits({ ...edits(), note: e.currentTarget.value })}
                />
              </Show>
              <For each={others()}>
                {(one) => (
                  <details data-testid="note-of">
                    <summary>{t("page-note-of", { who: table.seatName(one.writer) || t("page-a-player") })}</summary>
                    <p class="long-text">{one.text}</p>
                  </details>
                )}
              </For>
            </Part>
            <Show when={writesAboutOthers()}>
              <Part title={t("page-notes-about-others")}>
                <NotesAboutOthers reading={props.reading} />
              </Part>
            </Show>
          </form>
          <Part title={t("page-experience")}>
            <ExperienceLedger reading={props.reading} live={props.live} id={props.id} />
          </Part>
          <SaveFooter name="book" refused={refused()} busy={busy()} unchanged={!edited()} form="book">
            <Show when={edited()}>
              <button type="button" class="first" onClick={discard}>
                {t("page-do-discard")}
              </button>
            </Show>
            <button type="button" onClick={shut} data-testid="book-close">
              {t("page-do-close")}
            </button>
          </SaveFooter>
        </>
      )}
    </Overlay>
  );
}

function Part(props: { title: string; children: JSX.Element }) {
  return (
    <section class="book-part">
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}

/** Merits, flaws and backgrounds to read, by their kinds. */
function MeritList(props: { merits: readonly Merit[] }) {
  return (
    <For each={KINDS.filter((kind) => props.merits.some((one) => one.kind === kind))} fallback={<p class="quiet">{t("page-nothing-written")}</p>}>
      {(kind) => (
        <ul class="merits" aria-label={t(`page-merits-${kind}`)}>
          <For each={props.merits.filter((one) => one.kind === kind)}>
            {(one) => (
              <li>
                {termText(one.name)} <Dots dots={one.dots} most={5} /> <small>{one.text}</small>
              </li>
            )}
          </For>
        </ul>
      )}
    </For>
  );
}
