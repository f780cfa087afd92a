import { expect, test } from "vitest";
import type { Item, TraitGroup } from "../messages";
import { byGroup, type Group, inTwoColumns, itemDetails, withDots } from "./sheet-groups";

const GROUPS: TraitGroup[] = [
  { name: "Physical", traits: ["Strength", "Dexterity"], most: 5, kind: "attribute" },
  { name: "Scales", traits: ["Willpower"], most: 10, kind: "alone" },
];

test("traits are in their groups, with 0 dots if the sheet lacks them; other traits come last", () => {
  const sheet = { traits: [["Lore", 2], ["Dexterity", 3]] as const };
  expect(byGroup(GROUPS, sheet).map((g) => [g.name, g.traits])).toEqual([
    ["Physical", [["Strength", 0], ["Dexterity", 3]]],
    ["Scales", [["Willpower", 0]]],
    ["Also", [["Lore", 2]]],
  ]);
  expect(withDots(byGroup(GROUPS, sheet)).map((g) => [g.name, g.traits])).toEqual([
    ["Physical", [["Dexterity", 3]]],
    ["Also", [["Lore", 2]]],
  ]);
});

test("groups stand in two columns of about the same height, neighbours together", () => {
  const group = (name: string, rows: number): Group => ({ name, most: 5, kind: "attribute", traits: Array(rows).fill(["Trait", 1]) });
  const columns = (...rows: number[]) => inTwoColumns(rows.map((n, i) => group("abcdefgh"[i]!, n))).map((column) => column.map((g) => g.name).join(""));
  expect(columns(3, 3, 3, 7, 6, 3)).toEqual(["abcf", "de"]);
  expect(columns(3, 3, 3, 9)).toEqual(["abc", "d"]);
  expect(columns(4)).toEqual(["a", ""]);
  expect(columns()).toEqual(["", ""]);
});

test("a carried item lists the properties that it has", () => {
  const nothing: Item = {
    ...{ name: "A lamp", skill: "", damage: 0, kind: "bashing", reach: 0, range: 0, missile: "", armour: 0 },
    ...{ flags: [], kilograms: 0 },
  };
  expect(itemDetails(nothing)).toBe("");
  expect(itemDetails({ ...nothing, skill: "Melee", damage: 3, kind: "lethal", reach: 1, kilograms: 2 })).toBe(
    "Melee, 3 lethal, reach 1 m, 2 kg",
  );
  expect(itemDetails({ ...nothing, skill: "Target", damage: 4, kind: "lethal", range: 12, flags: ["clip"] })).toBe(
    "Target, 4 lethal, range 12 m, clip",
  );
});
