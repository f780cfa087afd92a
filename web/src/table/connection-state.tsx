/** The state of the connection, always visible and in words. */

import { Show } from "solid-js";
import type { Status } from "../net/connection";

const WORDS = { joining: "Connecting…", here: "Connected", away: "Reconnecting…", gone: "Disconnected" } as const;
const DURABILITY: Readonly<Record<string, string>> = {
  disk: "What the table accepts is on disk.",
  second: "What the table accepts is on disk within a second.",
  memory: "This table lives in memory only.",
  unknown: "How durable this table is, is not known.",
};

export function ConnectionState(props: { status: Status; durability: string }) {
  return (
    <span
      class={`connection ${props.status.link}`}
      data-testid="connection"
      data-state={props.status.link}
      role="status"
      title={`${props.status.sentence} ${DURABILITY[props.durability] ?? ""}`}
    >
      <i aria-hidden="true" />
      <span>{WORDS[props.status.link]}</span>
    </span>
  );
}

/** A notice while the connection is lost. */
export function ConnectionNotice(props: { status: Status; pending: number; retry: () => void }) {
  const pendingNote = () =>
    props.status.link !== "away" || props.pending === 0 ? "" : " Leave this page open: what you did meanwhile will be sent.";
  return (
    <Show when={props.status.link === "away" || props.status.link === "gone"}>
      <div class="notice away" role="alert" data-testid="connection-notice">
        <span>
          {props.status.sentence}
          {pendingNote()}
        </span>
        <button type="button" class="plain" onClick={() => props.retry()}>
          {props.status.link === "away" ? "Try now" : "Try again"}
        </button>
      </div>
    </Show>
  );
}
