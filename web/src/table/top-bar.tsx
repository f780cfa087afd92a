/** The top of every table: title, presence, connection, menu. */

import { createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { isRemembered, remember, type SeatSession } from "../net/session";
import { useTable } from "../state/table";
import { ConnectionNotice, ConnectionState } from "./connection-state";
import { StayOffer } from "./stay-offer";
import { lazy } from "../ui/lazy";
import { isLight, setLight } from "../ui/daylight";
import { t } from "../words/render";
import { RefusalNotice } from "../ui/refusal-notice";

const menu = () => import("./menu-chunk");
const AlertSettings = lazy(() => menu().then((m) => m.AlertSettings));
const LanguageChoice = lazy(() => menu().then((m) => m.LanguageChoice), false);
const PushSwitch = lazy(() => menu().then((m) => m.PushSwitch), false);
const SaveStory = lazy(() => import("../files/save-story").then((m) => m.SaveStory));

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
      </header>
      <ConnectionNotice status={table.status()} pending={table.pending()} retry={() => table.connection.retryNow(true)} />
      <StayOffer session={props.session} />
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
  const [stays, setStays] = createSignal(isRemembered(props.session));
  const [opened, setOpened] = createSignal(false);
  let details: HTMLDetailsElement | undefined;
  const outside = (event: PointerEvent) => {
    if (details && event.target instanceof Node && !details.contains(event.target)) details.open = false;
  };
  document.addEventListener("pointerdown", outside);
  onCleanup(() => document.removeEventListener("pointerdown", outside));
  return (
    <details
      class="menu"
      onToggle={() => {
        setOpened(true);
        setStays(isRemembered(props.session));
      }}
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
      <div class="menu-body">
        <p class="quiet small">
          {t("page-who-am-i", { who: props.session.name, role: t(`page-role-${props.session.role}`), chronicle: props.session.chronicle_name })}
        </p>
        <label class="flag">
          <input
            type="checkbox"
            checked={stays()}
            data-testid="remember"
            onChange={(event) => {
              remember(props.session, event.currentTarget.checked);
              setStays(event.currentTarget.checked);
            }}
          />
          <span>{t("page-remember-me")}</span>
        </label>
        <label class="flag">
          <input type="checkbox" checked={isLight()} onChange={(event) => setLight(event.currentTarget.checked)} />
          <span>{t("page-light-theme")}</span>
        </label>
        <Show when={opened()}>
          <AlertSettings />
          <PushSwitch session={props.session} stays={() => setStays(true)} />
          <LanguageChoice />
          <SaveStory title={props.title} />
        </Show>
        <Show when={props.toHost}>
          {(back) => (
            <button type="button" onClick={() => back()()}>
              {t("page-all-chronicles")}
            </button>
          )}
        </Show>
        <button type="button" onClick={() => props.leave()} data-testid="leave">
          {t("page-do-leave")}
        </button>
      </div>
    </details>
  );
}
