/** Writing a sheet anew, for whoever may say who its character is. */

import { createSignal, Show } from "solid-js";
import { NOTHING_WRITTEN, type Writing, written } from "../core/writing";
import { useTable } from "../table";
import { Overlay } from "./overlay";
import { unfoldInvalid } from "./rows";
import { SheetFields } from "./sheetfields";

export function WriteSheet(props: { id: string }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const [writing, setWriting] = createSignal<Writing>(NOTHING_WRITTEN);
  const [busy, setBusy] = createSignal(false);
  const [refused, setRefused] = createSignal("");
  const sheet = () => table.get("Sheet", props.id);
  const book = () => table.get("Rulebook", "rulebook");
  /** The table offers the one to whoever may do the other: a sheet is too long for a form of its own there. */
  const may = () => table.options().some((o) => o.command === "ChangeSheet" && o.actor === props.id);

  const save = async (shut: () => void) => {
    const [now, rules] = [sheet(), book()];
    if (now === undefined || rules === undefined) return;
    setBusy(true);
    const outcome = await table.ask("ChangeSheet", { actor: props.id, ...written(writing(), now, rules) });
    setBusy(false);
    setRefused(outcome.ok ? "" : outcome.sentence);
    if (!outcome.ok) return;
    setWriting(NOTHING_WRITTEN);
    shut();
  };

  return (
    <>
      <Show when={may() && sheet()}>
        <button type="button" onClick={() => setOpen(true)} data-testid="write-sheet">
          Change the sheet
        </button>
      </Show>
      <Show when={open() && sheet()}>
        {(now) => (
          <Show when={book()}>
            {(rules) => (
              <Overlay titled="write-title" testid="sheet-editor" close={() => setOpen(false)}>
                {(shut) => (
                  <>
                    <header>
                      <h2 id="write-title">{table.get("Face", props.id)?.name}</h2>
                    </header>
                    <form
                      class="by-hand"
                      ref={unfoldInvalid}
                      onSubmit={(event) => {
                        event.preventDefault();
                        void save(shut);
                      }}
                    >
                      <SheetFields sheet={now()} book={rules()} writing={writing()} set={setWriting} points={true} />
                      <footer>
                        <Show when={refused()}>
                          <p class="notice" role="alert">
                            {refused()}
                          </p>
                        </Show>
                        <button
                          type="button"
                          class="first"
                          onClick={() => {
                            setWriting(NOTHING_WRITTEN);
                            setRefused("");
                            shut();
                          }}
                        >
                          Leave it as it was
                        </button>
                        <button type="submit" class="do" disabled={busy()} data-testid="sheet-save">
                          Save
                        </button>
                      </footer>
                    </form>
                  </>
                )}
              </Overlay>
            )}
          </Show>
        )}
      </Show>
    </>
  );
}
