import { expect, test } from "vitest";
import type { Ledger, Task, TaskSide } from "../messages";
import { ending, waitsForAbsent, modifier, progress, stillToRoll, terms, waitsForClock } from "./tasks";
import { gameTime } from "./game-time";

const side = (over: Partial<TaskSide>): TaskSide => ({ label: "", members: [], steps: [], goal: 5, meaning: "", tally: 0, ...over });
const task = (over: Partial<Task>): Task => ({
  type: "Task",
  id: "t",
  name: "The mast",
  kind: "extended",
  sides: [side({ members: ["ilse"], tally: 2 })],
  each: 0,
  unit: "hour",
  limit: 0,
  deadline: 0,
  target: "",
  gain: "",
  helpers: false,
  social: false,
  until: 0,
  rounds: 0,
  rolled: [],
  lead: 0,
  dark: false,
  status: "open",
  winner: -1,
  degree: 0,
  word: "",
  modifier: 0,
  modifier_words: "",
  ...over,
});
const name = (id: string) => id.toUpperCase();

test("E1: a tally grows towards its goal, and is full there", () => {
  expect(progress(task({}), undefined, name)).toEqual([{ label: "ILSE", count: "2 of 5", part: 0.4, meaning: "" }]);
  expect(progress(task({ sides: [side({ tally: 9 })] }), undefined, name)[0]?.part).toBe(1);
  expect(progress(task({ sides: [side({ goal: 0 })] }), undefined, name)[0]?.part).toBeUndefined();
});

test("E3: of two sides only the leading side shows progress", () => {
  const sides = [side({ members: ["ilse"], tally: 4 }), side({ label: "the river", tally: 6 })];
  const lead = task({ kind: "lead", sides, lead: -2 });
  expect(progress(lead, undefined, name).map((p) => [p.count, p.part])).toEqual([
    ["4", 0],
    ["6, ahead by 2 of 5", 0.4],
  ]);
  expect(terms(lead, undefined)).toEqual(["goal: a lead of 5"]);
});

test("an unknown tally is drawn only for the reader of the ledger", () => {
  const dark = task({ dark: true, sides: [side({ members: ["ilse"], tally: -1 })] });
  expect(progress(dark, undefined, name)[0]).toMatchObject({ count: "? of 5", part: undefined });
  const ledger: Ledger = { type: "Ledger", id: "t", sides: [side({ members: ["ilse"], tally: 3 })], rolled: [], due: "",
      modifier: 0,
      modifier_words: "", dark: false, veiled: false };
  expect(progress(dark, ledger, name)[0]).toMatchObject({ count: "3 of 5", part: 0.6 });
});

test("X7: a task's modifier is shown as far as the reader knows it", () => {
  const kept: Ledger = {
    ...{ type: "Ledger", id: "t", sides: [], rolled: [], due: "" },
    ...{ modifier: 0, modifier_words: "a curse", dark: false, veiled: false },
  };
  expect(modifier(task({}), undefined)).toBe("");
  expect(modifier(task({ modifier: -2, modifier_words: "fog" }), undefined)).toBe("fog −2");
  expect(modifier(task({ modifier: -2 }), undefined)).toBe("unexplained −2");
  expect(modifier(task({ modifier: -2 }), kept)).toBe("unexplained −2 (a curse)");
  expect(modifier(task({}), { ...kept, modifier: 1 })).toBe("a curse +1 (hidden)");
});

test("X2: a lead over an unseen opponent is drawn only for the reader of the ledger", () => {
  const sides = (theirs: number) => [side({ members: ["ilse"], tally: 4 }), side({ label: "the river", tally: theirs })];
  const lead = task({ kind: "lead", sides: sides(-1) });
  expect(progress(lead, undefined, name).map((p) => [p.count, p.part])).toEqual([
    ["4", undefined],
    ["?", undefined],
  ]);
  const ledger: Ledger = { type: "Ledger", id: "t", sides: sides(1), rolled: [], due: "", modifier: 0, modifier_words: "",
      dark: false, veiled: false };
  expect(progress(lead, ledger, name).map((p) => p.count)).toEqual(["4, ahead by 3 of 5", "1"]);
});

test("the terms that a task has are listed", () => {
  expect(terms(task({}), undefined)).toEqual([]);
  expect(
    terms(task({ each: 2, limit: 3, rounds: 1, deadline: 90_000, until: 7200, gain: "a fact" }), { at: 0 }),
  ).toEqual(["each roll takes 2 hours", "1 of 3 rolls", "deadline day 2, 01:00", "worked on until day 1, 02:00", "each success: a fact"]);
  expect(terms(task({ each: 1, unit: "night" }), { at: 0 })).toContain("each roll takes 1 night");
});

test("the ending says which side prevails, its meaning and the degree", () => {
  const sides = [side({ members: ["ilse"], meaning: "away" }), side({ label: "the other car" })];
  expect(ending(task({ kind: "lead", sides, status: "met", winner: 0, degree: 2, word: "moderate" }), name)).toBe(
    "ILSE wins · away · by 2 successes (moderate)",
  );
  expect(ending(task({ status: "met", winner: 0, degree: 1 }), name)).toBe("done · by 1 success");
  expect(ending(task({ status: "unmet" }), name)).toBe("over, goal not reached");
  expect(ending(task({}), name)).toBe("");
});

test("T1: game time is a day and a time", () => {
  expect([gameTime(0), gameTime(86_400 + 21 * 3600 + 300), gameTime(3)]).toEqual(["day 1, 00:00", "day 2, 21:05", "day 1, 00:00:03"]);
});

test("E2, D18: a task waits for the absent, but not for a character who has rolled, nor once it is over", () => {
  const away = (id: string) => ({ ilse: "Ilse", ben: "Ben" })[id];
  const sides = [side({ members: ["ilse"] }), side({ members: ["anna", "ben"] })];
  const chess = task({ kind: "tally", sides });
  expect(waitsForAbsent(chess, away)).toBe("Waits for Ilse and Ben, who are not here.");
  expect(waitsForAbsent({ ...chess, rolled: [{ actor: "ilse", side: 0, successes: 1, botched: false, roll: "" }] }, away)).toBe(
    "Waits for Ben, who is not here.",
  );
  expect(waitsForAbsent({ ...chess, status: "met" }, away)).toBe("");
  const step = { traits: ["Wits"], dice: 0, difficulty: 0, against: { traits: ["Wits"], plus: 3 }, rounds: 1 };
  expect(waitsForAbsent(task({ target: "ben", sides: [side({ members: ["anna"], steps: [step] })] }), away)).toContain("Ben");
  expect(waitsForAbsent(task({ target: "ben", sides: [side({ members: ["anna"] })] }), away)).toBe("");
  const later = side({ members: ["anna"], steps: [{ ...step, against: { traits: [], plus: 0 } }, step] });
  expect([0, 1, 5].map((rounds) => waitsForAbsent(task({ target: "ben", sides: [later], rounds }), away) !== "")).toEqual([false, true, true]);
});

test("E4: after the first roll the missing ones are named; before it none are", () => {
  const joint = task({ sides: [side({ members: ["ilse", "anna", "ben"] })] });
  const rolled = (...actors: string[]) => actors.map((actor) => ({ actor, side: 0, successes: 1, botched: false, roll: "" }));
  expect(stillToRoll({ ...joint, rolled: rolled("ilse") }, name)).toBe(`Still to roll: ${name("anna")}, ${name("ben")}.`);
  expect(stillToRoll(joint, name)).toBe("");
  expect(stillToRoll({ ...joint, rolled: rolled("ilse", "anna", "ben") }, name)).toBe("");
  expect(stillToRoll({ ...joint, status: "met", rolled: rolled("ilse") }, name)).toBe("");
});

test("while turns run, a task goes on once the clock has reached its time", () => {
  const begun = task({ each: 1, until: 3600 });
  expect(waitsForClock(begun, { at: 6 }, true)).toBe("Continues when the clock shows day 1, 01:00. The Storyteller moves the clock.");
  expect(waitsForClock(task({ each: 1, unit: "turn", until: 9 }), { at: 6 }, true)).toContain("Turns move the clock");
  expect(waitsForClock(begun, { at: 3600 }, true)).toBe("");
  expect(waitsForClock(begun, { at: 6 }, false)).toBe("");
  expect(waitsForClock(task({ until: 3600, status: "done" }), { at: 6 }, true)).toBe("");
});
