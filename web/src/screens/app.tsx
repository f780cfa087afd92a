/** Which screen: the door, the host's list, or a seat at a table. */

import { createSignal, Match, onMount, Show, Switch } from "solid-js";
import { clearAddress, type Door, enter, forget, forgetDrafts, hostDoor, type SeatDoor, seatDoor, secretHere } from "../net/session";
import { Failed, post } from "../net/http";
import { later } from "../ui/lazy";
import { Closed } from "./no-link";
import { Seat } from "./seat";

const Host = later(() => import("./host").then((m) => m.Host));

type Where = { readonly at: "door"; readonly why: string } | { readonly at: "entering" } | { readonly at: "in"; readonly door: Door };

interface Props {
  /** What comes of the link that led here, which was knocked with before this page was drawn. */
  readonly knocked: Promise<Door> | undefined;
}

export function App(props: Props) {
  const [where, setWhere] = createSignal<Where>({ at: "entering" });

  const come = async (entering: Promise<Door>) => {
    setWhere({ at: "entering" });
    try {
      setWhere({ at: "in", door: await entering });
    } catch (error) {
      setWhere({ at: "door", why: error instanceof Failed ? error.message : "That link cannot be used." });
    }
  };
  const go = (secret: string) => come(enter(secret));
  const look = (knocked?: Promise<Door>) => {
    const secret = secretHere();
    if (secret) {
      clearAddress();
      return void go(secret);
    }
    if (knocked) return void come(knocked);
    const door = seatDoor() ?? hostDoor();
    setWhere(door ? { at: "in", door } : { at: "door", why: "" });
  };
  onMount(() => {
    look(props.knocked);
    addEventListener("hashchange", () => {
      if (location.hash.length > 1) look();
    });
  });

  const leave = async (door: Door) => {
    forget(door);
    forgetDrafts();
    setWhere({ at: "door", why: "You have left the table. Your link opens it again." });
    await post("/api/leave", {}, door.token).catch(() => undefined);
  };
  const gone = (door: Door, sentence: string) => {
    forget(door);
    setWhere({ at: "door", why: sentence || "This link no longer opens the table. Ask the Storyteller for a new one." });
  };
  const door = () => {
    const now = where();
    return now.at === "in" ? now.door : undefined;
  };
  const why = () => {
    const now = where();
    return now.at === "door" ? now.why : "";
  };
  const host = () => hostDoor();

  return (
    <Switch>
      <Match when={where().at === "entering"}>
        <p class="middle quiet">Finding your place at the table…</p>
      </Match>
      <Match when={where().at === "door"}>
        <Closed why={why()} open={go} />
      </Match>
      <Match when={door()}>
        {(now) => (
          <Show
            when={now().role !== "host" ? (now() as SeatDoor) : undefined}
            keyed
            fallback={<Host door={now()} open={go} back={(seat) => setWhere({ at: "in", door: seat })} gone={(why) => gone(now(), why)} />}
          >
            {(seat) => (
              <Seat
                door={seat}
                leave={() => void leave(seat)}
                gone={(sentence) => gone(seat, sentence)}
                toHost={host() ? () => setWhere({ at: "in", door: host() as Door }) : undefined}
              />
            )}
          </Show>
        )}
      </Match>
    </Switch>
  );
}
