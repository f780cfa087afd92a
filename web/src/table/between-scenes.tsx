/** The panel between two scenes. */

import { Show } from "solid-js";
import { FoldedSheet } from "../characters/folded-sheet";
import type { Practice } from "../characters/roll-builder";
import { OptionGroups, Urgent, useOptionGroups } from "../actions/action-panel";
import { isPlainRoll } from "../forms/options";
import { isAnswer } from "../forms/question";
import { t } from "../words/render";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";

const Aids = lazy(() => import("../desk/aids").then((m) => m.Aids), false);
const FindAction = lazy(() => import("../desk/aids").then((m) => m.FindAction), false);
const Inbox = lazy(() => import("../desk/inbox").then((m) => m.Inbox));

/** The options between two scenes: stories and time, tasks, dice. A scene is begun elsewhere. `practice`: the button
 * that throws the Storyteller's dice for practice. */
export function BetweenScenes(props: { practice: Practice }) {
  const table = useTable();
  const open = useOptionGroups("scene");
  /** A player's own sheet stands open beside this. */
  const rolls = () => table.isStoryteller() && table.options().some(isPlainRoll);
  return (
    <>
      <Aids />
      <FindAction />
      <Show when={table.options().some((o) => isAnswer(table, o))}>
        <Inbox />
      </Show>
      <Urgent />
      <Show when={open().length > 0 || rolls()}>
        <details class="between" data-testid="between">
          <summary>{t("page-between-scenes")}</summary>
          <OptionGroups groups={open()} />
          <Show when={rolls()}>
            <FoldedSheet class="more" practice={props.practice} />
          </Show>
        </details>
      </Show>
    </>
  );
}
