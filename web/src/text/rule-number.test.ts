import { expect, test } from "vitest";
import { hintInFull } from "./rule-number";

test("rule numbers get an explanation, and other hints do not", () => {
  expect(hintInFull("I2")).toBe("Rule I2 of this table’s rules: “coterie rules” lists them.");
  expect(hintInFull("E1, E4")).toContain("Rule E1, E4 of");
  expect(hintInFull("costs a point of Fate (I4)")).toContain("(I4). I4 is a rule");
  expect(hintInFull("7 dice")).toBe("7 dice");
  expect(hintInFull("")).toBe("");
});
