import { expect, test } from "vitest";
import { bondsOf } from "./grapples";

const grip = (grapple: string, character: string) => ({ grapple, character });

test("two grapples that cross are drawn in two lanes, and a free lane is used again", () => {
  const bonds = bondsOf([grip("x", "a"), grip("x", "c"), grip("y", "b"), grip("y", "d"), grip("z", "d"), grip("z", "e")], ["a", "b", "c", "d", "e"]);
  expect([...bonds].map(([id, parts]) => [id, parts.map(({ lane, part }) => `${lane} ${part}`)])).toEqual([
    ["a", ["0 upper"]],
    ["b", ["0 through", "1 upper"]],
    ["c", ["0 lower", "1 through"]],
    ["d", ["1 lower", "0 upper"]],
    ["e", ["0 lower"]],
  ]);
});

test("a grapple with somebody out of sight has no bond", () => {
  expect(bondsOf([grip("x", "a"), grip("x", "unseen")], ["a", "b"]).size).toBe(0);
  expect(bondsOf([grip("x", "a")], ["a", "b"]).size).toBe(0);
});
