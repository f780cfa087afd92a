import { expect, test } from "vitest";
import type { Entry } from "../state/story";
import type { AnyRecord, Roll } from "../messages";
import { character, phrase, term, typed } from "../words/words";
import { answerInShort, cards, exchangeFigures, fighters, manoeuvreInWords, outcomeInShort } from "./cards";

const roll = (actor: string, on: string, net: number, reason = "manoeuvre-attack", result = "success"): Roll =>
  ({ type: "Roll", actor, on, net, result, reason: phrase(reason), group: "b" }) as unknown as Roll;
const entry = (key: string, group: string, type: "Line" | "Roll" = "Line"): Entry =>
  ({ key, audience: "everyone", at: 0, n: 0, record: { type, id: key, group } as unknown as AnyRecord });

test("the entries of a group are one card at the place of the first, whatever comes between", () => {
  const drawn = cards([entry("1", ""), entry("2", "b", "Roll"), entry("3", ""), entry("4", "b"), entry("5", "c")]);
  expect(drawn.map(({ key, entries }) => [key, entries.length])).toEqual([["1", 1], ["group b", 2], ["3", 1], ["5", 1]]);
  expect(drawn[1]?.before?.key).toBe("1");
});

test("records of an older log have no group and stay single", () => {
  const old = { key: "1", audience: "everyone", at: 0, n: 0, record: { type: "Roll", id: "1" } as unknown as AnyRecord };
  expect(cards([old, old]).map(({ group }) => group)).toEqual(["", ""]);
});

test("an exchange shows attack less defence, and damage less soak", () => {
  const rolls = [roll("ilse", "rook", 4), roll("rook", "ilse", 2), roll("ilse", "rook", 3, "roll-damage"), roll("rook", "ilse", 5, "roll-soak")];
  expect(fighters(rolls)).toEqual({ by: "ilse", on: "rook" });
  expect(exchangeFigures(rolls)).toEqual({ hits: "4 − 2 = 2", harm: "3 − 5 = 0" });
  expect(exchangeFigures(rolls.slice(0, 1))).toEqual({ hits: "4", harm: "" });
  const [attack, ...answer] = rolls as [Roll, ...Roll[]];
  expect(exchangeFigures([attack, roll("rook", "", 1, "roll-to-abort"), ...answer]).hits).toBe("4 − 2 = 2");
});

test("X3: a number that the reader does not know is in no figure", () => {
  const untold = roll("rook", "ilse", 0, "manoeuvre-dodge", "untold");
  expect(exchangeFigures([roll("ilse", "rook", 4), untold])).toEqual({ hits: "", harm: "" });
  expect(exchangeFigures([roll("rook", "ilse", 1, "roll-soak")])).toEqual({ hits: "", harm: "" });
  expect(fighters([roll("rook", "ilse", 1, "roll-soak")])).toEqual({ by: "ilse", on: "rook" });
});

test("a folded exchange tells its outcome in short; a line about somebody else or for some seats stays a line", () => {
  const [who, target] = [character("ilse"), character("rook")];
  const line = (id: string, args: object, audience = "everyone") =>
    ({ key: id, audience, at: 0, n: 0, record: { type: "Line", text: phrase(id, args as Record<string, typeof who>) } as unknown as AnyRecord }) as Entry;
  const sides = { by: "ilse", on: "rook" };
  const missed = line("line-attack-misses", { how: typed("Strike"), who, target });
  expect(outcomeInShort(missed, sides)).toBe("missed");
  expect(outcomeInShort(line("line-no-wound", { who: target }), sides)).toBe("no wound");
  expect(outcomeInShort(line("line-wounded", { who: target, levels: 2, damage: term("bashing"), status: term("Hurt") }), sides)).toBe("2 bashing");
  expect(outcomeInShort(line("line-wounded", { who, levels: 2, damage: term("bashing"), status: term("Hurt") }), sides)).toBe("");
  expect(outcomeInShort(line("line-no-wound", { who: target }, "storyteller"), sides)).toBe("");
  expect(outcomeInShort(line("line-declares", { who: target, actions: typed("Dodge") }), sides)).toBe("");
  expect(outcomeInShort(missed, undefined)).toBe("");
  const aborts = line("line-aborts-to", { who: target, actions: typed("Dodge") });
  expect([outcomeInShort(aborts, sides), answerInShort(aborts, sides)]).toEqual(["", "defends instead"]);
  expect(manoeuvreInWords({ key: "", group: "b", before: undefined, entries: [entry("1", "b", "Roll"), missed] })).toBe("Strike");
});
