/** The button that saves a character as a file, for a seat that may read its sheet. The page makes the file from its
 * own records. */

import { Show } from "solid-js";
import { characterFile, characterFileName, characterText } from "./character-file";
import type { Reading } from "../state/record-signals";
import { noteOf } from "../forms/book-draft";
import { useTable } from "../state/table";
import { t } from "../words/render";
import { saveFile } from "./save-file";

export function SaveCharacter(props: { reading: Reading; id: string }) {
  const table = useTable();
  const file = () => {
    const face = props.reading.get("Face", props.id);
    const sheet = props.reading.get("Sheet", props.id);
    const setting = props.reading.get("Setting", "setting");
    return face && sheet && setting
      ? characterFile(setting.rules, face, sheet, props.reading.get("Health", props.id), {
          profile: props.reading.get("Profile", props.id),
          // A file may be given away, so the Storyteller's notes are never in one.
          note: table.isStoryteller() ? undefined : noteOf(props.reading, props.id, table.seat()),
          ledger: props.reading.get("ExperienceLedger", props.id),
        })
      : undefined;
  };
  return (
    <Show when={file()}>
      {(made) => (
        <button type="button" onClick={() => saveFile(characterFileName(made()), characterText(made()), "application/json")} data-testid="save-character">
          {t("page-do-save-character")}
        </button>
      )}
    </Show>
  );
}
