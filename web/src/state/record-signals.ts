/** Records as Solid signals: a change redraws only the readers of its type. */

import { batch, createSignal, type Setter } from "solid-js";
import { Records, type TypeOf } from "./records";
import { type Entry, isStory } from "./story";
import { t } from "../words/render";
import type { AnyRecord, ViewPart } from "../messages";

type Type = AnyRecord["type"];

/** Read access to records, of the present or of the past. */
export interface Reading {
  get<T extends Type>(type: T, id: string): TypeOf<T> | undefined;
  all<T extends Type>(type: T): TypeOf<T>[];
  audienceOf(type: Type, id: string): string;
  audiencesOf(type: Type, id: string): readonly string[];
  story(): readonly Entry[];
  /** The number of entries that were ever added at the newest moment of the story. */
  added(): number;
}

/** A character's name, also if it is outside the scene or out of sight; "" if these records have no name for it. */
export const knownName = (reading: Reading, id: string): string =>
  (reading.get("Face", id) ?? reading.get("Absent", id) ?? reading.get("Unseen", id))?.name ?? "";

/** A character's name, or "someone". */
export const nameIn = (reading: Reading, id: string): string => knownName(reading, id) || t("page-someone");

/** Records with a signal for each type. */
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

  audiencesOf(type: Type, id: string): readonly string[] {
    this.read(type);
    return this.records.audiencesOf(type, id);
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

  /** Change the records, and notify the readers of each touched type. */
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
