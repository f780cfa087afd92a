/** The state of the connection, always visible and in words. */

import { Show } from "solid-js";
import { inWords, t } from "../words/render";
import type { Status } from "../net/connection";

export function ConnectionState(props: { status: Status; durability: string }) {
  return (
    <span
      class={`connection ${props.status.link}`}
      data-testid="connection"
      data-state={props.status.link}
      role="status"
      title={`${inWords(props.status.sentence)} ${props.durability && t(`page-durability-${props.durability}`)}`}
    >
      <i aria-hidden="true" />
      <span>{t(`page-link-${props.status.link}`)}</span>
    </span>
  );
}

/** A notice while the connection is lost. */
export function ConnectionNotice(props: { status: Status; pending: number; retry: () => void }) {
  const pendingNote = () =>
    props.status.link !== "away" || props.pending === 0 ? "" : t("page-keep-page-open");
  return (
    <Show when={props.status.link === "away" || props.status.link === "gone"}>
      <div class="notice away" role="alert" data-testid="connection-notice">
        <span>
          {inWords(props.status.sentence)} {pendingNote()}
        </span>
        <button type="button" class="plain" onClick={() => props.retry()}>
          {t(props.status.link === "away" ? "page-try-now" : "page-try-again")}
        </button>
      </div>
    </Show>
  );
}
