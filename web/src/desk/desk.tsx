/** The Storyteller's desk: her inbox, the next steps, what she does in secret, and all further actions, folded. */

import { createMemo, For, Show } from "solid-js";
import { isAnswer, nextSteps } from "../forms/question";
import type { OptionsOfGroup } from "../forms/options";
import { t } from "../words/render";
import { phrase } from "../words/words";
import { useTable } from "../state/table";
import { Inbox } from "./inbox";
import { ActionPanel, Declarations, useDeclaring } from "../actions/action-panel";
import { OptionButtons, OptionList } from "../actions/options";
import { QuickRoll } from "./quick-roll";
import { FindAction } from "./aids";
import { lazy } from "../ui/lazy";
import { onceTrue } from "../ui/after-drawing";

const HouseRules = lazy(() => import("../rules/house-rules").then((m) => m.HouseRules));

/** `toStory` goes to what the table waits for, which stands with the story. `waits` is told how many rolls the
 * Storyteller has not seen. */
export function Desk(props: { toStory: () => void; waits: (n: number) => void }) {
  return <ActionPanel toStory={props.toStory} lists={(groups) => <DeskParts groups={groups()} waits={props.waits} />} />;
}

/** `groups`: the options that have no place of their own on the page. */
function DeskParts(props: { groups: readonly OptionsOfGroup[]; waits: (n: number) => void }) {
  const table = useTable();
  const declaring = useDeclaring();
  const rules = onceTrue(() => table.options().some((o) => o.group === "house"));
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
      <Inbox waits={props.waits} />
      <Show when={next().length > 0}>
        <section class="next" data-testid="next" aria-labelledby="next-title">
          <h3 id="next-title">
            {t("page-desk-next")} <kbd>n</kbd>
          </h3>
          <OptionButtons options={next()} firstKey="n" />
        </section>
      </Show>
      <Show when={declaring()}>
        <section aria-label={t("page-declare-heading")}>
          <Declarations urgent={false} />
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
        <HiddenCast />
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
        <Show when={rules()}>
          <HouseRules />
        </Show>
      </section>
    </div>
  );
}

/** The characters that players do not see, each with the option to reveal it. */
function HiddenCast() {
  const table = useTable();
  const ids = createMemo(() =>
    table
      .all("Face")
      .map(({ id }) => id)
      .filter((id) => table.audienceOf("Face", id) !== "everyone"),
  );
  const reveal = (id: string) =>
    table
      .options()
      .filter((o) => o.command === "RevealCharacter" && o.actor === id)
      .map((o) => ({ ...o, label: phrase("page-do-reveal") }));
  return (
    <Show when={ids().length > 0}>
      <ul class="hidden-cast" aria-label={t("page-desk-hidden-cast")} data-testid="hidden-cast">
        <For each={ids()}>
          {(id) => (
            <li data-actor={id}>
              <bdi class="name">{table.get("Face", id)?.name}</bdi>
              <OptionButtons options={reveal(id)} compact />
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
