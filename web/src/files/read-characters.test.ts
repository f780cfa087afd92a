/** Importing characters of other programs: a Foundry actor of the system "worldofdarkness", and tables. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Item, Rulebook } from "../messages";
import { textsOf } from "../words/choice";
import { inWords } from "../words/render";
import type { Here } from "./character-draft";
import { FILE_MOST, readCharacters, readText } from "./read-characters";
import foundry from "./testing/foundry-vampire.json?raw";
import { traitNames } from "./trait-names";

const KNIFE = { name: "knife", skill: "Melee", damage: 1, kind: "lethal", reach: 0, range: 0, missile: "", armour: 0, flags: [], kilograms: 0 } as const satisfies Item;
const group = (name: string, traits: readonly string[], kind: string) => ({ name, traits, most: 5, kind });
const BOOK = {
  traits: [
    group("Physical", ["Strength", "Dexterity"], "attribute"),
    group("Social", ["Appearance"], "attribute"),
    group("Mental", ["Wits"], "attribute"),
    group("Talents", ["Brawl", "Animal Ken", "Crafts", "Melee"], "ability"),
    group("Disciplines", ["Fortitude", "Potence"], "other"),
    group("Blood", ["Blood a turn"], "never"),
    group("Virtues", ["Conscience", "Self-Control"], "other"),
    group("Scales", ["Willpower", "Humanity"], "alone"),
  ],
  stores: [{ name: "Willpower", a_turn: "" }, { name: "Blood", a_turn: "Blood a turn" }],
  weapons: [KNIFE],
  powers: [{ name: "fangs", label: "", staked: false }],
  aliases: [["Unarmed", "Brawl"]],
} as unknown as Rulebook;

let here: Here;
beforeAll(async () => {
  here = { rules: "v20", book: BOOK, names: traitNames(BOOK, await Promise.all([textsOf("en"), textsOf("de")])) };
});

const read = (text: string) => {
  const found = readText(text, here);
  if (!("characters" in found)) throw new Error("refusal" in found ? inWords(found.refusal) : "passed on");
  return found.characters.map((one) => ({ ...one, file: JSON.parse(one.text) as Record<string, unknown> }));
};
const first = (text: string) => {
  const [one] = read(text);
  if (one === undefined) throw new Error("no character");
  return one;
};
const refusal = (text: string) => {
  const found = readText(text, here);
  return "refusal" in found ? inWords(found.refusal) : undefined;
};
const lines = (one: ReturnType<typeof first>, taken: boolean) =>
  one.report.filter((line) => line.taken === taken).map((line) => `${inWords(line.where)} | ${line.found} | ${inWords(line.done)}`);

describe("a Foundry actor", () => {
  test("becomes a character file with the traits of these rules", () => {
    const { file } = first(foundry);
    expect(file).toMatchObject({ format: "coterie-character", rules: "v20", name: "Mara Lindqvist", concept: "Ferry pilot", kind: "vampire" });
    expect(Object.fromEntries(file["traits"] as [string, number][])).toEqual({
      Strength: 3, Dexterity: 2, Wits: 1, Brawl: 3, "Animal Ken": 2, Crafts: 1, esoterica: 2, Willpower: 6, "Blood a turn": 2,
      Conscience: 3, "Self-Control": 2, Humanity: 7, Fortitude: 1, Protean: 2, Sailing: 2,
    });
    expect(file["pools"]).toEqual([["Willpower", 6, 4], ["Blood", 12, 7]]);
    expect(file["items"]).toEqual([KNIFE]);
    expect(file["merits"]).toEqual([{ name: "Allies", dots: 3, kind: "background", text: "" }]);
    expect(file["specialties"]).toEqual(["dexterity: quick hands"]);
    expect(file["health"]).toEqual({ bashing: 1, lethal: 0, aggravated: 0 });
  });

  test("has a report that names each field that was not understood", () => {
    const one = first(foundry);
    expect(lines(one, false)).toEqual([
      "system.clan | Gangrel | not understood, left out",
      "system.attributes.wits | wits 12 | no whole number from 0 to 10, left out",
      "items[2] | •• Feral Claws of the Wolf | not understood, left out",
      "items[6] | Bite | not in these rules; add it on the sheet",
    ]);
    expect(lines(one, true)).toContain("system.abilities.skill.craft | craft 1 | taken as Crafts");
    expect(lines(one, true)).toContain("items[1] | Protean 2 | not in these rules; kept under “Other”");
  });

  test("brings its texts without markup and scripts", () => {
    expect(first(foundry).file["biography"]).toBe("Born on a ferry & raised there.\nDied on one.");
  });

  test("is read in the older and newer forms of the system", () => {
    const older = { name: "Old", type: "Mortal", data: { attributes: { strength: { value: 2 } }, willpower: { permanent: 3, temporary: 3 }, virtues: { courage: { permanent: 0, value: 2, label: "" } } } };
    expect(first(JSON.stringify(older)).file).toMatchObject({ kind: "mortal", pools: [["Willpower", 3, 3]] });
    const newer = {
      name: "New", type: "PC",
      system: { settings: { splat: "vampire" }, bio: { concept: "Pilot" }, attributes: { strength: { value: 2 } }, abilities: [], advantages: [] },
      items: [
        { name: "Brawl", type: "Ability", system: { id: "brawl", label: "wod.abilities.brawl", type: "wod.abilities.ability", value: 4 } },
        { name: "Willpower", type: "Advantage", system: { permanent: 5, temporary: 2, max: 10 } },
      ],
    };
    const { file } = first(JSON.stringify(newer));
    expect(file).toMatchObject({ kind: "vampire", concept: "Pilot", pools: [["Willpower", 5, 2]] });
    expect(file["traits"]).toContainEqual(["Brawl", 4]);
  });

  test("of another system is refused with its name", () => {
    const actor = { name: "Bruenor", type: "character", system: { abilities: {} }, _stats: { systemId: "dnd5e" } };
    expect(refusal(JSON.stringify(actor))).toContain("“dnd5e”");
    expect(refusal(JSON.stringify({ name: "X", type: "npc", system: {} }))).toContain("“system.attributes”");
  });

  test("that is damaged anywhere still becomes a character, or is refused with a sentence", () => {
    const odd = [undefined, null, [], {}, "", "x".repeat(300), -1, 1e9, true, { toString: 1, valueOf: 1 }, JSON.parse("[".repeat(500) + "]".repeat(500))] as const;
    const said = new Set<string>();
    const places: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      places.push(path);
      if (typeof value !== "object" || value === null) return;
      for (const [key, inside] of Object.entries(value)) walk(inside, [...path, key]);
    };
    walk(JSON.parse(foundry), []);
    for (const [n, path] of places.slice(1).entries()) {
      for (const value of [0, 3, 7].map((more) => odd[(n + more) % odd.length])) {
        const actor = JSON.parse(foundry);
        const parent = path.slice(0, -1).reduce((inside, key) => inside[key], actor);
        parent[path.at(-1) ?? ""] = value;
        const found = readText(JSON.stringify(actor), here);
        if ("refusal" in found) said.add(JSON.stringify(found.refusal));
        if ("characters" in found) for (const one of found.characters) for (const { done } of one.report) said.add(JSON.stringify(done));
      }
    }
    for (const words of said) expect(inWords(JSON.parse(words))).not.toMatch(/^$|\[object|page-import/);
    expect(refusal(JSON.stringify({ ...JSON.parse(foundry), name: " " }))).toBe("The field “name” is empty. Give the character a name and export it again.");
  });

  test("with a million signs of unclosed markup is read at once", () => {
    const html = ["<script>", "<a", "<p ", "&lt;"].map((piece) => piece.repeat(60_000)).join("");
    const begun = performance.now();
    first(JSON.stringify({ name: "Eve", type: "Mortal", system: { background: html, attributes: {} } }));
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test("cannot change objects of the page through names of its fields", () => {
    const trap = '{"name":"Eve","type":"Mortal","__proto__":{"polluted":1},"system":{"attributes":{"__proto__":{"value":3},"constructor":{"value":2}},"abilities":{"constructor":{"prototype":{"value":4}}}}}';
    const { file } = first(trap);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["value"]).toBeUndefined();
    expect(file["traits"]).toContainEqual(["constructor", 2]);
  });
});

describe("a table", () => {
  test("has one character in each row, in the languages of the page and with short names", () => {
    const found = read("Name;Art;Körperkraft;dex;Selbstbeherrschung;Willenskraft;Blutvorrat;Stärke;Spezialisierungen;Waffen\nAnna;Vampir;3;2;4;5;7/10;1;Handgemenge: Tritte, Raufen;Messer\n\nBen;Mensch;2;;;;;;;\n");
    expect(found.map((one) => one.name)).toEqual(["Anna", "Ben"]);
    expect(found[0]?.file).toMatchObject({ kind: "vampire", pools: [["Willpower", 5, 5], ["Blood", 10, 7]], specialties: ["Handgemenge: Tritte", "Raufen"], items: [KNIFE] });
    expect(Object.fromEntries(found[0]?.file["traits"] as [string, number][])).toMatchObject({ Strength: 3, Dexterity: 2, "Self-Control": 4, Willpower: 5, Potence: 1 });
    expect(found[1]?.file["traits"]).toEqual([["Strength", 2], ["Dexterity", 1], ["Appearance", 1], ["Wits", 1]]);
  });

  test("has a report that names row and column", () => {
    const one = first('Name,Strength,Shoe size,Brawl,Unarmed\n"Lindqvist, Mara",many,42,2,3\n');
    expect(one.name).toBe("Lindqvist, Mara");
    expect(lines(one, false)).toEqual([
      "Row 2, Strength | Strength many | no whole number from 0 to 10, left out",
      "Row 2, Shoe size | Shoe size 42 | no whole number from 0 to 10, left out",
      "Row 2, Unarmed | Unarmed 3 | Brawl is in the file twice; the first counts",
    ]);
  });

  test("can be two columns, a name and its dots", () => {
    const one = first("Trait,Dots\nName,Mara\nStrength,3\nSailing,2\nHumanity,7\n");
    expect(one.file["traits"]).toEqual([["Strength", 3], ["Dexterity", 1], ["Appearance", 1], ["Wits", 1], ["Humanity", 7]]);
    expect(lines(one, false)).toEqual(["Row 4 | Sailing 2 | not understood, left out"]);
  });

  test.each([
    ["the names in a row", "Name,Anna,Ben\nStärke,1,\nStrength,3,many\nWits,2,4\n"],
    ["the names beside “Trait”", "Trait;Anna;Ben\nPotence;1\nStrength;3;many\nWits;2;4\n"],
  ])("can have one character in each column, with %s", (_, text) => {
    const [anna, ben, none] = read(text);
    expect(none).toBeUndefined();
    expect(anna?.file).toMatchObject({ name: "Anna", traits: [["Strength", 3], ["Dexterity", 1], ["Appearance", 1], ["Wits", 2], ["Potence", 1]] });
    expect(ben?.file).toMatchObject({ name: "Ben", traits: [["Strength", 1], ["Dexterity", 1], ["Appearance", 1], ["Wits", 4]] });
    expect(ben && lines(ben, false)).toEqual(["Row 3, Ben | Strength many | no whole number from 0 to 10, left out"]);
  });

  test.each([
    ["Colour,Size,Price\nred,3,4\n", "Row 1 names no trait"],
    ["Name,Strength,Wits\n", "below the heads in row 1"],
    ["Name,Strength,Wits\nAnna,2,2\n,3,3\n", "The character in row 3 has no name."],
    ['Name,Strength,Wits\n"Anna,2,2\n', "Row 2: a quotation mark"],
    [`Name,Strength,Wits\n${"Anna,2,2\n".repeat(101)}`, "Row 102: a file may have at most 100 characters."],
    [`Name,Strength${",x".repeat(200)}\nAnna,2\n`, "Row 1 has more than 200 columns."],
    ["Strength,3\nWits,2\n", "The character in column 2 has no name."],
    [`Name${",Anna".repeat(101)}\nStrength,1\n`, "Row 1: a file may have at most 100 characters."],
  ])("that is wrong is refused with the row: %#", (text, sentence) => {
    expect(refusal(text)).toContain(sentence);
  });
});

describe("another file", () => {
  test.each(['{"format":"coterie-character","version":1}', "no file at all", '{"name": ', "[1, 2]", ""])("goes to the server as it is: %j", (text) => {
    expect(readText(text, here)).toEqual({ own: text });
  });

  test("that is too large is refused before it is read", async () => {
    const found = await readCharacters(new Blob(["x".repeat(FILE_MOST + 1)]), "v20", BOOK);
    expect("refusal" in found && inWords(found.refusal)).toBe("The file is larger than 2 MB.");
  });
});
