/** Which screen: the door, the host's list, or a seat at a table. */

import { createSignal, Match, onMount, Show, Switch } from "solid-js";
import { clearAddress, type Session, enter, forget, forgetDrafts, hostSession, type SeatSession, seatSession, secretHere } from "../net/session";
import { Failed, post } from "../net/http";
import { lazy } from "../ui/lazy";
import { Closed } from "./no-link";
import { Seat } from "./seat";

const Host = lazy(() => import("./host").then((m) => m.Host));

type Where = { readonly at: "door"; readonly why: string } | { readonly at: "entering" } | { readonly at: "in"; readonly session: Session };

interface Props {
  /** What comes of the link that led here, which was knocked with before this page was drawn. */
  readonly entered: Promise<Session> | undefined;
}

export function App(props: Props) {
  const [where, setWhere] = createSignal<Where>({ at: "entering" });

  const come = async (entering: Promise<Session>) => {
    setWhere({ at: "entering" });
    try {
      setWhere({ at: "in", session: await entering });
    } catch (error) {
      setWhere({ at: "door", why: error instanceof Failed ? error.message : "That link cannot be used." });
    }
  };
  const go = (secret: string) => come(enter(secret));
  const look = (entered?: Promise<Session>) => {
    const secret = secretHere();
    if (secret) {
      clearAddress();
      return void go(secret);
    }
    if (entered) return void come(entered);
    const session = seatSession() ?? hostSession();
    setWhere(session ? { at: "in", session } : { at: "door", why: "" });
  };
  onMount(() => {
    look(props.entered);
    addEventListener("hashchange", () => {
      if (location.hash.length > 1) look();
    });
  });

  const leave = async (session: Session) => {
    forget(session);
    forgetDrafts();
    setWhere({ at: "door", why: "You have left the table. Your link opens it again." });
    await post("/api/leave", {}, session.token).catch(() => undefined);
  };
  const gone = (session: Session, sentence: string) => {
    forget(session);
    setWhere({ at: "door", why: sentence || "This link no longer opens the table. Ask the Storyteller for a new one." });
  };
  const session = () => {
    const now = where();
    return now.at === "in" ? now.session : undefined;
  };
  const why = () => {
    const now = where();
    return now.at === "door" ? now.why : "";
  };
  const host = () => hostSession();

  return (
    <Switch>
      <Match when={where().at === "entering"}>
        <p class="middle quiet">Finding your place at the table…</p>
      </Match>
      <Match when={where().at === "door"}>
        <Closed why={why()} open={go} />
      </Match>
      <Match when={session()}>
        {(now) => (
          <Show
            when={now().role !== "host" ? (now() as SeatSession) : undefined}
            keyed
            fallback={<Host session={now()} open={go} back={(seat) => setWhere({ at: "in", session: seat })} gone={(why) => gone(now(), why)} />}
          >
            {(seat) => (
              <Seat
                session={seat}
                leave={() => void leave(seat)}
                gone={(sentence) => gone(seat, sentence)}
                toHost={host() ? () => setWhere({ at: "in", session: host() as Session }) : undefined}
              />
            )}
          </Show>
        )}
      </Match>
    </Switch>
  );
}
