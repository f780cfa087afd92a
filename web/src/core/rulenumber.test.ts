import { expect, test } from "vitest";
import { hintInFull } from "./rulenumber";

test("rule numbers are told what they are, and nothing else is", () => {
  expect(hintInFull("I2")).toBe("rule I2 of the rule book; “coterie rules” lists them");
  expect(hintInFull("E1, E4")).toContain("rule E1, E4 of");
  expect(hintInFull("7 dice")).toBe("7 dice");
  expect(hintInFull("")).toBe("");
});
