/** The own private note about a character: a field of the character's book, and a form of its own in a drawer. */

import { createUniqueId, Show } from "solid-js";
import { noteOf } from "../forms/book-draft";
import { LONG_TEXT_MOST } from "../forms/bounds";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { Drawer } from "../ui/drawer";
import { noteEdits } from "./kept-edits";
import { t } from "../words/render";

interface Props {
  readonly reading: Reading;
  readonly id: string;
}

export function NoteField(props: Props) {
  const table = useTable();
  const note = () => noteOf(props.reading, props.id, table.isStoryteller() ? "" : table.seat())?.text ?? "";
  const name = () => props.reading.get("Face", props.id)?.name ?? "";
  /** The edited text; undefined until it is edited. */
  const [text, setText] = noteEdits(table, props.id);
  return <textarea name="note-about" rows="6" aria-label={t("page-note-on", { who: name() })} data-most={LONG_TEXT_MOST} value={text() ?? note()} onInput={(e) => setText(e.currentTarget.value)} />;
}

/** `done` is called when the text is saved or discarded. */
function NoteForm(props: Props & { readonly done: () => void }) {
  const table = useTable();
  const [text, setText] = noteEdits(table, props.id);
  const end = () => {
    setText(undefined);
    props.done();
  };
  const save = async () => {
    const outcome = await table.send("WriteNote", { actor: props.id, text: text() ?? "" });
    if (outcome.ok) end();
  };
  return (
    <form
      class="note-form fields"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NoteField reading={props.reading} id={props.id} />
      <Show when={text() !== undefined}>
        <p class="note-do">
          <button type="button" onClick={end}>
            {t("page-do-discard")}
          </button>
          <button type="submit" class="do" data-testid="note-about-save">
            {t("page-do-save")}
          </button>
        </p>
      </Show>
    </form>
  );
}

/** The note in a drawer, which closes when the note is saved or discarded. */
export function NoteDrawer(props: Props & { readonly close: () => void }) {
  const table = useTable();
  const id = createUniqueId();
  return (
    <Drawer title={t("page-note-on", { who: props.reading.get("Face", props.id)?.name ?? "" })} rule="" titleId={id} close={props.close}>
      <div class="form">
        <p class="quiet">{t(table.isStoryteller() ? "page-note-storytellers" : "page-note-players")}</p>
        <NoteForm reading={props.reading} id={props.id} done={props.close} />
      </div>
    </Drawer>
  );
}
