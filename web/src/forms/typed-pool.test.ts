import { expect, test } from "vitest";
import { readPool } from "./typed-pool";

const TRAITS = ["Strength 3", "Perception 2", "Persuasion 1", "Alertness 2", "Animal Ken 1", "Körperkraft 4"].map((label) => ({
  value: label.replace(/ \d$/, ""),
  label,
}));

test.each([
  ["per ale", ["Perception", "Alertness"], 0],
  ["pers", ["Persuasion"], 0],
  ["per per", ["Perception", "Persuasion"], 0],
  ["ken+str", ["Animal Ken", "Strength"], 0],
  ["animal ken + str 2", ["Animal Ken", "Strength"], 2],
  ["KORP", ["Körperkraft"], 0],
  ["5", [], 5],
  ["ale 2", ["Alertness"], 2],
  ["999", [], 100],
  ["", [], 0],
])("“%s” is read as %j and %i dice", (text, traits, dice) => {
  expect(readPool(text, TRAITS)).toMatchObject({ traits, dice, unknown: "" });
});

test.each([
  ["per xyz", "xyz"],
  ["per ale str", "str"], // a pool has at most two traits
])("“%s” names the word that is no trait", (text, unknown) => {
  expect(readPool(text, TRAITS).unknown).toBe(unknown);
});
