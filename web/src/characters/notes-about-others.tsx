/** A player's private notes about the characters of others, as far as this player sees them: fields of the character's
 * book, which saves them. */

import { createSignal, For, Show } from "solid-js";
import { noteOf } from "../forms/book-draft";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { t } from "../words/render";
import { isNoteEdited } from "./kept-edits";
import { NoteField } from "./note-form";

/** The characters that somebody else plays. */
export const facesOfOthers = (reading: Reading, seat: string) => reading.all("Face").filter((face) => face.player !== seat);

export function NotesAboutOthers(props: { reading: Reading }) {
  const table = useTable();
  const others = () => facesOfOthers(props.reading, table.seat());
  const [chosen, choose] = createSignal(others().find((face) => isNoteEdited(table, face.id))?.id ?? "");
  return (
    <div class="notes-about" data-testid="notes-about">
      <label class="field">
        <span>{t("page-note-about")}</span>
        <select name="about" value={chosen()} disabled={isNoteEdited(table, chosen())} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">{t("page-choose")}</option>
          <For each={others()}>
            {(face) => (
              <option value={face.id} selected={chosen() === face.id}>
                {noteOf(props.reading, face.id, table.seat()) ? t("page-note-there", { who: face.name }) : face.name}
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={chosen()} keyed>
        {(id) => <NoteField reading={props.reading} id={id} />}
      </Show>
    </div>
  );
}
