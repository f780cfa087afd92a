/** Records as signals: what reads a type of record is drawn anew when one of that type changes, and nothing else is. */

import { batch, createSignal, type Setter } from "solid-js";
import { Records, type TypeOf } from "./records";
import { type Entry, isStory } from "./story";
import type { AnyRecord, ViewPart } from "../messages";

type Type = AnyRecord["type"];

/** Records that can be read, live or as they were. */
export interface Reading {
  get<T extends Type>(type: T, id: string): TypeOf<T> | undefined;
  all<T extends Type>(type: T): TypeOf<T>[];
  audienceOf(type: Type, id: string): string;
  story(): readonly Entry[];
  /** How many entries were ever added in the story's newest moment. */
  added(): number;
}

/** What a character is called, in the scene or out of it, or out of sight. */
export const nameIn = (reading: Reading, id: string): string =>
  (reading.get("Face", id) ?? reading.get("Absent", id) ?? reading.get("Unseen", id))?.name ?? "someone";

/** Records with a signal for each type, so that a change of one draws only what reads that type. */
export class RecordSignals implements Reading {
  readonly records = new Records();
  private readonly versions = new Map<string, [() => number, Setter<number>]>();

  private version(type: string): [() => number, Setter<number>] {
    let found = this.versions.get(type);
    if (found === undefined) {
      found = createSignal(0);
      this.versions.set(type, found);
    }
    return found;
  }

  private read(type: string): void {
    this.version(type)[0]();
  }

  get<T extends Type>(type: T, id: string): TypeOf<T> | undefined {
    this.read(type);
    return this.records.get(type, id);
  }

  all<T extends Type>(type: T): TypeOf<T>[] {
    this.read(type);
    return this.records.all(type);
  }

  audienceOf(type: Type, id: string): string {
    this.read(type);
    return this.records.audienceOf(type, id);
  }

  story(): readonly Entry[] {
    this.read("story");
    return this.records.story.entries;
  }

  added(): number {
    this.read("story");
    return this.records.story.added;
  }

  moments(): number {
    this.read("moments");
    return this.records.moments;
  }

  /** Change the records, and tell whoever reads what was touched. */
  change(run: (touched: Set<string>) => void): void {
    const touched = new Set<string>(["moments"]);
    run(touched);
    batch(() => {
      for (const type of touched) this.version(type)[1]((n) => n + 1);
      if ([...touched].some(isStory)) this.version("story")[1]((n) => n + 1);
    });
  }

  replace(views: readonly ViewPart[]): void {
    this.change((touched) => {
      for (const type of this.versions.keys()) touched.add(type);
      touched.add("story");
      this.records.clear();
      for (const view of views) this.records.view(view, touched);
    });
  }
}
