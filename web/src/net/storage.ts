/** This tab's and this device's storage; where the browser gives none, the page's own memory does. */

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
  /** Removes all whose keys begin so. */
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
  const begins = (beginning: string) => (key: string) => key.startsWith(beginning);
  return {
    get: (key) => attempt((s) => s.getItem(key), () => memory.get(key) ?? null),
    set: (key, text) => attempt((s) => s.setItem(key, text), () => void memory.set(key, text)),
    remove: (key) => attempt((s) => s.removeItem(key), () => void memory.delete(key)),
    removeAll: (beginning) =>
      attempt(
        (s) => Object.keys(s).filter(begins(beginning)).forEach((key) => s.removeItem(key)),
        () => [...memory.keys()].filter(begins(beginning)).forEach((key) => memory.delete(key)),
      ),
  };
}

export const tab: KeyValueStore = keyValueStore(() => sessionStorage);
export const device: KeyValueStore = keyValueStore(() => localStorage);
