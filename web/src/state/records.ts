/**
 * The records of this seat: for each audience its records, its count and its chain.
 *
 * The server keeps the last 200 story records of an audience; the page keeps up to `STORY_KEPT`. The page decides
 * nothing: it stores and drops records as the parts say.
 */

import type { AnyRecord, Earlier, Part, Position, ViewPart } from "../messages";
import { isStory, Story } from "./story";

export type TypeOf<T extends AnyRecord["type"]> = Extract<AnyRecord, { type: T }>;

class Partition {
  count = 0;
  chain: Uint8Array = new Uint8Array();
  readonly tables = new Map<string, Map<string, AnyRecord>>();

  table(type: string): Map<string, AnyRecord> {
    let found = this.tables.get(type);
    if (found === undefined) {
      found = new Map();
      this.tables.set(type, found);
    }
    return found;
  }
}

/** `everyone` first, then by name: the order in which audiences are searched. */
const byAudience = (a: string, b: string) =>
  a === b ? 0 : a === "everyone" ? -1 : b === "everyone" ? 1 : a < b ? -1 : 1;

export class Records {
  private partitions = new Map<string, Partition>();
  private audiences: string[] = [];
  readonly story = new Story();
  epoch = "";

  /** Drop all records; a whole view comes next. */
  clear(): void {
    this.partitions.clear();
    this.audiences = [];
    this.story.clear();
  }

  private partition(audience: string): Partition {
    let found = this.partitions.get(audience);
    if (found === undefined) {
      found = new Partition();
      this.partitions.set(audience, found);
      this.audiences = [...this.partitions.keys()].sort(byAudience);
    }
    return found;
  }

  /** Replace all records of an audience. */
  view(frame: ViewPart, touched: Set<string>): void {
    this.partitions.delete(frame.audience);
    const partition = this.partition(frame.audience);
    partition.count = frame.count;
    partition.chain = frame.chain;
    for (const record of frame.records) this.put(partition, frame.audience, record, touched);
  }

  /** Apply the part that a commit has for an audience. A part that was applied already (a resume that overlaps)
   * is ignored. */
  part(frame: Part, touched: Set<string>): void {
    const partition = this.partition(frame.audience);
    if (frame.count <= partition.count) return;
    partition.count = frame.count;
    partition.chain = frame.chain;
    for (const [type, id] of frame.gone) {
      touched.add(type);
      if (isStory(type)) this.story.drop(frame.audience, type, id);
      else partition.tables.get(type)?.delete(id);
    }
    for (const record of frame.changed) this.put(partition, frame.audience, record, touched);
  }

  /** Add older story of an audience; entries that are here already stay as they are. */
  earlier({ audience, records }: Pick<Earlier, "audience" | "records">, touched: Set<string>): void {
    for (const record of [...records].reverse()) {
      touched.add(record.type);
      if (isStory(record.type) && !this.story.has(audience, record)) this.story.put(audience, record, true);
    }
  }

  private put(partition: Partition, audience: string, record: AnyRecord, touched: Set<string>): void {
    touched.add(record.type);
    if (isStory(record.type)) this.story.put(audience, record);
    else partition.table(record.type).set(record.id, record);
  }

  /** The record of this type and id in the first audience that has it. */
  get<T extends AnyRecord["type"]>(type: T, id: string): TypeOf<T> | undefined {
    for (const audience of this.audiences) {
      const found = this.partitions.get(audience)?.tables.get(type)?.get(id);
      if (found !== undefined) return found as TypeOf<T>;
    }
    return undefined;
  }

  /** All records of a type, `everyone`'s first; an id in several audiences counts once. */
  all<T extends AnyRecord["type"]>(type: T): TypeOf<T>[] {
    const found = new Map<string, AnyRecord>();
    for (const audience of this.audiences) {
      for (const [id, record] of this.partitions.get(audience)?.tables.get(type) ?? []) {
        if (!found.has(id)) found.set(id, record);
      }
    }
    return [...found.values()] as TypeOf<T>[];
  }

  /** The first audience that has the record, or "". */
  audienceOf(type: AnyRecord["type"], id: string): string {
    return this.audiencesOf(type, id)[0] ?? "";
  }

  /** All audiences that have the record. */
  audiencesOf(type: AnyRecord["type"], id: string): readonly string[] {
    return this.audiences.filter((a) => this.partitions.get(a)?.tables.get(type)?.has(id));
  }

  position(): Position[] {
    return [...this.partitions].map(([audience, { count, chain }]) => ({ audience, count, chain }));
  }

  /** The count of `everyone`: the position that a command carries. */
  get seen(): number {
    return this.partitions.get("everyone")?.count ?? 0;
  }

  /** The number of parts that this seat has received in all: the end of the slider. */
  get moments(): number {
    let sum = 0;
    for (const { count } of this.partitions.values()) sum += count;
    return sum;
  }
}
