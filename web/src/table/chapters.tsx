/** What has been told so far, and what is being told: stories and their chapters (T1). */

import { For, Show } from "solid-js";
import { when } from "../text/game-time";
import { useTable } from "../state/table";

export function Stories() {
  const table = useTable();
  const told = () => table.all("StoryCard").sort((a, b) => a.number - b.number);
  const chapters = (story: string) =>
    table
      .all("ChapterCard")
      .filter((c) => c.part_of === story)
      .sort((a, b) => a.number - b.number);
  return (
    <Show when={told().length > 0}>
      <section class="stories-told" aria-labelledby="stories-title" data-testid="stories">
        <h2 id="stories-title">Stories</h2>
        <ol>
          <For each={told()}>
            {(story) => (
              <li classList={{ over: !story.open }}>
                <b>{story.name}</b> <small>{story.open ? "being told" : "told"}</small>
                <For each={chapters(story.id)}>
                  {(chapter) => (
                    <p classList={{ over: !chapter.open }}>
                      {chapter.name} <small>{chapter.open ? `since ${when(chapter.began)}` : "told"}</small>
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
