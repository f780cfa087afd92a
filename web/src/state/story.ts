/** The story: the lines and rolls of all audiences, in a single order. */

import { type AnyRecord, type Line, type Retraction, STORY } from "../messages";

/** Entries that a page keeps. */
export const STORY_KEPT = 10_000;

const STORY_TYPES: ReadonlySet<string> = new Set(STORY);
export const isStory = (type: string): boolean => STORY_TYPES.has(type);

export interface Entry {
  readonly key: string;
  readonly audience: string;
  readonly at: number;
  readonly n: number;
  readonly record: AnyRecord;
}

interface Timed {
  readonly at?: number;
  readonly n?: number;
}

const keyOf = (audience: string, type: string, id: string) => `${audience} ${type} ${id}`;

/**
 * Sort by time. At the same time the smallest audience comes first, because secret dice are rolled before their outcome
 * is public (by name, descending: `storyteller`, `seats:…`, `everyone`). Within an audience the commits' order holds;
 * an order across audiences is unknown, because it would reveal hidden work.
 */
const compareEntries = (a: Entry, b: Entry) =>
  a.at - b.at || (a.audience > b.audience ? -1 : a.audience < b.audience ? 1 : 0) || a.n - b.n;

/** True if an entry reports an action, not speech. */
export const isDeed = ({ record }: Entry): boolean =>
  record.type === "Roll" || /^(happened|ruled)$/.test((record as Line).kind);

/** True if the entry was retracted. Speech never is. */
export const isTakenBack = (retractions: readonly Retraction[], entry: Entry): boolean =>
  isDeed(entry) && retractions.some((one) => one.audience === entry.audience && one.first <= entry.n && entry.n <= one.last);

/** The start of the loaded story: just before part number `before` of audience `of`. 0: there is no older story. */
export interface StoryStart {
  readonly before: number;
  readonly of: string;
}

const BEGINNING: StoryStart = { before: 0, of: "" };

export class Story {
  entries: Entry[] = [];
  /** The start as the server gave it. The entries do not show it, because a changed roll of the past arrives by
   * itself. */
  begins: StoryStart = BEGINNING;
  /** The number of entries ever added at the newest moment; it does not fall when the oldest are dropped. */
  added = 0;
  private readonly byKey = new Map<string, Entry>();

  clear(): void {
    this.begins = BEGINNING;
    this.entries = [];
    this.byKey.clear();
  }

  has(audience: string, record: AnyRecord): boolean {
    return this.byKey.has(keyOf(audience, record.type, record.id));
  }

  /** `earlier`: the entry precedes the entries of the same commit that are here already. */
  put(audience: string, record: AnyRecord, earlier = false): void {
    const { at = 0, n = 0 } = record as Timed;
    const entry: Entry = { key: keyOf(audience, record.type, record.id), audience, at, n, record };
    const before = this.byKey.get(entry.key);
    this.byKey.set(entry.key, entry);
    if (before !== undefined) {
      this.entries[this.entries.indexOf(before)] = entry;
      return;
    }
    let place = this.entries.length;
    const from = earlier ? 0 : 1;
    for (let prior = this.entries[place - 1]; prior && compareEntries(prior, entry) >= from; prior = this.entries[place - 1]) place--;
    if (!earlier && at >= (this.entries.at(-1)?.at ?? at)) this.added++;
    this.entries.splice(place, 0, entry);
    if (this.entries.length > STORY_KEPT) {
      const gone = this.entries.shift();
      if (gone !== undefined) this.byKey.delete(gone.key);
    }
  }

  drop(audience: string, type: string, id: string): void {
    const key = keyOf(audience, type, id);
    if (this.byKey.delete(key)) this.entries = this.entries.filter((e) => e.key !== key);
  }

  /** True if there is older story on the server, and room for it here. */
  get hasOlder(): boolean {
    return this.begins.before > 0 && this.entries.length < STORY_KEPT;
  }
}
