/** The rolls that players made because the Storyteller called for them, until she has seen each. The story says which
 * rolls answer a call; this device keeps a mark of those that she has seen. */

import { createEffect, createMemo, createSignal, on } from "solid-js";
import { device } from "../browser/storage";
import type { Retraction, Roll } from "../messages";
import { type Entry, isTakenBack } from "../state/story";
import type { Table } from "../state/table";
import { t } from "../words/render";
import { alertReader } from "../ui/attention";

/** What the Storyteller has seen: all answers up to this time, and these rolls of a later time. */
interface SeenMark {
  readonly until: number;
  readonly rolls: readonly string[];
}

interface AnsweredCalls {
  readonly all: () => readonly Roll[];
  readonly drop: (id: string) => void;
}

/** The roll with this id, as the story has it. */
export const rollInStory = (story: readonly Entry[], id: string): Roll | undefined => {
  const found = story.findLast(({ record }) => record.type === "Roll" && record.id === id)?.record;
  return found as Roll | undefined;
};

/** The answers to calls that the Storyteller has not seen, the oldest first, without those that were taken back. A roll
 * with hidden dice is listed once, as her own copy. */
export function unseenAnswers(story: readonly Entry[], retractions: readonly Retraction[], mark: SeenMark): Roll[] {
  const called: Roll[] = [];
  for (const entry of story.slice(story.findLastIndex(({ at }) => at <= mark.until) + 1))
    if (entry.record.type === "Roll" && entry.record.called && !isTakenBack(retractions, entry)) called.push(entry.record);
  return called.filter(({ id }) => !mark.rolls.includes(id) && !called.some(({ shown }) => shown === id));
}

/** Follow the answers to calls at a table. On the first visit, all answers that are there count as seen. */
export function answeredCalls(table: Table): AnsweredCalls {
  const key = createMemo(() => {
    const stream = table.get("Setting", "setting")?.stream;
    return stream && `coterie.answers-seen.${stream}`;
  });
  const [mark, setMark] = createSignal<SeenMark>();
  const keep = (seen: SeenMark) => {
    device.set(key() ?? "", JSON.stringify(seen));
    setMark(seen);
  };
  createEffect(
    on(key, (here) => {
      const kept = here && device.get(here);
      if (kept) setMark(JSON.parse(kept) as SeenMark);
      else if (here) keep({ until: table.story().at(-1)?.at ?? 0, rolls: [] });
    }),
  );
  const answersAfter = (seen: SeenMark) => unseenAnswers(table.story(), table.all("Retraction"), seen);
  const unseen = createMemo(() => {
    const seen = mark();
    return seen && answersAfter(seen);
  });
  createEffect(
    on(unseen, (now, before) => {
      const fresh = before && now?.find(({ id }) => !before.some((one) => one.id === id));
      if (fresh) alertReader(table.get("Setting", "setting")?.name ?? "", t("page-desk-answered", { who: table.get("Face", fresh.actor)?.name ?? "" }));
      return now;
    }),
  );
  const drop = (id: string) => {
    const seen = mark();
    if (seen === undefined) return;
    const rolls = [...seen.rolls, id];
    // Once all are seen, a time is enough, so that the list stays short.
    const last = answersAfter({ ...seen, rolls: [] }).at(-1);
    keep(last && answersAfter({ ...seen, rolls }).length === 0 ? { until: last.at, rolls: [] } : { ...seen, rolls });
  };
  return { all: () => unseen() ?? [], drop };
}
