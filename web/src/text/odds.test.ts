import { expect, test } from "vitest";
import { phrase } from "../words/words";
import { otherParts, oddsInWords, partsInWords, percent } from "./odds";

test("odds are a few words: success, the worst result, the expected successes", () => {
  const results = [
    { result: "success", chance: 0.5 },
    { result: "exceptional", chance: 0.125 },
    { result: "failure", chance: 0.25 },
    { result: "botch", chance: 0.125 },
  ] as const;
  expect(oddsInWords({ pool: 4, expected: 1.44, results })).toEqual([
    "63% success",
    "13% exceptional success",
    "13% botch",
    "1.4 successes expected",
  ]);
  expect(oddsInWords({ pool: 1, expected: 0, results: [{ result: "dramatic_failure", chance: 0 }] })).toEqual([
    "0% success",
    "0.0 successes expected",
  ]);
});

test("a pool lists its parts", () => {
  expect(partsInWords([["Strength", 3], ["Melee", 3], ["closing in", -1], ["wounds", 0]])).toBe("Strength 3 + Melee 3 − closing in 1");
  expect(partsInWords([["no skill", -1], ["Wits", 2]])).toBe("−no skill 1 + Wits 2");
  expect(partsInWords([])).toBe("");
});

test("against another roll the chances of both endings are shown", () => {
  const results = [{ result: "success", chance: 1 }] as const;
  const resisted = { first: 0.45, level: 0.5, second: 0.05 };
  expect(oddsInWords({ pool: 1, expected: 1, results, resisted })).toEqual([
    "100% success",
    "1.0 successes expected",
    "45% to win",
    "50% draw",
  ]);
});

test("a possible result is never 0%, an uncertain one never 100%", () => {
  expect(percent(0)).toBe("0%");
  expect(percent(0.001)).toBe("under 1%");
  expect(percent(0.999)).toBe("over 99%");
  expect(percent(1)).toBe("100%");
});

test("X7: the parts that the server adds to a pool are told from the roller's own", () => {
  const parts = [["Perception", 3], ["Alertness", 1], [phrase("part-bonus"), 2], ["wounds", -1], ["fog", -1]] as const;
  expect(otherParts(parts, ["Perception", "Alertness"])).toEqual([["wounds", -1], ["fog", -1]]);
});
