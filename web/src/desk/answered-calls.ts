/** The rolls that players made because the Storyteller called for them, until she has seen each. A call that is over
 * leaves the records, and its roll comes in the same message. */

import { createEffect, createSignal, on } from "solid-js";
import type { Call, Roll } from "../messages";
import type { Entry } from "../state/story";
import type { Table } from "../state/table";
import { t } from "../words/render";
import { alertReader } from "../ui/attention";

interface AnsweredCalls {
  readonly all: () => readonly Roll[];
  readonly drop: (id: string) => void;
}

/** The newest rolls among which the answer to a call is looked for. */
const NEWEST = 20;

/** The roll with this id, as the story has it. */
export const rollInStory = (story: readonly Entry[], id: string): Roll | undefined => {
  const found = story.findLast(({ record }) => record.type === "Roll" && record.id === id)?.record;
  return found as Roll | undefined;
};

const newestRolls = (table: Table): readonly Roll[] => {
  const found: Roll[] = [];
  for (const { record } of table.story().slice(-NEWEST)) if (record.type === "Roll") found.push(record);
  return found;
};

/** Follow the calls of a table. */
export function answeredCalls(table: Table): AnsweredCalls {
  const [rolls, setRolls] = createSignal<readonly Roll[]>([]);
  let seen = new Set<string>();
  createEffect(
    on(
      () => table.all("Call"),
      (now, before: readonly Call[] = []) => {
        const fresh = newestRolls(table).filter(({ id }) => !seen.has(id));
        seen = new Set(newestRolls(table).map(({ id }) => id));
        const over = before.filter(({ id }) => !now.some((one) => one.id === id));
        const answers = over.flatMap(({ actor }) => fresh.findLast((roll) => roll.actor === actor) ?? []);
        if (answers.length > 0) {
          setRolls([...rolls(), ...answers]);
          alertReader(table.get("Setting", "setting")?.name ?? "", t("page-desk-answered", { who: table.get("Face", answers[0]?.actor ?? "")?.name ?? "" }));
        }
        return now;
      },
    ),
  );
  return { all: rolls, drop: (id) => void setRolls(rolls().filter((roll) => roll.id !== id)) };
}
