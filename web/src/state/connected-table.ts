/** A table that is connected while its owner component is shown, and that follows the browser's network events. */

import { onCleanup } from "solid-js";
import type { Sentence } from "../words/words";
import { nameBy } from "../words/names";
import { knownName } from "./record-signals";
import { Table } from "./table";

export function connectedTable(token: string, stream: string, accessEnded: (sentence: Sentence) => void, story = true): Table {
  const table = new Table(token, stream, accessEnded, undefined, story);
  const { connection } = table;
  const unname = nameBy({ character: (id) => knownName(table, id), seat: table.seatName });
  const visible = () => document.visibilityState === "visible";
  connection.inSight(visible());
  // Connect before the first drawing, so that both run at the same time.
  connection.start();
  const seen = () => {
    connection.inSight(visible());
    if (visible()) connection.retryNow();
  };
  const offline = () => connection.offline();
  const online = () => connection.online();
  addEventListener("offline", offline);
  addEventListener("online", online);
  document.addEventListener("visibilitychange", seen);
  onCleanup(() => {
    connection.stop();
    unname();
    removeEventListener("offline", offline);
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", seen);
  });
  return table;
}
