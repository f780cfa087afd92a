/** Chooses the screen: no link, the host's list, or a seat at a table. */

import { createSignal, Match, onMount, Show, Switch } from "solid-js";
import { clearAddress, type Session, enter, forget, forgetDrafts, hostSession, type SeatSession, seatSession, secretInAddress } from "../net/session";
import { HttpError, post } from "../net/http";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";
import { isSilent, phrase, type Sentence } from "../words/words";
import { Seat } from "./seat";

const NoLink = lazy(() => import("./no-link").then((m) => m.NoLink));
const Host = lazy(() => import("./host").then((m) => m.Host));

type Screen = { readonly at: "door"; readonly why: Sentence } | { readonly at: "entering" } | { readonly at: "in"; readonly session: Session };

interface Props {
  /** The session of the link in the address, requested before this page was loaded. */
  readonly entered: Promise<Session> | undefined;
}

export function App(props: Props) {
  const [screen, setScreen] = createSignal<Screen>({ at: "entering" });

  const enterWith = async (entering: Promise<Session>) => {
    setScreen({ at: "entering" });
    try {
      setScreen({ at: "in", session: await entering });
    } catch (error) {
      setScreen({ at: "door", why: error instanceof HttpError ? error.sentence : phrase("page-link-unusable") });
    }
  };
  const go = (secret: string) => enterWith(enter(secret));
  const openFromAddress = (entered?: Promise<Session>) => {
    const secret = secretInAddress();
    if (secret) {
      clearAddress();
      return void go(secret);
    }
    if (entered) return void enterWith(entered);
    const session = seatSession() ?? hostSession();
    setScreen(session ? { at: "in", session } : { at: "door", why: "" });
  };
  onMount(() => {
    openFromAddress(props.entered);
    addEventListener("hashchange", () => {
      if (location.hash.length > 1) openFromAddress();
    });
  });

  const leave = async (session: Session) => {
    forget(session);
    forgetDrafts();
    setScreen({ at: "door", why: phrase("page-you-have-left") });
    await post("/api/leave", {}, session.token).catch(() => undefined);
  };
  const accessEnded = (session: Session, sentence: Sentence) => {
    forget(session);
    setScreen({ at: "door", why: isSilent(sentence) ? phrase("page-access-ended") : sentence });
  };
  const session = () => {
    const now = screen();
    return now.at === "in" ? now.session : undefined;
  };
  const why = () => {
    const now = screen();
    return now.at === "door" ? now.why : "";
  };
  const host = () => hostSession();

  return (
    <Switch>
      <Match when={screen().at === "entering"}>
        <p class="middle quiet">{t("page-finding-place")}</p>
      </Match>
      <Match when={screen().at === "door"}>
        <NoLink why={why()} open={go} />
      </Match>
      <Match when={session()}>
        {(now) => (
          <Show
            when={now().role !== "host" ? (now() as SeatSession) : undefined}
            keyed
            fallback={<Host session={now()} open={go} back={(seat) => setScreen({ at: "in", session: seat })} accessEnded={(why) => accessEnded(now(), why)} />}
          >
            {(seat) => (
              <Seat
                session={seat}
                leave={() => void leave(seat)}
                accessEnded={(sentence) => accessEnded(seat, sentence)}
                toHost={host() ? () => setScreen({ at: "in", session: host() as Session }) : undefined}
              />
            )}
          </Show>
        )}
      </Match>
    </Switch>
  );
}
