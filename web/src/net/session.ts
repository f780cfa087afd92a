/**
 * Sessions: a link's secret is exchanged for a session token, which is kept for this tab, or for this device if the
 * person asks for it.
 *
 * A tab holds one seat. A host's token is kept beside it, so that opening the Storyteller's table in this tab does not
 * lose the list of chronicles.
 */

import { post } from "./http";
import { device, type KeyValueStore, tab, worker } from "../browser/storage";
import { forgetLinks, moveLinks } from "./kept-links";

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

/** The secret in the address, or "". */
export const secretInAddress = (): string => location.hash.slice(1);

/** Remove the secret from the address, so that no history keeps it. */
export const clearAddress = (): void => history.replaceState(null, "", location.pathname + location.search);

/** True if a link leads to the computer on which it is opened, and is of no use elsewhere. */
export const isLocalLink = (link: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);

/** The number of links opened in this tab. */
let attempts = 0;
/** The secret of the newest link that was opened in this page. */
let newest = "";

/** Exchange a secret for a session. Throws `HttpError` with a sentence. If another link is opened in the meantime,
 * the promise of the earlier link never settles. */
export async function enter(secret: string): Promise<Session> {
  const attempt = ++attempts;
  newest = secret;
  const isNewest = () => attempt === attempts;
  const { scene, ...session } = await post<EnterAnswer>("/api/enter", { secret }).finally(() => isNewest() || new Promise(() => {}));
  if (session.role === "host") tab.set(HOST, JSON.stringify(session));
  else {
    tab.set(SEAT, JSON.stringify(session));
    if (scene && currentStream(session) === session.stream) goTo(session, scene);
  }
  return session;
}

/** Try the newest link once more. */
export const enterAgain = (): Promise<Session> => enter(newest);

/** A session, and the open scene of its chronicle ("" if there is none). */
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

/** True if this seat stays signed in on this device. */
export const isRemembered = (session: SeatSession): boolean => read<SeatSession>(device, SEAT)?.seat === session.seat;

/** Keep this seat signed in on this device, or only in this tab. */
export function remember(session: SeatSession, on: boolean): void {
  if (on) device.set(SEAT, JSON.stringify(session));
  else device.remove(SEAT);
  moveLinks(session.seat, on);
}

/** Keep the chronicle's new name with the session, in this tab and on this device. */
export function keepChronicleName(session: SeatSession, chronicle_name: string): void {
  for (const store of [tab, device]) {
    const kept = read<SeatSession>(store, SEAT);
    if (kept?.seat === session.seat) store.set(SEAT, JSON.stringify({ ...kept, chronicle_name }));
  }
}

/** The stream that the browser's history shows: a scene of this seat, otherwise the chronicle. */
export function currentStream(session: SeatSession): string {
  const entry = history.state as { readonly seat: string; readonly stream: string } | null;
  return entry?.seat === session.seat ? entry.stream : session.stream;
}

/** Go to a stream of this table. Each is an entry in the browser's history, so that Back leads to the previous
 * stream. */
export const goTo = (session: SeatSession, stream: string): void => history.pushState({ seat: session.seat, stream }, "");

/** Prefix of the tab's storage keys for lines that were written and not sent. */
export const DRAFTS = "draft/";

/** Delete the unsent lines of this tab. */
export const forgetDrafts = (): void => tab.removeAll(DRAFTS);

/** Delete a session from this tab, and from this device if it is remembered there. */
export function forget(session: Session): void {
  const key = session.role === "host" ? HOST : SEAT;
  tab.remove(key);
  if (read<Session>(device, key)?.token === session.token) device.remove(key);
  forgetLinks(ownerOf(session));
  if (session.role !== "host") worker.remove(session.seat);
}

/** The owner of the links that this session made. */
export const ownerOf = (session: Session): string => (session.role === "host" ? "host" : session.seat);
