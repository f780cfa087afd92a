import { expect, test } from "vitest";
import type { Rulebook, Setting } from "../messages";
import { type Edits, inForce, intended, isCustom, isTouched, NO_EDITS, refusedPart, withPartReset, rows, withoutPart, changesOf } from "./house-rules-draft";
import { NEW_ITEM, rowsOf, tableForms, toWire } from "./rule-tables";

const HOUSE = {
  traits: null, dots: null, difficulties: null, health: null, weapons: null, stores: null, powers: null, aliases: null, numbers: [],
  steps: null, ratings: null, pools: null,
};
const setting = (over: Partial<Setting> = {}): Setting => ({
  type: "Setting", id: "setting", place: "scene", stream: "s", chronicle: "c", name: "n", rules: "revised",
  switches: [["botch", "b"]], open: true, look_back: false, house: HOUSE, waiting: [], story_name: "", chapter_name: "", ...over,
});
/** The parts of a rule book that can be changed. */
const BOOK = {
  type: "Rulebook", id: "rulebook", title: "T",
  switches: [
    { name: "botch", choices: ["a", "b"], label: "Botches", fixed: false },
    { name: "turns", choices: ["x", "y"], label: "Turns", fixed: true },
  ],
  traits: [
    { name: "Physical", traits: ["Strength", "Dexterity"], most: 5, kind: "attribute" },
    { name: "Skills", traits: ["Brawl"], most: 5, kind: "ability" },
  ],
  difficulties: [{ value: 6, label: "standard" }], splits: "none",
  health: [{ value: 0, label: "Bruised" }, { value: -5, label: "Out" }],
  dots: ["none", "some"], results: [], willpower: true, specialties: true,
  weapons: [{ ...NEW_ITEM, name: "knife", skill: "Brawl" }],
  stores: [{ name: "Willpower", a_turn: "" }], powers: [{ name: "fangs", label: "Fangs", staked: false }],
  aliases: [["Fists", "Brawl"]],
  steps: [{ value: -1, label: "a snag" }], ratings: [{ value: 3, label: "fast car" }],
  pools: [{ manoeuvre: "attack", pools: ["Dexterity + Brawl", "Strength + Brawl"] }],
  manoeuvres: [{ value: "attack", label: "Melee attack", hint: "C1" }],
  numbers: [{ name: "metres", value: 10, rule: "", least: 1, most: 100 }],
} as unknown as Rulebook;

test("every table goes through rows and back unchanged, so that an untouched table is not sent (G0)", () => {
  let edits: Edits = NO_EDITS;
  for (const form of tableForms(BOOK)) {
    const columns = form.columns.map((c) => c.name).sort();
    expect(Object.keys(form.newRow).sort(), form.name).toEqual(columns);
    for (const row of rowsOf(BOOK, form.name)) expect(Object.keys(row).sort(), form.name).toEqual(columns);
    expect(toWire(form.name, rowsOf(BOOK, form.name))).toEqual(BOOK[form.name]);
    edits = { ...edits, tables: { ...edits.tables, [form.name]: rowsOf(BOOK, form.name) } };
  }
  expect(changesOf(edits, setting(), BOOK)).toEqual({});
});

test("only differences are sent (G0)", () => {
  const edits: Edits = {
    switches: { botch: "a", turns: "x" },
    numbers: { metres: 12 },
    tables: { traits: [{ name: " Skills ", most: 5, kind: "ability", traits: "Brawl,  Drive ," }] },
    reset: ["health"],
  };
  const changes = changesOf(edits, setting(), BOOK);
  expect(changes).toEqual({
    switches: [["botch", "a"]],
    numbers: [["metres", 12]],
    traits: [{ name: "Skills", most: 5, kind: "ability", traits: ["Brawl", "Drive"] }],
    reset: ["health"],
  });
  expect((["switches", "numbers", "traits", "health", "weapons"] as const).map((p) => isTouched(changes, p))).toEqual([true, true, true, true, false]);
});

test("a switch that waits for the next scene is apart from the switch in force, and can be taken back (G0)", () => {
  const waiting = setting({ waiting: [["turns", "y"]] });
  expect([inForce(waiting, BOOK, "turns"), intended(waiting, BOOK, "turns")]).toEqual(["x", "y"]);
  expect(changesOf({ ...NO_EDITS, switches: { turns: "y" } }, waiting, BOOK)).toEqual({});
  expect(changesOf({ ...NO_EDITS, switches: { turns: "x" } }, waiting, BOOK)).toEqual({ switches: [["turns", "x"]] });
});

test("restoring a table drops its edits; undoing drops the restoring", () => {
  const edits: Edits = { ...NO_EDITS, tables: { dots: [{ label: "all" }] }, numbers: { metres: 3 } };
  expect(withPartReset(withPartReset(edits, "dots"), "dots")).toEqual({ ...edits, tables: {}, reset: ["dots"] });
  expect(withoutPart(withPartReset(edits, "numbers"), "numbers")).toEqual({ ...edits, numbers: {} });
  expect(rows(withoutPart(edits, "dots"), BOOK, "dots")).toEqual([{ label: "none" }, { label: "some" }]);
});

test("a refusal's code names the part, and a part knows if it is the chronicle's own", () => {
  expect([refusedPart("house-health"), refusedPart("nothing")]).toEqual(["health", ""]);
  expect(isCustom(setting(), "dots")).toBe(false);
  expect(isCustom(setting({ house: { ...HOUSE, dots: ["x"], numbers: [["metres", 3]] } }), "dots")).toBe(true);
  expect(isCustom(setting(), "numbers")).toBe(false);
});

test("a manoeuvre's pools are a row, and are sent as they are written (M0)", () => {
  expect(rowsOf(BOOK, "pools")).toEqual([{ manoeuvre: "attack", pools: "Dexterity + Brawl, Strength + Brawl" }]);
  const edits = { ...NO_EDITS, tables: { pools: [{ manoeuvre: "attack", pools: " Strength + Brawl,Strength + Brawl" }] } };
  expect(changesOf(edits, setting(), BOOK)).toEqual({ pools: [{ manoeuvre: "attack", pools: ["Strength + Brawl", "Strength + Brawl"] }] });
});
