/** The links that a person made for others. The server keeps only a hash of each, so this browser keeps them where the
 * person's own session is: in the tab, or on the device if the person is remembered there. */

import { device, type KeyValueStore, tab } from "../browser/storage";
import type { Link } from "./http";

const keyOf = (owner: string) => `links/${owner}`;

type Links = Readonly<Record<string, Link>>;

function read(store: KeyValueStore, owner: string): Links {
  try {
    return JSON.parse(store.get(keyOf(owner)) ?? "{}") as Links;
  } catch {
    return {};
  }
}

function write(owner: string, links: Links, remembered: boolean): void {
  const key = keyOf(owner);
  const text = JSON.stringify(links);
  if (remembered) device.set(key, text);
  else tab.set(key, text);
}

/** The kept links of a session, by the seat or chronicle that each opens. `owner`: the seat of the session, or "host". */
export const keptLinks = (owner: string): ReadonlyMap<string, Link> => new Map(Object.entries({ ...read(device, owner), ...read(tab, owner) }));

export function keepLink(owner: string, id: string, link: Link, remembered = false): void {
  write(owner, { ...read(remembered ? device : tab, owner), [id]: link }, remembered);
}

/** Move the links to the device, or back to the tab, with the session. */
export function moveLinks(owner: string, remembered: boolean): void {
  const links = Object.fromEntries(keptLinks(owner));
  forgetLinks(owner);
  if (Object.keys(links).length > 0) write(owner, links, remembered);
}

export function forgetLinks(owner: string): void {
  for (const store of [tab, device]) store.remove(keyOf(owner));
}
