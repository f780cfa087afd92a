import { expect, test } from "vitest";
import { dotsWord } from "./dots";

const WORDS = ["abysmal", "poor", "average", "good", "exceptional", "outstanding"];

test("dots have words from 0 on (D1)", () => {
  expect([0, 1, 5].map((dots) => dotsWord(WORDS, dots, 5))).toEqual(["abysmal", "poor", "outstanding"]);
});

test("a scale longer than the words has none, nor have dots beyond them, nor a table without words", () => {
  expect(dotsWord(WORDS, 3, 10)).toBe("");
  expect(dotsWord(WORDS, 7, 5)).toBe("");
  expect(dotsWord([], 3, 5)).toBe("");
});
