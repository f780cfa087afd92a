/** The storage of this tab and of this device, and the part of it that the service worker can read. If the browser allows none, values are kept in memory. A page that lies
 * under a path of another site has keys of its own there. */

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
  /** Remove all keys with this prefix. */
  removeAll(beginning: string): void;
}

function keyValueStore(of: () => Storage): KeyValueStore {
  const memory = new Map<string, string>();
  const attempt = <T>(run: (store: Storage) => T, otherwise: () => T): T => {
    try {
      return run(of());
    } catch {
      return otherwise();
    }
  };
  const here = location.pathname.slice(1);
  const begins = (beginning: string) => (key: string) => key.startsWith(here + beginning);
  return {
    get: (key) => attempt((s) => s.getItem(here + key), () => memory.get(here + key) ?? null),
    set: (key, text) => attempt((s) => s.setItem(here + key, text), () => void memory.set(here + key, text)),
    remove: (key) => attempt((s) => s.removeItem(here + key), () => void memory.delete(here + key)),
    removeAll: (beginning) =>
      attempt(
        (s) => Object.keys(s).filter(begins(beginning)).forEach((key) => s.removeItem(key)),
        () => [...memory.keys()].filter(begins(beginning)).forEach((key) => memory.delete(key)),
      ),
  };
}

export const tab: KeyValueStore = keyValueStore(() => sessionStorage);
export const device: KeyValueStore = keyValueStore(() => localStorage);

/** Texts for the service worker (service-worker.ts), which can read no other storage. Browsers have this one where they
 * allow push messages. */
const storeFor = (name: string) => `${location.pathname}push/${name}`;
export const worker = {
  set: async (name: string, text: string): Promise<void> => (await caches.open(storeFor(name))).put("session", new Response(text)),
  remove: (name: string): void => {
    if ("caches" in globalThis) void caches.delete(storeFor(name));
  },
};
