/** A sheet to read, for each seat that may: in the lobby, in a scene, or in the past. */

import { createMemo, For, Show } from "solid-js";
import { byGroup, itemDetails, powerName, withDots } from "../forms/sheet-groups";
import type { Reading } from "../state/record-signals";
import { kindName } from "../text/kinds";
import { t, termText } from "../words/render";
import { useTable } from "../state/table";
import { Dots } from "../ui/dots";
import { HealthTrack } from "./health";
import { Overlay } from "../ui/overlay";
import { SaveCharacter } from "../files/save-character";
import { PointStores } from "./points";
import { CharacterBookButton } from "./character-book-button";
import { EditSheetButton } from "./edit-sheet-button";
import { Portrait } from "./portrait";
import { Circumstances, Listed, SheetOptions } from "./sheet-parts";

interface Props {
  readonly reading: Reading;
  readonly id: string;
}

/** The sheet as a dialog. */
export function SheetDialog(props: Props & { live: boolean; close: () => void }) {
  const table = useTable();
  return (
    <Overlay titleId="sheet-title" testid="sheet-view" close={props.close}>
      {(shut) => (
        <>
          <SheetView reading={props.reading} id={props.id} />
          <Show when={props.live}>
            <SheetOptions id={props.id} />
          </Show>
          <footer>
            <Show when={props.reading === table}>
              <EditSheetButton id={props.id} />
            </Show>
            <CharacterBookButton reading={props.reading} id={props.id} />
            <SaveCharacter reading={props.reading} id={props.id} />
            <button type="button" onClick={shut} data-testid="sheet-close">
              {t("page-do-close")}
            </button>
          </footer>
        </>
      )}
    </Overlay>
  );
}

function SheetView(props: Props) {
  const table = useTable();
  const face = () => props.reading.get("Face", props.id);
  const sheet = () => props.reading.get("Sheet", props.id);
  const book = () => props.reading.get("Rulebook", "rulebook");
  const groups = createMemo(() => withDots(byGroup(book()?.traits ?? [], sheet() ?? { traits: [] })));
  const player = () => table.seatName(face()?.player ?? "");
  const powers = () => sheet()?.flags.map((f) => powerName(props.reading, f)) ?? [];
  return (
    <>
      <header>
        <Portrait actor={props.id} size="large" reading={props.reading} />
        <div>
          <h2 id="sheet-title">{face()?.name}</h2>
          <p>{[termText(face()?.concept ?? ""), kindName(face()?.kind ?? ""), player() && t("page-played-by", { who: player() })].filter(Boolean).join(" · ")}</p>
        </div>
        <HealthTrack reading={props.reading} id={props.id} />
      </header>
      <PointStores reading={props.reading} id={props.id} live={props.reading === table} />
      <Circumstances reading={props.reading} id={props.id} />
      <div class="groups" data-testid="sheet-traits">
        <For each={groups()} fallback={<p class="quiet">{t("page-sheet-empty")}</p>}>
          {(group) => (
            <section class="group">
              <h3>{termText(group.name)}</h3>
              <For each={group.traits}>
                {([trait, dots]) => (
                  <p class="trait">
                    <span>{termText(trait)}</span>
                    <Dots dots={dots} most={group.most} />
                  </p>
                )}
              </For>
            </section>
          )}
        </For>
      </div>
      <Listed name={t("page-specialties")} all={sheet()?.specialties ?? []}>
        {termText}
      </Listed>
      <Listed name={t("page-powers")} all={powers()}>
        {(one) => one}
      </Listed>
      <Listed name={t("page-carries")} all={sheet()?.items ?? []}>
        {(item) => (
          <>
            {termText(item.name)} <small>{itemDetails(item)}</small>
          </>
        )}
      </Listed>
    </>
  );
}
