/** A player's private notes about the characters of others, as far as this player sees them. */

import { createSignal, For, Show } from "solid-js";
import { LONG_TEXT_MOST } from "../forms/bounds";
import { noteOf } from "../forms/book-draft";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { t } from "../words/render";

export function NotesAboutOthers(props: { reading: Reading }) {
  const table = useTable();
  const others = () => props.reading.all("Face").filter((face) => face.player !== table.seat());
  const note = (id: string) => noteOf(props.reading, id, table.seat())?.text ?? "";
  const [chosen, setChosen] = createSignal("");
  /** The edited text; undefined until it is edited. */
  const [text, setText] = createSignal<string>();
  const choose = (id: string) => {
    setChosen(id);
    setText(undefined);
  };
  const save = async () => {
    const outcome = await table.send("WriteNote", { actor: chosen(), text: text() ?? "" });
    if (outcome.ok) setText(undefined);
  };
  return (
    <form
      class="notes-about"
      data-testid="notes-about"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label class="field">
        <span>{t("page-note-about")}</span>
        <select name="about" value={chosen()} disabled={text() !== undefined} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">{t("page-choose")}</option>
          <For each={others()}>
            {(face) => (
              <option value={face.id} selected={chosen() === face.id}>
                {note(face.id) ? t("page-note-there", { who: face.name }) : face.name}
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={chosen()}>
        <textarea name="note-about" rows="4" aria-label={t("page-note-about")} data-most={LONG_TEXT_MOST} value={text() ?? note(chosen())} onInput={(e) => setText(e.currentTarget.value)} />
      </Show>
      <Show when={text() !== undefined}>
        <p class="note-do">
          <button type="button" onClick={() => setText(undefined)}>
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
