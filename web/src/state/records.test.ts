import { describe, expect, test } from "vitest";
import type { Face, Line, Part, ViewPart } from "../messages";
import { readRecord } from "../net/codec";
import { Records } from "./records";
import { STORY_KEPT } from "./story";
import { typed } from "../words/words";

const chain = (n: number) => new Uint8Array([n]);
const face = (id: string, name: string): Face => ({ type: "Face", id, name, concept: "", player: "", kind: "mortal" });
const line = (id: string, at: number, n: number, text = ""): Line => ({ type: "Line", id, at, n, kind: "said", who: "", text: typed(text), actor: "", group: "" });
const part = (audience: string, count: number, changed: Part["changed"], gone: Part["gone"] = []): Part => ({
  frame: "part",
  audience,
  count,
  chain: chain(count),
  at: 0,
  changed,
  gone,
});
const view = (audience: string, count: number, records: ViewPart["records"]): ViewPart => ({
  frame: "view",
  audience,
  count,
  chain: chain(count),
  records,
});
const apply = (records: Records, ...frames: (Part | ViewPart)[]) => {
  const touched = new Set<string>();
  for (const frame of frames) {
    if (frame.frame === "part") records.part(frame, touched);
    else records.view(frame, touched);
  }
  return touched;
};
const told = (records: Records) => records.story.entries.map((e) => e.record.id);

describe("records", () => {
  test("a part writes and drops records of its own audience, and reports the touched types", () => {
    const records = new Records();
    expect(apply(records, part("everyone", 1, [face("a", "Anna"), face("b", "Ben")]))).toEqual(new Set(["Face"]));
    apply(records, part("everyone", 2, [], [["Face", "a"]]));
    expect(records.get("Face", "a")).toBeUndefined();
    expect(records.all("Face").map((f) => f.name)).toEqual(["Ben"]);
  });

  test("a record of a type that only a newer server knows is stored and dropped like any other, outside the story (FLT21)", () => {
    const records = new Records();
    const omen = (id: string) => readRecord(["Omen", id, "a dog howls", [1, ["x"]]]);
    apply(records, view("everyone", 3, [omen("o"), face("a", "Anna")]));
    expect(apply(records, part("everyone", 4, [omen("p"), face("b", "Ben")], [["Omen", "o"], ["Portent", "q"]]))).toEqual(
      new Set(["Omen", "Portent", "Face"]),
    );
    expect(records.all("Omen" as never).map((found: { id: string }) => found.id)).toEqual(["p"]);
    expect(records.all("Face").map((f) => f.name)).toEqual(["Anna", "Ben"]);
    expect(told(records)).toEqual([]);
    expect(records.position()).toEqual([{ audience: "everyone", count: 4, chain: chain(4) }]);
  });

  test("an id may be in two audiences: everyone's is read first, and each is dropped alone", () => {
    const records = new Records();
    apply(records, part("storyteller", 1, [face("a", "hidden")]), part("everyone", 1, [face("a", "seen")]));
    expect(records.get("Face", "a")?.name).toBe("seen");
    expect(records.all("Face")).toHaveLength(1);
    expect(records.audienceOf("Face", "a")).toBe("everyone");
    apply(records, part("everyone", 2, [], [["Face", "a"]]));
    expect(records.get("Face", "a")?.name).toBe("hidden");
    expect(records.audienceOf("Face", "a")).toBe("storyteller");
  });

  test("the resume position names every audience's last count and chain", () => {
    const records = new Records();
    apply(records, view("everyone", 7, []), part("everyone", 8, []), part("seats:x", 1, []));
    expect(records.position()).toEqual([
      { audience: "everyone", count: 8, chain: chain(8) },
      { audience: "seats:x", count: 1, chain: chain(1) },
    ]);
    expect(records.seen).toBe(8);
    expect(records.moments).toBe(9);
  });

  test("a part that was applied already is ignored", () => {
    const records = new Records();
    apply(records, part("everyone", 2, [face("a", "new")]), part("everyone", 1, [face("a", "old")]));
    expect(records.get("Face", "a")?.name).toBe("new");
    expect(records.position()[0]?.count).toBe(2);
  });

  test("a view replaces the records of its audience", () => {
    const records = new Records();
    apply(records, part("everyone", 1, [face("a", "Anna")]));
    records.clear();
    apply(records, view("everyone", 5, [face("b", "Ben")]));
    expect(records.all("Face").map((f) => f.id)).toEqual(["b"]);
  });
});

describe("the story", () => {
  test("is in one order: by time, then from the smallest audience to everyone, then by the audience's count", () => {
    const parts = [
      part("everyone", 1, [line("1.1", 10, 1)]),
      part("everyone", 2, [line("2.1", 20, 2), line("2.2", 20, 2)]),
      part("seats:a", 1, [line("1.1", 20, 1)]),
      part("storyteller", 1, [line("1.1", 20, 1), line("1.2", 20, 1)]),
      part("everyone", 3, [line("3.1", 30, 3)]),
    ];
    for (const order of [[0, 1, 2, 3, 4], [0, 3, 2, 1, 4], [4, 3, 2, 1, 0]]) {
      const records = new Records();
      for (const i of order) for (const entry of parts[i]?.changed ?? []) records.story.put(parts[i]?.audience ?? "", entry);
      expect(records.story.entries.map((e) => `${e.audience} ${e.record.id}`)).toEqual([
        "everyone 1.1",
        "storyteller 1.1",
        "storyteller 1.2",
        "seats:a 1.1",
        "everyone 2.1",
        "everyone 2.2",
        "everyone 3.1",
      ]);
    }
  });

  test("counts the entries added at its newest moment, of any audience, and no older ones", () => {
    const records = new Records();
    apply(records, part("everyone", 2, [line("2.1", 20, 2)]), part("storyteller", 1, [line("1.1", 20, 1)]));
    expect(records.story.added).toBe(2);
    records.earlier(view("everyone", 1, [line("1.1", 10, 1)]), new Set());
    expect(records.story.added).toBe(2);
  });

  test("a rewritten entry keeps its place, a dropped one goes", () => {
    const records = new Records();
    apply(records, part("everyone", 1, [line("1.1", 1, 1, "a"), line("1.2", 1, 1, "b")]));
    apply(records, part("everyone", 2, [line("1.1", 1, 1, "A")], [["Line", "1.2"]]));
    expect(records.story.entries.map((e) => (e.record as Line).text)).toEqual([typed("A")]);
  });

  test("older story is put before the entries here, and no entry comes twice", () => {
    const records = new Records();
    apply(records, view("everyone", 9, [line("8.1", 80, 8), line("9.1", 90, 9)]));
    records.earlier(view("everyone", 7, [line("7.1", 70, 7), line("8.1", 80, 8)]), new Set());
    expect(told(records)).toEqual(["7.1", "8.1", "9.1"]);
    expect(records.seen).toBe(9);
  });

  test("older story of a commit that is here in part is put before that part", () => {
    const records = new Records();
    apply(records, view("everyone", 5, [line("4.3", 40, 4), line("5.1", 50, 5)]));
    const before = [line("3.1", 30, 3), line("4.1", 40, 4), line("4.2", 40, 4)];
    records.earlier({ audience: "everyone", records: before }, new Set());
    expect(told(records)).toEqual(["3.1", "4.1", "4.2", "4.3", "5.1"]);
    expect(records.story.added).toBe(2);
  });

  test("is bounded", () => {
    const records = new Records();
    for (let n = 1; n <= STORY_KEPT + 5; n++) apply(records, part("everyone", n, [line(`${n}.1`, n, n)]));
    expect(records.story.entries).toHaveLength(STORY_KEPT);
    expect(told(records)[0]).toBe("6.1");
  });
});
