/**
 * Doors: a link's secret becomes a session's token, kept for this tab, or for this device where the person asks.
 *
 * A tab holds one seat. A host's token is kept beside it, so that opening the Storyteller's table in this tab does not
 * lose the list of chronicles.
 */

import { post } from "./http";
import { device, type KeyValueStore, tab } from "./storage";

export interface SeatSession {
  readonly role: "storyteller" | "player" | "spectator";
  readonly token: string;
  readonly seat: string;
  readonly name: string;
  readonly chronicle: string;
  readonly chronicle_name: string;
  readonly stream: string;
}

export interface HostSession {
  readonly role: "host";
  readonly token: string;
}

export type Session = SeatSession | HostSession;

const SEAT = "coterie.seat";
const HOST = "coterie.host";

/** The secret in the address. "" where there is none. */
export const secretInAddress = (): string => location.hash.slice(1);

/** Take the secret out of the address, so that it stays in no history. */
export const clearAddress = (): void => history.replaceState(null, "", location.pathname + location.search);

/** Whether a link leads to the computer that it is opened on, so that it is of use on no other. */
export const isLocalLink = (link: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);

/** How many links were opened here. */
let attempts = 0;

/**
 * Exchange a secret. Throws `Failed` with a sentence. Whoever opens another link meanwhile wants to go there: what
 * becomes of the earlier one is not told any more.
 */
export async function enter(secret: string): Promise<Session> {
  const attempt = ++attempts;
  const isNewest = () => attempt === attempts;
  const { scene, ...session } = await post<EnterAnswer>("/api/enter", { secret }).finally(() => isNewest() || new Promise(() => {}));
  if (session.role === "host") tab.set(HOST, JSON.stringify(session));
  else {
    tab.set(SEAT, JSON.stringify(session));
    if (scene && currentStream(session) === session.stream) goTo(session, scene);
  }
  return session;
}

/** A door, and where the others are who came through it: in this scene, "" for none. */
type EnterAnswer = Session & { readonly scene?: string };

const read = <D extends Session>(store: KeyValueStore, key: string): D | undefined => {
  const text = store.get(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as D;
  } catch {
    store.remove(key);
    return undefined;
  }
};

export const seatSession = (): SeatSession | undefined => read<SeatSession>(tab, SEAT) ?? read(device, SEAT);
export const hostSession = (): HostSession | undefined => read<HostSession>(tab, HOST);

export const remembered = (): boolean => device.get(SEAT) !== null;

export function remember(session: SeatSession, on: boolean): void {
  if (on) device.set(SEAT, JSON.stringify(session));
  else device.remove(SEAT);
}

/** Where the browser's history stands: at a scene of this seat's, or else at the chronicle. */
export function currentStream(session: SeatSession): string {
  const entry = history.state as { readonly seat: string; readonly stream: string } | null;
  return entry?.seat === session.seat ? entry.stream : session.stream;
}

/** Go to a place at this table: each is a page of the browser's history, so that its Back leads to where one was. */
export const goTo = (session: SeatSession, stream: string): void => history.pushState({ seat: session.seat, stream }, "");

/** What somebody has written at a place and not said yet is kept in the tab under this. */
export const DRAFTS = "draft/";

/** Forget what was written in this tab and not said. */
export const forgetDrafts = (): void => tab.removeAll(DRAFTS);

/** Forget a door of this tab, and what this device remembers of it. */
export function forget(session: Session): void {
  const key = session.role === "host" ? HOST : SEAT;
  tab.remove(key);
  if (read<Session>(device, key)?.token === session.token) device.remove(key);
}
