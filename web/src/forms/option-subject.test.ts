import { inWords } from "../words/render";
import { expect, test } from "vitest";
import type { Choice, Input, Option } from "../messages";
import { subjectOf, hasSubject, onePerChoice, withoutSubject } from "./option-subject";
import { fieldsOf } from "./option-fields";

const choice = (value: string, label = value, hint = ""): Choice => ({ value, label, hint });
const input = (name: string, ...choices: Choice[]): Input => ({
  name,
  label: name,
  kind: "choice",
  choices,
  least: 0,
  most: 0,
  default: choices[0]?.value ?? "",
  rarely: false,
});
const option = (command: string, label: string, ...inputs: Input[]): Option => ({
  command,
  actor: "rook",
  label,
  hint: "",
  group: "act",
  urgent: true,
  inputs,
  parts: [], grave: false,
});

test("an option that is fixed to an attack or task belongs beside it, and no other option does", () => {
  const take = option("GoOn", "Take it", input("blow", choice("b1")));
  expect(subjectOf(take, "blow")).toBe("b1");
  expect(hasSubject(take)).toBe(true);
  expect(hasSubject(option("GiveUpTask", "Give up", input("task", choice("t1"))))).toBe(true);
  expect(subjectOf(option("GoOn", "One of these", input("blow", choice("b1"), choice("b2"))), "blow")).toBe("");
  expect(hasSubject(option("Yield", "Yield"))).toBe(false);
});

test("each defence to abort to is a button, and sends its own choice", () => {
  const abort = option("AbortAction", "Abort: Clinch", input("place", choice("1")), input("defence", choice("dodge", "Dodge", "4 dice"), choice("block", "Block", "3 dice")));
  const [dodge, block] = onePerChoice(abort, "defence");
  expect([dodge && inWords(dodge.label), dodge?.hint]).toEqual(["Abort: Clinch → Dodge", "4 dice"]);
  expect(block && fieldsOf(block, {})).toEqual({ actor: "rook", place: 1, defence: "block" });
  expect(onePerChoice(abort, "means")).toEqual([abort]);
});

test("beside a task its name is not repeated in labels", () => {
  expect(withoutSubject("The lock: put it away", "The lock")).toBe("Put it away");
  expect(withoutSubject("Help with the lock", "The lock")).toBe("Help with the lock");
});
