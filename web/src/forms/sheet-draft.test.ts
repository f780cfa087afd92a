import { expect, test } from "vitest";
import type { Rulebook, Sheet } from "../messages";
import { NEW_ITEM } from "./rule-tables";
import { emptyStores, blankSheet, flagsOf, rulebookForNew, NO_SHEET_EDITS, withPoints, withRating, storeOf, type SheetEdits, editedSheet } from "./sheet-draft";

const BOOK = {
  traits: [
    { name: "Physical", traits: ["Strength", "Dexterity"], most: 5, kind: "attribute" },
    { name: "Skills", traits: ["Brawl"], most: 5, kind: "ability" },
  ],
  stores: [{ name: "Willpower", a_turn: "" }, { name: "Blood", a_turn: "" }],
  powers: [{ name: "fangs", label: "Fangs", staked: false }],
} as unknown as Rulebook;
const SHEET: Sheet = {
  type: "Sheet", id: "x", traits: [["Brawl", 2], ["Strength", 3], ["Sailing", 1], ["Luck", 0]], specialties: ["Knives"],
  pools: [["Willpower", 5, 3], ["Faith", 2, 2]], items: [{ ...NEW_ITEM, name: "knife" }], flags: ["wings"],
};

test("without edits a sheet is sent as it is", () => {
  const same = editedSheet(NO_SHEET_EDITS, SHEET, BOOK);
  expect(Object.fromEntries(same.traits)).toEqual(Object.fromEntries(SHEET.traits));
  expect({ ...same, traits: SHEET.traits }).toEqual({
    traits: SHEET.traits, specialties: SHEET.specialties, pools: SHEET.pools, items: SHEET.items, flags: SHEET.flags,
  });
});

test("edits go on top of the sheet, and points spent meanwhile stay spent (D16)", () => {
  const writing: SheetEdits = {
    dots: new Map([["Dexterity", 2], ["Brawl", 0]]),
    pools: new Map([["Blood", [10, 10]]]),
    specialties: " Knives , Alleys,",
    items: [{ ...NEW_ITEM, name: " rope " }],
    flags: ["fangs"],
  };
  const meanwhile: Sheet = { ...SHEET, pools: [["Willpower", 5, 1], ["Faith", 2, 2]] };
  expect(editedSheet(writing, meanwhile, BOOK)).toEqual({
    traits: [["Strength", 3], ["Dexterity", 2], ["Sailing", 1], ["Luck", 0]],
    specialties: ["Knives", "Alleys"],
    pools: [["Willpower", 5, 1], ["Blood", 10, 10], ["Faith", 2, 2]],
    items: [{ ...NEW_ITEM, name: "rope" }],
    flags: ["fangs"],
  });
});

test("a new character is asked once for a store that is also a trait, and not for what its kind never has (D16, D17)", () => {
  const book: Rulebook = { ...BOOK, traits: [...BOOK.traits, { name: "Scales", traits: ["Willpower"], most: 10, kind: "alone" }] };
  const asked = (without: readonly string[]) => rulebookForNew(book, new Set(without));
  expect(asked([]).stores.map((s) => s.name)).toEqual(["Blood"]);
  expect(asked([]).traits).toEqual(book.traits);
  const mortal = asked(["Blood", "fangs", "Brawl"]);
  expect([mortal.stores, mortal.powers, mortal.traits.map((g) => g.name)]).toEqual([[], [], ["Physical", "Scales"]]);
});

test("a full store stays full when its rating changes, and none holds more than its rating (D16)", () => {
  const to = (writing: SheetEdits, store: string) => storeOf(writing, SHEET, store);
  expect(to(withRating(NO_SHEET_EDITS, SHEET, "Faith", 4, true), "Faith")).toEqual([4, 4]);
  expect(to(withRating(NO_SHEET_EDITS, SHEET, "Willpower", 7, true), "Willpower")).toEqual([7, 3]);
  expect(to(withRating(NO_SHEET_EDITS, SHEET, "Willpower", 2, true), "Willpower")).toEqual([2, 2]);
  expect(to(withPoints(NO_SHEET_EDITS, SHEET, "Willpower", 9), "Willpower")).toEqual([5, 5]);
  expect(to(withPoints(NO_SHEET_EDITS, SHEET, "Willpower", -1), "Willpower")).toEqual([5, 0]);
});

test("without refills a store with a new rating keeps its points, and a new store has none (D16)", () => {
  const to = (store: string, rating: number) => storeOf(withRating(NO_SHEET_EDITS, SHEET, store, rating, false), SHEET, store);
  expect(to("Faith", 4)).toEqual([4, 2]);
  expect(to("Faith", 1)).toEqual([1, 1]);
  expect(to("Willpower", 7)).toEqual([7, 3]);
  expect(to("Blood", 10)).toEqual([10, 0]);
});

test("a new character has a dot in each attribute; the flags are the rules' and the sheet's own (D1)", () => {
  expect(blankSheet(BOOK).traits).toEqual([["Strength", 1], ["Dexterity", 1]]);
  expect(flagsOf(SHEET, BOOK)).toEqual(["fangs", "wings"]);
});

test("a new character's empty stores are named, except those that its kind never has (F4)", () => {
  const stores = [{ name: "Willpower", a_turn: "" }, { name: "Blood", a_turn: "Blood a turn" }];
  const book = { ...BOOK, stores } as unknown as Rulebook;
  const writing: SheetEdits = { dots: new Map([["Willpower", 4]]), pools: new Map() };
  expect(emptyStores(book, [], NO_SHEET_EDITS, blankSheet(book))).toEqual(["Willpower", "Blood", "Blood a turn"]);
  expect(emptyStores(book, [], writing, blankSheet(book))).toEqual(["Blood", "Blood a turn"]);
  expect(emptyStores(book, ["Blood", "Blood a turn"], writing, blankSheet(book))).toEqual([]);
  expect(emptyStores(book, ["Blood a turn"], { ...writing, pools: new Map([["Blood", [10, 10]]]) }, blankSheet(book))).toEqual([]);
});
