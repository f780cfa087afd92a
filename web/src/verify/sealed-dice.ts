/**
 * Sealed dice: draws every public roll again from the seed that the scene opened when it closed. The server's
 * `domain/core/dice_from_seed.py` defines how faces follow from a seed. The hashes come from a library, because
 * `crypto.subtle` is missing if the page is served over plain HTTP on a local network.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { phrase, type Sentence } from "../words/words";
import type { DiceSeal, Roll, RollOff, Seal } from "../messages";
import type { Entry } from "../state/story";

export interface DiceCheck {
  readonly right: number;
  /** Rolls that do not follow from their seals, with the reason. */
  readonly wrong: readonly { readonly roll: Roll | RollOff; readonly why: Sentence }[];
  /** The number of correct rolls to which no player gave a nonce. */
  readonly alone: number;
  /** The number of hidden rolls that were shown later: their proof is in an export. */
  readonly shown: number;
}

const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The first faces that a seed gives. */
export function faces(seed: Uint8Array, seal: Seal, count: number): number[] {
  const head = concatBytes(utf8ToBytes(`public:${seal.count}:${seal.draw}:`), seal.nonce);
  const out: number[] = [];
  for (let block = 0; out.length < count; block++) {
    for (const byte of hmac(sha256, seed, concatBytes(head, utf8ToBytes(`:${block}`)))) if (byte < 250) out.push(Math.floor(byte / 25) + 1);
  }
  return out.slice(0, count);
}

/** Faces in the order drawn: the first face of every die, then the faces of each die that was rolled again. */
const inOrder = (dice: readonly (readonly number[])[]): number[] => [
  ...dice.map((die) => die[0] ?? 0),
  ...dice.flatMap((die) => die.slice(1)),
];

/** The reason for which the seal itself is invalid, or "". */
export function sealError(seal: DiceSeal): Sentence {
  if (seal.seed.length === 0) return phrase("page-seal-closed");
  return same(sha256(seal.seed), seal.digest) ? "" : phrase("page-seal-wrong");
}

/** Check every public roll of the story, and the known roll-offs. */
export function checkRolls(seal: DiceSeal, story: readonly Entry[], rollOffs: readonly RollOff[]): DiceCheck {
  const drawn = new Set<string>();
  const wrong: { roll: Roll | RollOff; why: Sentence }[] = [];
  let [right, alone, shown] = [0, 0, 0];
  const publicRolls = story.filter((e) => e.audience === "everyone" && e.record.type === "Roll").map((e) => e.record as Roll);
  for (const roll of [...publicRolls, ...rollOffs]) {
    const dice = roll.type === "Roll" ? inOrder(roll.faces) : [...roll.faces];
    const rollSeal = roll.seal;
    if (rollSeal !== null && rollSeal.leaf >= 0) {
      shown++;
      continue;
    }
    const why = rollSeal === null ? (dice.length > 0 ? phrase("page-seal-none") : "") : rollError(seal.seed, rollSeal, roll, dice, drawn);
    if (why) wrong.push({ roll, why });
    else right++;
    if (!why && rollSeal !== null && rollSeal.by === "") alone++;
  }
  return { right, wrong, alone, shown };
}

function rollError(seed: Uint8Array, rollSeal: Seal, roll: Roll | RollOff, dice: readonly number[], drawn: Set<string>): Sentence {
  const place = `${rollSeal.count}:${rollSeal.draw}`;
  if (drawn.has(place) || (roll.type === "Roll" && roll.n !== rollSeal.count)) return phrase("page-seal-used");
  drawn.add(place);
  const expected = faces(seed, rollSeal, dice.length);
  return expected.every((face, i) => face === dice[i]) ? "" : phrase("page-seal-faces", { faces: expected.join(" ") });
}
