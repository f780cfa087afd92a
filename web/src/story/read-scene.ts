/** The story of another scene as text, as far as this reader may know it. */

import { createRoot } from "solid-js";
import { connectedTable } from "../state/connected-table";
import { isTakenBack } from "../state/story";
import type { Table } from "../state/table";
import { entryText } from "./entry-text";

/** A line of a story; `undone`: it was taken back. */
export interface SceneLine {
  readonly text: string;
  readonly undone: boolean;
}

/** Milliseconds between two looks whether the scene's story has arrived, and the number of looks. */
const LOOK = 50;
const LOOKS = 300;

const pause = (ms: number) => new Promise((pass) => setTimeout(pass, ms));

/** The lines of the scene's story, the oldest first; undefined if they could not be read. */
export function readScene(token: string, stream: string): Promise<readonly SceneLine[] | undefined> {
  return createRoot(async (close) => {
    try {
      return await linesOf(connectedTable(token, stream, () => {}));
    } finally {
      close();
    }
  });
}

async function linesOf(table: Table): Promise<readonly SceneLine[] | undefined> {
  // There is an epoch once the first view is complete.
  for (let looks = 0; table.live.records.epoch === ""; looks++) {
    if (looks === LOOKS) return undefined;
    await pause(LOOK);
  }
  if (!(await table.loadWholeStory())) return undefined;
  const reader = { reading: table, seatName: table.seatName, mine: table.seat() };
  const retractions = table.all("Retraction");
  return table.story().map((entry) => ({ text: entryText(entry, reader), undone: isTakenBack(retractions, entry) }));
}
