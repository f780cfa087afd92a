/** Beside a closed scene: the chronicle, where people talk, heal, spend and roll until the next scene. */

import { Show } from "solid-js";
import { OptionList } from "../actions/options";
import { FoldedSheet } from "../characters/folded-sheet";
import { MyCharactersProvider } from "../characters/my-character";
import { Composer } from "../story/composer";
import { PracticeThrow } from "../story/practice-throw";
import { StoryLog } from "../story/story-log";
import { type Table, TableContext, useTable } from "../state/table";
import { BetweenScenes } from "../table/between-scenes";
import { RefusalNotice } from "../ui/refusal-notice";
import { t } from "../words/render";

export function Meanwhile(props: { chronicle: Table }) {
  return (
    <TableContext.Provider value={props.chronicle}>
      <MyCharactersProvider>
        {/* All parts come at once, so that none pushes another down. */}
        <Show when={props.chronicle.options().length > 0}>
          <Panel />
        </Show>
      </MyCharactersProvider>
    </TableContext.Provider>
  );
}

function Panel() {
  const table = useTable();
  return (
    <div class="meanwhile">
      <RefusalNotice />
      <Show when={table.isStoryteller()}>
        <OptionList options={table.options().filter((o) => o.group === "scene")} />
      </Show>
      <Show when={!table.isStoryteller()}>
        <FoldedSheet class="more" practice={PracticeThrow} />
      </Show>
      <BetweenScenes practice={PracticeThrow} />
      <div class="talk">
        <StoryLog label={t("page-talk")} reading={table} seatName={table.seatName} mine={table.seat()} loadOlder={() => table.loadOlder()} loadWhole={() => table.loadWholeStory()} replies={table.role() !== "spectator"} />
        <Composer />
      </div>
    </div>
  );
}
