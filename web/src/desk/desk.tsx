/** The Storyteller's desk: her inbox, the next steps, what she does in secret, and all further actions, folded. */

import { createMemo, For, Show } from "solid-js";
import { isAnswer, nextSteps } from "../forms/question";
import type { OptionsOfGroup } from "../forms/options";
import { t } from "../words/render";
import { useTable } from "../state/table";
import { Inbox } from "./inbox";
import { ActionPanel } from "../actions/action-panel";
import { OptionButtons, OptionList } from "../actions/options";
import { QuickRoll } from "./quick-roll";
import { FindAction } from "./aids";

/** `toStory` goes to what the table waits for, which stands with the story. */
export function Desk(props: { toStory: () => void }) {
  return <ActionPanel toStory={props.toStory} lists={(groups) => <DeskParts groups={groups()} />} />;
}

/** `groups`: the options that have no place of their own on the page. */
function DeskParts(props: { groups: readonly OptionsOfGroup[] }) {
  const table = useTable();
  const next = createMemo(() => nextSteps(table, table.options()));
  /** The options of the seat itself in a part of the desk. */
  const partOf = (part: string) =>
    table.options().filter((o) => table.layout(o.command)?.desk === part && o.actor === "" && !isAnswer(table, o));
  /** Plain dice are rolled by the line above these. */
  const secret = createMemo(() => partOf("secret").filter((o) => o.command !== "RollInSecret"));
  const often = createMemo(() => partOf("often"));
  const rest = createMemo(() =>
    props.groups
      .map((g) => ({ ...g, options: g.options.filter((o) => ![...next(), ...secret(), ...often()].includes(o)) }))
      .filter((g) => g.options.length > 0),
  );
  const names = createMemo(() => rest().map((g) => g.group));
  const optionsOf = (group: string) => rest().find((g) => g.group === group)?.options ?? [];
  return (
    <div class="desk" data-testid="desk">
      <FindAction />
      <Inbox />
      <Show when={next().length > 0}>
        <section class="next" data-testid="next" aria-labelledby="next-title">
          <h3 id="next-title">
            {t("page-desk-next")} <kbd>n</kbd>
          </h3>
          <OptionButtons options={next()} firstKey="n" />
        </section>
      </Show>
      <div class="row-of-options">
        <OptionButtons options={often()} />
      </div>
      <section data-testid="secret" aria-labelledby="secret-title">
        <h3 id="secret-title">{t("page-desk-secret")}</h3>
        <QuickRoll />
        <div class="row-of-options">
          <OptionButtons options={secret()} />
        </div>
      </section>
      <section class="desk-more" aria-labelledby="more-title">
        <h3 id="more-title">{t("page-desk-more")}</h3>
        <For each={names()}>
          {(group) => (
            <details class="more" data-group={group} name="desk-more">
              <summary>
                {table.groupTitle(group)} <span class="count">{optionsOf(group).length}</span>
              </summary>
              <OptionList options={optionsOf(group)} />
            </details>
          )}
        </For>
      </section>
    </div>
  );
}
