/** The button that saves a character as a file, for a seat that may read its sheet. */

import { Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { t } from "../words/render";
import { loadPart } from "./load-part";

export function SaveCharacter(props: { reading: Reading; id: string }) {
  const table = useTable();
  const save = async () => {
    const loaded = await loadPart(table, () => import("./write-character"));
    loaded?.writeCharacter(table, props.reading, props.id);
  };
  return (
    <Show when={props.reading.get("Face", props.id) && props.reading.get("Sheet", props.id) && props.reading.get("Setting", "setting")}>
      <button type="button" onClick={() => void save()} data-opens="" data-testid="save-character">
        {t("page-do-save-character")}
      </button>
    </Show>
  );
}
