/** A character as a file, for whoever may read its sheet: made here, of what this page has been told. */

import { Show } from "solid-js";
import { characterFile, characterFileName, characterText } from "../core/character";
import type { Reading } from "../live";
import type { CharacterFile } from "../messages";

export function SaveCharacter(props: { reading: Reading; id: string }) {
  const file = () => {
    const face = props.reading.get("Face", props.id);
    const sheet = props.reading.get("Sheet", props.id);
    const setting = props.reading.get("Setting", "setting");
    return face && sheet && setting
      ? characterFile(setting.rules, face, sheet, props.reading.get("Health", props.id))
      : undefined;
  };
  return (
    <Show when={file()}>
      {(made) => (
        <button type="button" onClick={() => save(made())} data-testid="save-character">
          Save as a file
        </button>
      )}
    </Show>
  );
}

function save(file: CharacterFile) {
  const address = URL.createObjectURL(new Blob([characterText(file)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = characterFileName(file);
  link.click();
  URL.revokeObjectURL(address);
}
