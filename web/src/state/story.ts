/** The story: everything that scrolls by, of all audiences, in one order. */

import { type AnyRecord, type Line, type Retraction, STORY } from "../messages";

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

/** By time; within a moment what the fewest were told first, since secret dice are thrown before all hear what came of
 * them (by name, backwards: `storyteller`, `seats:…`, `everyone`). What one commit told an audience stays in the order
 * told; across audiences none is known, for it would tell of what is hidden. */
const order = (a: Entry, b: Entry) =>
  a.at - b.at || (a.audience > b.audience ? -1 : a.audience < b.audience ? 1 : 0) || a.n - b.n;

/** Whether an entry tells of something done, not said. */
export const isDeed = ({ record }: Entry): boolean =>
  record.type === "Roll" || /^(happened|ruled)$/.test((record as Line).kind);

/** Whether what an entry tells was taken back; what was only said never is. */
export const isTakenBack = (retractions: readonly Retraction[], entry: Entry): boolean =>
  isDeed(entry) && retractions.some((one) => one.audience === entry.audience && one.first <= entry.n && entry.n <= one.last);

/** Where a piece of story begins: just before the part of this number that the audience `of` was told. With the number 0
 * there is nothing before it. */
export interface StoryStart {
  readonly before: number;
  readonly of: string;
}

const BEGINNING: StoryStart = { before: 0, of: "" };

export class Story {
  entries: Entry[] = [];
  /** Where what is here begins, as the server said: no entry shows it, since a roll that changed comes by itself. */
  begins: StoryStart = BEGINNING;
  /** How many were ever added in the newest moment, which goes on when the oldest go. */
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

  /** `earlier`: it was told before whatever was told here in the same commit. */
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
    for (let prior = this.entries[place - 1]; prior && order(prior, entry) >= from; prior = this.entries[place - 1]) place--;
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

  /** Whether there is older story to ask for, and room for it. */
  get hasOlder(): boolean {
    return this.begins.before > 0 && this.entries.length < STORY_KEPT;
  }
}
