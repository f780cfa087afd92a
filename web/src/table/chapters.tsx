/** The stories and their chapters, told and being told (T1). */

import { For, Show } from "solid-js";
import { gameTime } from "../text/game-time";
import { t } from "../words/render";
import { useTable } from "../state/table";

export function StoriesAndChapters() {
  const table = useTable();
  const stories = () => table.all("StoryCard").sort((a, b) => a.number - b.number);
  const chapters = (story: string) =>
    table
      .all("ChapterCard")
      .filter((c) => c.part_of === story)
      .sort((a, b) => a.number - b.number);
  return (
    <Show when={stories().length > 0}>
      <section class="stories-told" aria-labelledby="stories-title" data-testid="stories">
        <h2 id="stories-title">{t("page-stories")}</h2>
        <ol>
          <For each={stories()}>
            {(story) => (
              <li classList={{ over: !story.open }}>
                <b>{story.name}</b> <small>{t(story.open ? "page-story-open" : "page-story-over")}</small>
                <For each={chapters(story.id)}>
                  {(chapter) => (
                    <p classList={{ over: !chapter.open }}>
                      {chapter.name} <small>{chapter.open ? t("page-chapter-since", { time: gameTime(chapter.began) }) : t("page-story-over")}</small>
                    </p>
                  )}
                </For>
              </li>
            )}
          </For>
        </ol>
      </section>
    </Show>
  );
}
