/** The top of every table: title, presence, connection, menu. */

import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import type { SeatSession } from "../net/session";
import { useTable } from "../state/table";
import { ConnectionNotice, ConnectionState } from "./connection-state";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";
import { RefusalNotice } from "../ui/refusal-notice";
import { StayOffer } from "./stay-offer";

const MenuBody = lazy(() => import("./menu-body").then((m) => m.MenuBody));

interface Props {
  readonly session: SeatSession;
  readonly title: string;
  readonly about: string;
  /** The story, chapter and time; if there is little room, the last are left out. */
  readonly now?: readonly string[];
  /** Opens the page that the line below the title links to. */
  readonly up?: () => void;
  readonly leave: () => void;
  readonly toHost: (() => void) | undefined;
  readonly children?: JSX.Element;
}

export function TopBar(props: Props) {
  const table = useTable();
  return (
    <>
      <header class="bar">
        <div class="where">
          <div class="titled">
            <h1 tabindex="-1" data-testid="title">
              {props.title}
            </h1>
            <Show when={props.now?.length}>
              <p class="when" data-testid="when">
                <For each={props.now}>{(one) => <span>{one}</span>}</For>
              </p>
            </Show>
          </div>
          <Show when={props.up} fallback={<p>{props.about}</p>}>
            {(up) => (
              <button type="button" onClick={() => up()()} data-testid="to-chronicle" title={t("page-to-chronicle")}>
                ‹ {props.about}
              </button>
            )}
          </Show>
        </div>
        <PresenceList />
        {props.children}
        <ConnectionState status={table.status()} durability={table.welcome()?.durability ?? ""} />
        <Menu session={props.session} title={props.title} leave={props.leave} toHost={props.toHost} />
        <StayOffer session={props.session} />
      </header>
      <ConnectionNotice status={table.status()} pending={table.pending()} retry={() => table.connection.retryNow(true)} />
      <RefusalNotice />
    </>
  );
}

/** The seats that are present. */
function PresenceList() {
  const table = useTable();
  const seats = () => table.presence()?.seats ?? [];
  const watching = () => table.presence()?.watching ?? 0;
  return (
    <ul class="seated" data-testid="presence" aria-label={t("page-at-the-table")}>
      <For each={seats()}>
        {(seat) => (
          <li classList={{ away: !seat.here }} title={t(seat.here ? "page-seat-here" : "page-seat-away", { who: seat.name })}>
            <i class="presence" classList={{ here: seat.here }} aria-hidden="true" />
            <bdi>{seat.name}</bdi>
            <span class="sr">{t(seat.here ? "page-is-here" : "page-is-not-here")}</span>
          </li>
        )}
      </For>
      <Show when={watching() > 0}>
        <li class="quiet">{t("page-watching", { n: watching() })}</li>
      </Show>
    </ul>
  );
}

function Menu(props: { session: SeatSession; title: string; leave: () => void; toHost: (() => void) | undefined }) {
  /** How often the menu was opened or closed. */
  const [opened, setOpened] = createSignal(0);
  let details: HTMLDetailsElement | undefined;
  const outside = (event: PointerEvent) => {
    if (details && event.target instanceof Node && !details.contains(event.target)) details.open = false;
  };
  document.addEventListener("pointerdown", outside);
  onCleanup(() => document.removeEventListener("pointerdown", outside));
  return (
    <details
      class="menu"
      onToggle={() => setOpened(opened() + 1)}
      ref={(el) => {
        details = el;
      }}
      onFocusOut={(event) => {
        const to = event.relatedTarget;
        if (details && to instanceof Node && !details.contains(to)) details.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && details) details.open = false;
      }}
    >
      <summary data-testid="menu">{t("page-menu")}</summary>
      <Show when={opened() > 0}>
        <MenuBody session={props.session} title={props.title} leave={props.leave} toHost={props.toHost} opened={opened()} />
      </Show>
    </details>
  );
}
