/** A sheet as a form that is saved or discarded. */

import { createSignal, Show } from "solid-js";
import { NO_SHEET_EDITS, editedSheet } from "../forms/sheet-draft";
import type { Rulebook, Sheet } from "../messages";
import { sheetEdits } from "./kept-edits";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { Overlay } from "../ui/overlay";
import { SaveFooter } from "../ui/save-footer";
import { SheetFields } from "./sheet-fields";

/** The editor of a character's sheet. */
export function SheetEditor(props: { id: string; close: () => void }) {
  const table = useTable();
  const sheet = () => table.get("Sheet", props.id);
  const book = () => table.get("Rulebook", "rulebook");
  return (
    <Show when={sheet()}>
      {(now) => <Show when={book()}>{(rules) => <Editor sheet={now()} book={rules()} close={props.close} />}</Show>}
    </Show>
  );
}

interface Props {
  readonly sheet: Sheet;
  readonly book: Rulebook;
  readonly close: () => void;
}

function Editor(props: Props) {
  const table = useTable();
  const [kept, setKept] = sheetEdits(table, props.sheet.id);
  const [busy, setBusy] = createSignal(false);
  const [refused, setRefused] = createSignal("");
  const edits = () => kept() ?? NO_SHEET_EDITS;
  const refills = () => table.isStoryteller() || table.get("Setting", "setting")?.place !== "scene";

  const save = async (shut: () => void) => {
    setBusy(true);
    const outcome = await table.sendQuietly("ChangeSheet", { actor: props.sheet.id, ...editedSheet(edits(), props.sheet, props.book) });
    setBusy(false);
    setRefused(outcome.ok ? "" : inWords(outcome.sentence));
    if (outcome.ok) done(shut);
  };
  const done = (shut: () => void) => {
    setKept(undefined);
    shut();
  };

  return (
    <Overlay titleId="write-title" testid="sheet-editor" close={props.close}>
      {(shut) => (
        <>
          <header>
            <h2 id="write-title">{table.get("Face", props.sheet.id)?.name}</h2>
          </header>
          <form
            class="by-hand"
            onSubmit={(event) => {
              event.preventDefault();
              void save(shut);
            }}
          >
            <SheetFields sheet={props.sheet} book={props.book} edits={edits()} set={setKept} points={true} refills={refills()} />
            <SaveFooter name="sheet" refused={refused()} busy={busy()}>
              <button type="button" class="first" onClick={() => done(shut)}>
                {t("page-do-discard")}
              </button>
            </SaveFooter>
          </form>
        </>
      )}
    </Overlay>
  );
}
