import { describe, expect, test } from "vitest";
import { chains, inWords } from "./dice";
import { byPlace } from "./order";

describe("dice", () => {
  test("as many of the highest faces are lit as there are successes", () => {
    const lit = chains({ faces: [[2], [9], [7], [3], [1]], struck: [1], successes: 2 });
    expect(lit.map(([d]) => [d?.lit, d?.struck, d?.one])).toEqual([
      [false, false, false],
      [true, true, false],
      [true, false, false],
      [false, false, false],
      [false, false, true],
    ]);
  });

  test("dice that were rolled again are lit one by one", () => {
    const [chain] = chains({ faces: [[10, 10, 4], [3]], struck: [], successes: 2 });
    expect(chain?.map((d) => d.lit)).toEqual([true, true, false]);
  });

  test("a roll without a success lights nothing, and without dice says so", () => {
    expect(chains({ faces: [[10]], struck: [], successes: 0 })[0]?.[0]?.lit).toBe(false);
    expect(inWords([])).toBe("No dice.");
    expect(inWords(chains({ faces: [[8], [1]], struck: [], successes: 1 }))).toBe("8 (a success); 1 (a one).");
  });
});

describe("the order", () => {
  test("is by place, number by number, the higher first", () => {
    const slots = [{ place: [2, 3, 11] }, { place: [3, 1, 11] }, { place: [2, 3, 4, 11] }];
    expect(slots.sort(byPlace).map((s) => s.place)).toEqual([[3, 1, 11], [2, 3, 11], [2, 3, 4, 11]]);
  });
});
