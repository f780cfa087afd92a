import { expect, test } from "vitest";
import type { Option } from "../messages";
import { type Findable, findOptions, LISTED } from "./find-options";

const action = (label: string, ...about: string[]): Findable => ({
  ...{ option: { command: label } as Option, label, about },
});
const found = (typed: string, ...all: Findable[]) => findOptions(typed, all).map((one) => one.label);

const ALL = [action("Roll in secret", "Thug"), action("Set a task", "Tasks"), action("Wound somebody", "Cast"), action("Close the scene")];

test("three letters of any word find an action", () => {
  for (const [typed, label] of [["sec", "Roll in secret"], ["tas", "Set a task"], ["wou", "Wound somebody"], ["clo", "Close the scene"]])
    expect(found(typed!, ...ALL)[0]).toBe(label);
});

test("an action is found by its character and by its group", () => {
  expect(found("thu", ...ALL)).toEqual(["Roll in secret"]);
  expect(found("cast", ...ALL)).toEqual(["Wound somebody"]);
});

test("every typed word must fit, and the beginning of a label comes first", () => {
  expect(found("rol thug", ...ALL)).toEqual(["Roll in secret"]);
  expect(found("rol cast", ...ALL)).toEqual([]);
  expect(found("set", action("Somebody sets out"), action("Offset"), action("Set a task"))).toEqual(["Set a task", "Somebody sets out", "Offset"]);
});

test("the list is bounded", () => {
  expect(found("", ...Array.from({ length: 200 }, (_, n) => action(`Action ${n}`)))).toHaveLength(LISTED);
});
