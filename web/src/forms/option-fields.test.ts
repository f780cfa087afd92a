import { describe, expect, test } from "vitest";
import type { Input, Option } from "../messages";
import { actionOf } from "./declaration";
import { readFrame, readRecord, writeCommand } from "../net/codec";
import { fieldsOf } from "./option-fields";
import { initialValue, needsForm } from "./options";
import { showLanguage } from "../words/language";
import { phrase, term } from "../words/words";

const input = (name: string, kind: Input["kind"], more: Partial<Input> = {}): Input => ({
  name,
  label: name,
  kind,
  choices: [],
  least: 0,
  most: 0,
  default: "", rarely: false,
  ...more,
});
const option = (command: string, actor: string, ...inputs: Input[]): Option => ({
  command,
  actor,
  label: command,
  hint: "",
  group: "",
  urgent: false, parts: [], grave: false,
  inputs,
});

describe("commands", () => {
  test("are arrays in the order of their fields, with defaults for missing values", () => {
    expect(writeCommand("Say", { text: "hello" })).toEqual(["Say", "hello", "", [], false]);
    expect(writeCommand("CreateCharacter", { name: "Anna", traits: [["Strength", 2]] })).toEqual([
      "CreateCharacter", "Anna", "", "mortal", [["Strength", 2]], [], [], "", false, [], [],
    ]);
  });

  test("structs inside a command become arrays too", () => {
    const action = { manoeuvre: "attack", targets: ["b"], traits: "", dice: 2, text: "", details: [["weapon", "3"]], extra: false };
    expect(writeCommand("DeclareAction", { actor: "a", actions: [action] })).toEqual([
      "DeclareAction", "a", [["attack", ["b"], "", 2, "", [["weapon", "3"]], false]],
    ]);
  });
});

describe("an option as a form", () => {
  test("fills in its actor, and converts every input to the type of its field", () => {
    const set = option("SetHealth", "a", input("bashing", "number", { most: 10 }), input("lethal", "number", { most: 10, default: "2" }));
    expect(fieldsOf(set, { bashing: 3 })).toEqual({ actor: "a", bashing: 3, lethal: 2 });
  });

  test("sends a text with a choice as the label of that choice, in the reader's language", async () => {
    const name = input("name", "text", { choices: [{ value: "The loading bay", label: phrase("list-one", { last: term("The loading bay") }), hint: "" }] });
    expect(needsForm(option("SetUpFight", "", name))).toBe(false);
    expect(fieldsOf(option("SetUpFight", "", name), {})).toEqual({ name: "The loading bay" });
    await showLanguage("de");
    expect(fieldsOf(option("SetUpFight", "", name), {})).toEqual({ name: "Die Laderampe" });
    await showLanguage("en");
  });

  test("converts choices to numbers and flags", () => {
    const abort = option("AbortAction", "a", input("place", "choice", { choices: [{ value: "1", label: "Attack", hint: "" }] }));
    expect(fieldsOf(abort, {})).toEqual({ actor: "a", place: 1 });
    const allow = option("AllowLookBack", "", input("allowed", "flag", { default: "true" }));
    expect(fieldsOf(allow, {})).toEqual({ allowed: true });
  });

  test("an action is made of the inputs that are its fields; other inputs become details, except the command's own", () => {
    const change = option(
      "ChangeAction",
      "a",
      input("manoeuvre", "choice", { choices: [{ value: "attack", label: "Attack", hint: "C1" }] }),
      input("targets", "choices", { choices: [{ value: "b", label: "Ben", hint: "" }] }),
      input("weapon", "number", { most: 9 }),
      input("test", "number", { least: 1, most: 5 }),
    );
    expect(fieldsOf(change, { targets: ["b", "gone"], weapon: 2, test: 3 })).toEqual({
      actor: "a",
      action: { manoeuvre: "attack", targets: ["b"], traits: "", dice: 0, text: "", details: [["weapon", "2"]], extra: false },
      test: 3,
    });
  });

  test("an untouched form has the inputs' initial values", () => {
    expect(initialValue(input("a", "number", { least: 1, most: 5 }))).toBe(1);
    expect(initialValue(input("a", "number", { least: -10, most: 10 }))).toBe(0);
    expect(initialValue(input("a", "choice", { choices: [{ value: "x", label: "", hint: "" }] }))).toBe("x");
    expect(actionOf(option("DeclareAction", "a"), {}).manoeuvre).toBe("");
  });
});

describe("decoding", () => {
  test("records and frames are decoded by their fields, with nested structs", () => {
    expect(readRecord(["Face", "a", "Anna", "a diver", "s", "mortal"])).toEqual({
      type: "Face", id: "a", name: "Anna", concept: "a diver", player: "s", kind: "mortal",
    });
    const input = [7, 3, 3, "flag", [], 0, 0, 0, false];
    const yielding = [9, 4, 5, 4, 0, 6, true, [7], [], false];
    const options = readFrame(["options", true, [[3, "n"], [4, "Yield"], [5, "a"], [6, "act"]], [], [input], [yielding], [[4, 0, 0, [9]]]]);
    expect(options).toMatchObject({
      frame: "options",
      whole: true,
      texts: [{ number: 3, text: "n" }, { number: 4 }, { number: 5 }, { number: 6 }],
      inputs: [{ number: 7, name: 3, kind: "flag" }],
      options: [{ number: 9, command: 4, urgent: true, inputs: [7] }],
      offers: [{ command: 4, at: 0, gone: 0, options: [9] }],
    });
  });

  test("a record of an unknown type keeps its id; an unknown frame is undefined", () => {
    expect(readRecord(["Omen", "x", 1, 2])).toEqual({ type: "Omen", id: "x" });
    expect(readFrame(["omen", 1])).toBeUndefined();
  });
});
