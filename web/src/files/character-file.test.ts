import { describe, expect, test } from "vitest";
import golden from "../core/character.golden.json";
import { characterFile, characterFileName, characterText } from "./character-file";
import { readRecord } from "../net/codec";
import type { Face, Health, HealthLevels, Sheet } from "../messages";

const record = <T>(...raw: unknown[]) => readRecord(raw) as unknown as T;
const knife = ["knife", "Melee", 4, "lethal", 0, 0, "", 0, [], 0];
const vest = ["vest", "", 0, "bashing", 0, 0, "", 3, [], 4];
const face = record<Face>("Face", "a", "Anna Dée", "a diver", "s", "vampire");
const sheet = record<Sheet>(
  "Sheet", "a", [["Strength", 3], ["Fortitude", 1]], ["Melee: knives"], [["Blood", 10, 7]], [knife, vest], ["fangs"],
);
const health = record<Health>("Health", "a", 0, 2, 0);

describe("a character's file", () => {
  test("has the contents of sheet and face; the server's tests read the same file", () => {
    expect(JSON.parse(characterText(characterFile("nightfall", face, sheet, health)))).toEqual(golden);
  });

  test("is also written for a character who was never hurt", () => {
    expect(characterFile("nightfall", face, sheet, undefined).health).toEqual({ bashing: 0, lethal: 0, aggravated: 0 });
  });

  test("has a name without characters that file systems reject", () => {
    const named = (name: string) => characterFileName({ ...characterFile("v20", face, sheet, health), name });
    expect(named("Anna Dée")).toBe("Anna-Dée.json");
    expect(named("../../etc: *")).toBe("etc.json");
    expect(named("???")).toBe("character.json");
  });
});

test("a character's own number of health levels is in its file", () => {
  const levels = record<HealthLevels>("HealthLevels", "a", [[-1, "Bruised"], [-2, "Hurt"], [-5, "Out"]]);
  expect(characterFile("v20", face, sheet, health, { levels }).health_levels).toBe(3);
});

describe("the book in a character's file", () => {
  const entry = (n: number, points: number, struck = "") => ["", n, points, struck] as const;
  const ledger = (entries: readonly (readonly [string, number, number, string])[], balance: number) =>
    ({ type: "ExperienceLedger", id: "a", balance, entries: entries.map(([, n, points, struck]) => ({ n, points, struck, what: [0, "typed", [["text", `entry ${n}`]], ""] })) }) as never;

  test("has profile, note and the entries that count, and adds up to the balance", () => {
    const profile = { type: "Profile", id: "a", biography: "Born at sea.", merits: [{ name: "Luck", dots: 3, kind: "merit", text: "" }] } as const;
    const note = { type: "Note", id: "a s", actor: "a", writer: "s", text: "Mine." } as const;
    const file = characterFile("v20", face, sheet, health, { profile, note, ledger: ledger([entry(7, 5), entry(8, -2, "s"), entry(9, -1)], 10) });
    expect([file.biography, file.merits, file.notes]).toEqual(["Born at sea.", profile.merits, "Mine."]);
    expect(file.experience?.map((one) => one.points)).toEqual([6, 5, -1]);
    expect(file.experience?.reduce((sum, one) => sum + one.points, 0)).toBe(10);
  });

  test("is left out if there is none", () => {
    expect(Object.keys(characterFile("v20", face, sheet, health)).filter((key) => ["health_levels", "biography", "merits", "notes", "experience"].includes(key))).toEqual([]);
  });
});
