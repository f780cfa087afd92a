/**
 * Doors: a link's secret becomes a session's token, kept for this tab, or for this device where the person asks.
 *
 * A tab holds one seat. A host's token is kept beside it, so that opening the Storyteller's table in this tab does not
 * lose the list of chronicles.
 */

import { post } from "./http";
import { device, type Shelf, tab } from "./storage";

export interface SeatDoor {
  readonly role: "storyteller" | "player" | "spectator";
  readonly token: string;
  readonly seat: string;
  readonly name: string;
  readonly chronicle: string;
  readonly chronicle_name: string;
  readonly stream: string;
}

export interface HostDoor {
  readonly role: "host";
  readonly token: string;
}

export type Door = SeatDoor | HostDoor;

const SEAT = "coterie.seat";
const HOST = "coterie.host";

/** The secret in the address. "" where there is none. */
export const secretHere = (): string => location.hash.slice(1);

/** Take the secret out of the address, so that it stays in no history. */
export const clearAddress = (): void => history.replaceState(null, "", location.pathname + location.search);

/** Whether a link leads to the computer that it is opened on, so that it is of use on no other. */
export const opensHereOnly = (link: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);

/** How many links were opened here. */
let entered = 0;

/**
 * Exchange a secret. Throws `Failed` with a sentence. Whoever opens another link meanwhile wants to go there: what
 * becomes of the earlier one is not told any more.
 */
export async function enter(secret: string): Promise<Door> {
  const mine = ++entered;
  const isLast = () => mine === entered;
  const { scene, ...door } = await post<Entered>("/api/enter", { secret }).finally(() => isLast() || new Promise(() => {}));
  if (door.role === "host") tab.set(HOST, JSON.stringify(door));
  else {
    tab.set(SEAT, JSON.stringify(door));
    if (scene && placeOf(door) === door.stream) goTo(door, scene);
  }
  return door;
}

/** A door, and where the others are who came through it: in this scene, "" for none. */
type Entered = Door & { readonly scene?: string };

const read = <D extends Door>(store: Shelf, key: string): D | undefined => {
  const text = store.get(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as D;
  } catch {
    store.remove(key);
    return undefined;
  }
};

export const seatDoor = (): SeatDoor | undefined => read<SeatDoor>(tab, SEAT) ?? read(device, SEAT);
export const hostDoor = (): HostDoor | undefined => read<HostDoor>(tab, HOST);

export const remembered = (): boolean => device.get(SEAT) !== null;

export function remember(door: SeatDoor, on: boolean): void {
  if (on) device.set(SEAT, JSON.stringify(door));
  else device.remove(SEAT);
}

/** Where the browser's history stands: at a scene of this seat's, or else at the chronicle. */
export function placeOf(door: SeatDoor): string {
  const entry = history.state as { readonly seat: string; readonly stream: string } | null;
  return entry?.seat === door.seat ? entry.stream : door.stream;
}

/** Go to a place at this table: each is a page of the browser's history, so that its Back leads to where one was. */
export const goTo = (door: SeatDoor, stream: string): void => history.pushState({ seat: door.seat, stream }, "");

/** What somebody has written at a place and not said yet is kept in the tab under this. */
export const DRAFTS = "draft/";

/** Forget what was written in this tab and not said. */
export const forgetDrafts = (): void => tab.removeAll(DRAFTS);

/** Forget a door of this tab, and what this device remembers of it. */
export function forget(door: Door): void {
  const key = door.role === "host" ? HOST : SEAT;
  tab.remove(key);
  if (read<Door>(device, key)?.token === door.token) device.remove(key);
}
