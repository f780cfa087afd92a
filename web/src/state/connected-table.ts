/** A table that is connected for as long as what asks for it is shown, and hears what the browser knows of its network. */

import { onCleanup } from "solid-js";
import { Table } from "./table";

export function connectedTable(token: string, stream: string, accessEnded: (sentence: string) => void): Table {
  const table = new Table(token, stream, accessEnded);
  const { connection } = table;
  // Before anything is drawn, which takes its time while the table answers.
  connection.start();
  const retryNow = () => {
    if (document.visibilityState === "visible") connection.retryNow();
  };
  const offline = () => connection.offline();
  const online = () => connection.online();
  addEventListener("offline", offline);
  addEventListener("online", online);
  document.addEventListener("visibilitychange", retryNow);
  onCleanup(() => {
    connection.stop();
    removeEventListener("offline", offline);
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", retryNow);
  });
  return table;
}
