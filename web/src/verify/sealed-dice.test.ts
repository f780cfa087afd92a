import { inWords } from "../words/render";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import type { DiceSeal, Roll, RollOff, Seal } from "../messages";
import { sealError, checkRolls, faces } from "./sealed-dice";
import type { Entry } from "../state/story";

/** The faces that the server draws from this seed under this seal. */
const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const SEAL: Seal = { nonce: new Uint8Array(16).fill(110), count: 7, draw: 1, by: "anna", leaf: -1 };
const DRAWN = [8, 6, 8, 4, 3, 2, 7, 10, 10, 4, 3, 9, 10, 7, 7, 2, 10, 1, 3, 4, 2, 5, 7, 4, 5, 8, 4, 4, 8, 6, 3, 10, 4, 2, 6, 3, 2, 1, 3, 7];

const DICE: DiceSeal = { type: "DiceSeal", id: "seal", digest: sha256(SEED), root: new Uint8Array(32), seed: SEED };

const roll = (dice: readonly (readonly number[])[], seal: Seal | null = SEAL): Entry => ({
  key: "",
  audience: "everyone",
  at: 0,
  n: 7,
  record: { type: "Roll", id: "r", n: 7, reason: "to see", faces: dice, seal } as unknown as Roll,
});

describe("sealed dice", () => {
  it("are drawn as the server draws them, across hashes", () => {
    expect(faces(SEED, SEAL, DRAWN.length)).toEqual(DRAWN);
  });

  it("are right with what was rolled again after the first of each die", () => {
    const [a = 0, b = 0, c = 0, d = 0] = DRAWN;
    expect(checkRolls(DICE, [roll([[a, c, d], [b]])], [])).toMatchObject({ right: 1, wrong: [], alone: 0 });
    expect(checkRolls(DICE, [roll([[a], [b, c, d]])], [])).toMatchObject({ right: 1 });
  });

  it("are wrong where a face, a seal or its place is another's, and it is said which", () => {
    const [a = 0, b = 0] = DRAWN;
    const why = (entries: Entry[]) => checkRolls(DICE, entries, []).wrong.map((w) => inWords(w.why));
    expect(why([roll([[a], [b === 1 ? 2 : 1]])])).toEqual([`its seal gives ${a} ${b}`]);
    expect(why([roll([[a]], null)])).toEqual(["rolled without a seal"]);
    expect(why([roll([[a]]), roll([[a]])])).toEqual(["has a seal that belongs to another roll"]);
    expect(why([roll([[a]], { ...SEAL, count: 8 })])).toEqual(["has a seal that belongs to another roll"]);
  });

  it("count roll-offs, the Storyteller's own, and what was hidden", () => {
    const own = { ...SEAL, draw: 2, by: "" };
    const off: RollOff = { type: "RollOff", id: "c", faces: faces(SEED, own, 2), seal: own };
    expect(checkRolls(DICE, [roll([[3]], { ...SEAL, leaf: 5 })], [off])).toEqual({ right: 1, wrong: [], alone: 1, shown: 1 });
  });

  it("cannot be checked while sealed, nor with another seed", () => {
    expect(sealError(DICE)).toBe("");
    expect(inWords(sealError({ ...DICE, seed: new Uint8Array() }))).toContain("still sealed");
    expect(inWords(sealError({ ...DICE, seed: new Uint8Array(32) }))).toContain("not the one");
  });
});
