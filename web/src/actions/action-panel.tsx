/** The actions that a seat can take now: first those that the table waits for, then the open options by group. */

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { isAnswer } from "../forms/question";
import { hasSubject, subjectOf } from "../forms/option-subject";
import { byGroup, groupBy, type OptionsOfGroup, isPlainRoll } from "../forms/options";
import type { Option } from "../messages";
import { waitsFor } from "../text/waiting";
import { inWords, t } from "../words/render";
import { type Table, useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { inCard, OptionList } from "./options";
import { isAbort, isOtherAnswer } from "./own-turn";
import { isInPrompt } from "./questions";

const Declaration = lazy(() => import("./fight-chunk").then((m) => m.Declaration));

const isDeclaring = (o: Option) => o.command === "DeclareAction";

/** For each character whose declaration is being put together: true if its panel is in the prompt. */
const [used, setUsed] = createSignal<Readonly<Record<string, boolean>>>({});

/** True if the option declares, and its panel is in the prompt, or beside the story. A panel in use stays where it is,
 * also when the table begins or ends to wait for it. */
const isDeclaredIn = (table: Table, o: Option, inPrompt: boolean) => isDeclaring(o) && (used()[o.actor] ?? isInPrompt(table, o)) === inPrompt;

/** True while a character may declare beside the story: the table does not wait for it yet. */
export function useDeclaring(): () => boolean {
  const table = useTable();
  return () => table.options().some((o) => isDeclaredIn(table, o, false));
}

/** Declarations by character, each in its own panel; on the Storyteller's desk each is a line that opens, her own
 * characters first. */
export function Declarations(props: { urgent: boolean }) {
  const table = useTable();
  const byActor = createMemo(() => groupBy(table.options().filter((o) => isDeclaredIn(table, o, props.urgent)), (o) => o.actor));
  const player = (actor: string) => table.get("Face", actor)?.player ?? "";
  const actors = createMemo(() => [...byActor().keys()].sort((a, b) => Number(player(a) !== "") - Number(player(b) !== "")));
  return (
    <For each={actors()}>
      {(actor) => (
        <Declaration
          line={table.isStoryteller() && !props.urgent}
          options={byActor().get(actor) ?? []}
          name={table.get("Face", actor)?.name ?? t("page-someone")}
          used={(now) => setUsed(({ [actor]: _, ...others }) => (now ? { ...others, [actor]: props.urgent } : others))}
        />
      )}
    </For>
  );
}

/** The options that the table waits for this seat to take. */
export function Urgent() {
  const table = useTable();
  const urgent = createMemo(() =>
    table.options().filter((o) => (isInPrompt(table, o) && !isDeclaring(o) && !subjectOf(o, "blow")) || isOtherAnswer(table, o)),
  );
  const any = () => urgent().length > 0 || table.options().some((o) => isDeclaredIn(table, o, true));
  return (
    <Show when={any()}>
      <div class="urgent" data-testid="urgent">
        <Show when={urgent().length > 0}>
          <OptionList options={urgent()} />
        </Show>
        <Declarations urgent={true} />
      </div>
    </Show>
  );
}

/** True if an option is listed in its group and has no place of its own on the page. */
const isListed = (table: Table, o: Option): boolean =>
  !inCard(table, o) && !isAnswer(table, o) && !isOtherAnswer(table, o) && !isAbort(table, o) && !hasSubject(o) && !isDeclaring(o) && !isPlainRoll(o) && table.drawn(o.group) !== "own";

/** The open options by group, in the server's order, without the group `without`, which is drawn elsewhere. */
export function useOptionGroups(without = ""): () => readonly OptionsOfGroup[] {
  const table = useTable();
  const rank = (group: string) => {
    const at = table.groups().findIndex((g) => g.id === group);
    return at < 0 ? table.groups().length : at;
  };
  return createMemo(() =>
    byGroup(table.options().filter((o) => o.group !== without && !isInPrompt(table, o) && isListed(table, o))).sort(
      (a, b) => rank(a.group) - rank(b.group),
    ),
  );
}

export function OptionGroups(props: { groups: readonly OptionsOfGroup[] }) {
  const table = useTable();
  const groups = createMemo(() => props.groups.map((s) => s.group));
  const optionsOf = (group: string) => props.groups.find((s) => s.group === group)?.options ?? [];
  return (
    <For each={groups()}>
      {(group) => (
        <section class="shelf" data-group={group}>
          <h3>{table.groupTitle(group)}</h3>
          <OptionList options={optionsOf(group)} />
        </section>
      )}
    </For>
  );
}

/** `toStory` goes to the options that the table waits for, which stand with the story. `lists` draws the groups, if a
 * seat has another layout for them. */
export function ActionPanel(props: { toStory: () => void; lists?: (groups: () => readonly OptionsOfGroup[]) => JSX.Element }) {
  const table = useTable();
  const open = useOptionGroups();
  const declaring = useDeclaring();
  /** True if an urgent option waits in the Story tab: a phone shows either this panel or the story. */
  const waits = () => table.options().some((o) => isInPrompt(table, o));
  return (
    <div class="open" data-testid="open">
      <Show when={waits()}>
        <button type="button" class="do to-story" onClick={() => props.toStory()} data-testid="waits-there">
          {t("page-choose-in-story")}
        </button>
      </Show>
      <Show when={!props.lists} fallback={props.lists?.(open)}>
        <Show when={!waits()}>
          <p class="quiet to-story">{inWords(waitsFor(table, table.isStoryteller()))}</p>
        </Show>
        <Show when={declaring()}>
          <section class="shelf">
            <h3>{t("page-declare-heading")}</h3>
            <Declarations urgent={false} />
          </section>
        </Show>
        <OptionGroups groups={open()} />
        <Show when={open().length === 0 && !declaring() && !waits()}>
          <p class="quiet">{t("page-nothing-to-do")}</p>
        </Show>
      </Show>
    </div>
  );
}
