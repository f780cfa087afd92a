/** The button that saves the story as a file. The page first fetches the older story, then makes the file from its
 * own records. */

import { createSignal, Show } from "solid-js";
import { secrecy } from "../text/audience";
import { isTakenBack } from "../state/story";
import { nameIn } from "../state/record-signals";
import type { Line, Roll } from "../messages";
import { STORY_UNREADABLE, useTable } from "../state/table";
import { t } from "../words/render";
import { loadPart } from "./load-part";
import { saveFile } from "./save-file";

export function SaveStory(props: { title: string }) {
  const table = useTable();
  const [reading, setReading] = createSignal(false);
  /** True if this is the chronicle's own table, which has the story between scenes. */
  const isChronicle = () => table.get("Setting", "setting")?.place === "chronicle";

  const save = async () => {
    setReading(true);
    const whole = await table.loadWholeStory();
    setReading(false);
    if (!whole) {
      table.setRefusal(STORY_UNREADABLE);
      return;
    }
    const loaded = await loadPart(table, () => import("./story-file"));
    if (loaded === undefined) return;
    const { storyFileName, storyText } = loaded;
    const retractions = table.all("Retraction");
    const title = table.isStoryteller() ? t("page-for-storyteller-alone", { title: props.title }) : props.title;
    const text = storyText(title, table.story(), {
      character: (id) => nameIn(table, id),
      seat: table.seatName,
      secrecy: (entry) => secrecy(entry.audience, (entry.record as Line | Roll).who, table.seat(), table.seatName),
      takenBack: (entry) => isTakenBack(retractions, entry),
      handout: (entry) => {
        const card = table.get("HandoutCard", `${entry.audience} ${entry.record.id}`);
        return (card && table.get("Handout", card.handout)?.text) ?? "";
      },
    });
    saveFile(storyFileName(title), text, "text/markdown");
  };

  return (
    <Show when={table.story().length > 0}>
      <button type="button" disabled={reading()} onClick={() => void save()} data-testid="save-story">
        {reading() ? t("page-save-loading", { n: table.story().length }) : t(isChronicle() ? "page-do-save-between" : "page-do-save-story")}
      </button>
      <Show when={isChronicle()}>
        <p class="quiet small">{t("page-save-scenes-note")}</p>
      </Show>
    </Show>
  );
}
