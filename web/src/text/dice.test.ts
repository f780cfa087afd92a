import { describe, expect, test } from "vitest";
import { chains, diceInWords } from "./dice";
import { byPlace } from "./turn-order";

describe("dice", () => {
  test("are lit by the worth of their faces, not by the faces", () => {
    const dice = chains({ faces: [[10], [2], [9], [10], [1]], worth: [1, 0, 0, 2, -1], struck: [0] });
    expect(dice.map(([d]) => [d?.lit, d?.struck, d?.twice, d?.one])).toEqual([
      [true, true, false, false],
      [false, false, false, false],
      [false, false, false, false],
      [true, false, true, false],
      [false, false, false, true],
    ]);
    expect(diceInWords(dice)).toBe("10 (a success, cancelled); 2; 9; 10 (a success that counts twice); 1 (a one).");
  });

  test("that were rolled again are lit one by one; a harmless one is only a face", () => {
    const dice = chains({ faces: [[10, 10, 4], [1]], worth: [1, 1, 0, 0], struck: [] });
    expect(dice.map((chain) => chain.map((d) => d.lit))).toEqual([[true, true, false], [false]]);
    expect(diceInWords(dice)).toBe("10 (a success), rolled again: 10 (a success), rolled again: 4; 1.");
  });

  test("are not lit without their worth", () => {
    const [chain] = chains({ faces: [[10], [1]], worth: [], struck: [] });
    expect(chain?.[0]).toEqual({ face: 10, lit: false, twice: false, struck: false, one: false });
    expect(diceInWords([])).toBe("No dice.");
  });
});

describe("the order", () => {
  test("is by place, number by number, the higher first", () => {
    const slots = [{ place: [2, 3, 11] }, { place: [3, 1, 11] }, { place: [2, 3, 4, 11] }];
    expect(slots.sort(byPlace).map((s) => s.place)).toEqual([[3, 1, 11], [2, 3, 11], [2, 3, 4, 11]]);
  });
});
