import { expect, test } from "vitest";
import { inWords } from "../words/render";
import { phrase, type Words } from "../words/words";
import { explanation } from "./explanation";

type Judged = Parameters<typeof explanation>[0];

const NOTHING: Words = phrase("");

/** The explanation of a roll in English. */
const said = (worth: readonly number[], over: Partial<Judged> = {}): string => {
  const successes = worth.filter((value) => value > 0).length;
  const net = worth.reduce((sum, value) => sum + value, 0);
  return inWords(explanation({ faces: worth.map(() => [5]), worth, successes, net, result: "success", why: NOTHING, willpower: false, ...over }));
};

test("a roll explains itself in figures", () => {
  expect(said([1, 1, 0])).toBe("2 successes.");
  expect(said([1, 1, 1, -1])).toBe("3 successes − 1 = 2.");
  expect(said([1, -1, -1])).toBe("1 success − 2 = −1.");
  expect(said([-1, 0])).toBe("No successes, 1 one.");
  expect(said([2, 1])).toBe("2 successes + 1 (tens count twice) = 3.");
  expect(said([2, 1, -1])).toBe("2 successes − 1 + 1 (tens count twice) = 2.");
  expect(said([1, 1, 0], { faces: [[10, 10], [3]] })).toBe("2 successes, 1 of them rolled again.");
  expect(said([1, 0], { willpower: true, net: 2 })).toBe("1 success. Willpower + 1: 2.");
  expect(said([1, 0], { willpower: true, net: 1 })).toBe("1 success.");
});

test("what the figures do not say follows them, and a stored sentence stands alone", () => {
  expect(said([-1], { why: phrase("why-unchosen") })).toBe("No successes, 1 one. Damage and soak cannot botch.");
  expect(said([1], { why: phrase("as-it-was", { text: "1 success, no ones: 1." }) })).toBe("1 success, no ones: 1.");
  expect(said([], { faces: [], why: phrase("why-no-dice") })).toBe("No dice are left to roll.");
  expect(said([1], { result: "untold", why: phrase("why-untold") })).toBe("Only the Storyteller knows the difficulty.");
});
