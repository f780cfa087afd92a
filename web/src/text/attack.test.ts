import { expect, test } from "vitest";
import { RecordSignals } from "../state/record-signals";
import type { AnyRecord } from "../messages";
import { conditionsOf, attackProgress } from "./attack";
import { phrase, typed } from "../words/words";

const face = (id: string, name: string): AnyRecord => ({ type: "Face", id, name, concept: "", player: "", kind: "" });
const grip = (character: string, holding: boolean): AnyRecord => ({
  type: "Grip",
  id: `g:${character}`,
  character,
  grapple: "g",
  kind: "hold",
  holding,
});
const bearing = (character: string, label: string, value: number, ends: string, source = ""): AnyRecord => ({
  type: "Bearing",
  id: `${character}.${label}`,
  character,
  name: label,
  helps: false,
  label: typed(label),
  ends: typed(ends),
  value,
  since: 1,
  until: 0,
  source,
  rule: "",
});

function reading(...records: AnyRecord[]) {
  const live = new RecordSignals();
  live.replace([{ frame: "view", audience: "everyone", count: 1, chain: new Uint8Array(), records }]);
  return live;
}

test("a grapple names the opponent for both sides, with its end", () => {
  const table = reading(
    face("rook", "Rook"),
    face("marrow", "Marrow"),
    grip("rook", false),
    grip("marrow", true),
    bearing("rook", "held", 0, "when it wins the test on its slot", "g"),
    bearing("rook", "in good cover", 2, "when it moves"),
    bearing("rook", "inside Ilse’s reach", 0, "when it moves"),
  );
  expect(conditionsOf(table, "marrow")).toEqual([{ words: "holding Rook", ends: "" }]);
  expect(conditionsOf(table, "rook")).toEqual([
    { words: "held by Marrow", ends: "ends when it wins the test on its slot" },
    { words: "in good cover", ends: "ends when it moves" },
    { words: "inside Ilse’s reach", ends: "ends when it moves" },
  ]);
});

test("a reader who sees only one side of a grapple does not read the opponent's name", () => {
  const table = reading(face("rook", "Rook"), grip("rook", false), bearing("rook", "held", 0, "later", "g"));
  expect(conditionsOf(table, "rook")[0]?.words).toBe("held by something unseen");
});

test("an attack shows its known numbers only", () => {
  expect(attackProgress({ hits: -1, dealt: -1, soaked: -1, levels: -1 })).toBe("");
  expect(attackProgress({ hits: 1, dealt: 3, soaked: 0, levels: -1 })).toBe("1 success, damage 3, soaked 0");
  expect(attackProgress({ hits: -1, dealt: 3, soaked: -1, levels: -1 }, { hits: 2, dealt: -1, soaked: -1 })).toBe("2 successes, damage 3");
});

test("a state opens its rule", () => {
  const prone = { ...bearing("rook", "prone", 0, ""), ends: phrase("ends-prone"), rule: "C31" } as AnyRecord;
  expect(conditionsOf(reading(prone), "rook")).toEqual([{ words: "prone", ends: "ends by standing up", rule: "C31" }]);
});

test("a state that helps its bearer says so", () => {
  const table = reading({ ...bearing("rook", "in good cover", 2, "when it moves"), helps: true } as AnyRecord, bearing("rook", "prone", 0, ""));
  expect(conditionsOf(table, "rook").map((one) => [one.words, one.helps ?? false])).toEqual([
    ["in good cover", true],
    ["prone", false],
  ]);
});
