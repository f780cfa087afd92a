import { describe, expect, test } from "vitest";
import golden from "../core/character.golden.json";
import { characterFile, characterFileName, characterText } from "./character-file";
import { readRecord } from "../net/codec";
import type { Face, Health, Sheet } from "../messages";

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
