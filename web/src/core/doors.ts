/**
 * Doors: a link's secret becomes a session's token, kept for this tab, or for this device where the person asks.
 *
 * A tab holds one seat. A host's token is kept beside it, so that opening the Storyteller's table in this tab does not
 * lose the list of chronicles.
 */

import { post } from "./http";

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

/** The secret in the address, taken out of it so that it stays in no history. "" where there is none. */
export function takeSecret(): string {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/** Exchange a secret. Throws `Failed` with a sentence. */
export async function enter(secret: string): Promise<Door> {
  const door = await post<Door>("/api/enter", { secret });
  if (door.role === "host") sessionStorage.setItem(HOST, JSON.stringify(door));
  else sessionStorage.setItem(SEAT, JSON.stringify(door));
  return door;
}

const read = <D extends Door>(store: Storage, key: string): D | undefined => {
  const text = store.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as D;
  } catch {
    store.removeItem(key);
    return undefined;
  }
};

export const seatDoor = (): SeatDoor | undefined => read<SeatDoor>(sessionStorage, SEAT) ?? read(localStorage, SEAT);
export const hostDoor = (): HostDoor | undefined => read<HostDoor>(sessionStorage, HOST);

export const remembered = (): boolean => localStorage.getItem(SEAT) !== null;

export function remember(door: SeatDoor, on: boolean): void {
  if (on) localStorage.setItem(SEAT, JSON.stringify(door));
  else localStorage.removeItem(SEAT);
}

/** Forget a door of this tab, and what this device remembers of it. */
export function forget(door: Door): void {
  const key = door.role === "host" ? HOST : SEAT;
  sessionStorage.removeItem(key);
  if (read<Door>(localStorage, key)?.token === door.token) localStorage.removeItem(key);
}
