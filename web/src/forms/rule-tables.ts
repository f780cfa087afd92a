/** The tables of the rules as rows of named cells, for the editor, and back into the form of the command. */

import { inWords } from "../words/render";
import type { Commands, HouseRules, Item, Rulebook } from "../messages";
import { itemDetails } from "./sheet-groups";

export type Cell = string | number | boolean | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
type Named = readonly [value: string, label: string];

/** A column of a table. `list` holds several names with commas; `marks` any of `choices`. */
export interface Column {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "choice" | "marks" | "list" | "flag";
  readonly choices?: readonly Named[];
  /** The bounds of a number; `most` is also the maximal length of a text. */
  readonly least?: number;
  readonly most?: number;
  readonly required?: boolean;
}

/** The tables of the server's house rules: a table without a form in this file is a compile error. */
export type TableName = Exclude<keyof HouseRules, "numbers">;

export interface TableForm {
  readonly name: TableName;
  readonly title: string;
  readonly about: string;
  /** The noun for a row. */
  readonly rowNoun: string;
  readonly columns: readonly Column[];
  /** True if the order of the rows matters. */
  readonly ordered: boolean;
  readonly most: number;
  readonly newRow: Row;
}

const NAME: Column = { name: "name", label: "Name", kind: "text", most: 60, required: true };
const LABEL: Column = { name: "label", label: "What it is", kind: "text", most: 200 };
const MODIFIER: Column = { name: "value", label: "Dice", kind: "number", least: -5, most: 5 };
const asChoices = (all: readonly string[]): Named[] => all.map((one) => [one, one]);

/** Split a list of names with commas. */
export const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

const traitsOfKind = (book: Rulebook, kind?: string) => {
  const traits = book.traits.filter((g) => kind === undefined || g.kind === kind).flatMap((g) => g.traits);
  return kind === "ability" ? [...traits, ...book.aliases.flatMap(([a, t]) => (traits.includes(t) ? [a] : []))] : traits;
};

/** The columns of a carried item, which is usually a weapon. */
export const itemColumns = (book: Rulebook | undefined): Column[] => [
  NAME,
  { name: "skill", label: "Used with", kind: "choice", choices: [["", "nothing"], ...asChoices(book ? traitsOfKind(book, "ability") : [])] },
  { name: "damage", label: "Damage, dice", kind: "number", least: 0, most: 20 },
  { name: "kind", label: "Kind of damage", kind: "choice", choices: asChoices(["bashing", "lethal", "aggravated"]) },
  { name: "reach", label: "Reach, metres", kind: "number", least: 0, most: 5000 },
  { name: "range", label: "Range, metres", kind: "number", least: 0, most: 5000 },
  {
    name: "missile",
    label: "Missile",
    kind: "choice",
    choices: [["", "none"], ["thrown", "thrown"], ["medieval", "shot from a bow"], ["bullet", "a bullet"]],
  },
  { name: "armour", label: "Armour, dice", kind: "number", least: 0, most: 10 },
  { name: "kilograms", label: "Kilograms", kind: "number", least: 0, most: 1000 },
  { name: "flags", label: "It can", kind: "marks", choices: [["revolver", "be fanned"], ["clip", "take a clip"], ["stake", "stake"], ["sweeps", "sweep"]] },
];

export const NEW_ITEM: Item = {
  name: "", skill: "", damage: 0, kind: "bashing", reach: 0, range: 0, missile: "", armour: 0, flags: [], kilograms: 0,
};

/** A carried item in one line: "knife · Melee, 1 lethal". */
export const itemSummary = (row: Row): string => [row["name"], itemDetails(row as unknown as Item)].filter(Boolean).join(" · ");

/** A form for each table that a chronicle may replace (G0), with the choices of these rules. */
export const tableForms = (book: Rulebook): TableForm[] =>
  Object.entries(formsOf(book)).map(([name, form]) => ({ name: name as TableName, ...form }));

const formsOf = (book: Rulebook): Record<TableName, Omit<TableForm, "name">> => ({
  health: {
    title: "Health levels",
    about: "From the lightest on: what each is called, and the dice that it takes. The last one is incapacitated, whatever it is called (C29).",
    rowNoun: "level",
    columns: [{ ...NAME, name: "label" }, { name: "value", label: "Dice", kind: "number", least: -50, most: 0 }],
    ordered: true,
    most: 20,
    newRow: { label: "", value: Math.min(0, ...book.health.map((w) => w.value)) },
  },
  weapons: {
    title: "Weapons and armour",
    about: "What a sheet can choose from.",
    rowNoun: "thing",
    columns: itemColumns(book),
    ordered: false,
    most: 60,
    newRow: { ...NEW_ITEM },
  },
  traits: {
    title: "Traits",
    about: "Groups as they stand on a sheet.",
    rowNoun: "group",
    columns: [
      NAME,
      { name: "most", label: "Dots at most", kind: "number", least: 1, most: 10 },
      {
        name: "kind",
        label: "How they are rolled",
        kind: "choice",
        choices: [
          ["attribute", "as attributes"],
          ["ability", "as abilities"],
          ["other", "alone or with an attribute"],
          ["alone", "alone, on a scale to 10"],
          ["never", "never: only a number"],
        ],
      },
      { name: "traits", label: "Traits, with commas", kind: "list", most: 2500, required: true },
    ],
    ordered: true,
    most: 30,
    newRow: { name: "", most: 5, kind: "other", traits: "" },
  },
  stores: {
    title: "Stores of points",
    about: "What has points beside its rating.",
    rowNoun: "store",
    columns: [
      NAME,
      { name: "a_turn", label: "Points in a turn", kind: "choice", choices: [["", "as many as one likes"], ...asChoices(traitsOfKind(book)).map(([v, l]): Named => [v, `by ${l}`])] },
    ],
    ordered: true,
    most: 20,
    newRow: { name: "", a_turn: "" },
  },
  powers: {
    title: "Powers",
    about: "What a character has or has not.",
    rowNoun: "power",
    columns: [NAME, LABEL, { name: "staked", label: "Takes blood even when staked", kind: "flag" }],
    ordered: false,
    most: 40,
    newRow: { name: "", label: "", staked: false },
  },
  dots: {
    title: "Words for dots",
    about: "From no dot on.",
    rowNoun: "word",
    columns: [{ ...NAME, name: "label", label: "Word" }],
    ordered: true,
    most: 11,
    newRow: { label: "" },
  },
  difficulties: {
    title: "Words for difficulties",
    about: "Empty where these rules have none to choose.",
    rowNoun: "word",
    columns: [
      { name: "value", label: "Difficulty", kind: "number", least: 2, most: 10 },
      { ...NAME, name: "label", label: "Word" },
    ],
    ordered: false,
    most: 9,
    newRow: { value: 6, label: "" },
  },
  aliases: {
    title: "Aliases",
    about: "Another name, and the trait that is rolled for it.",
    rowNoun: "alias",
    columns: [
      { ...NAME, name: "alias" },
      { name: "trait", label: "Is really", kind: "choice", choices: asChoices(traitsOfKind(book)) },
    ],
    ordered: false,
    most: 40,
    newRow: { alias: "", trait: traitsOfKind(book)[0] ?? "" },
  },
  steps: {
    title: "Words for modifiers",
    about: "How many dice a word gives or takes. Empty where these rules have none.",
    rowNoun: "word",
    columns: [MODIFIER, { ...NAME, name: "label", label: "Word" }],
    ordered: false,
    most: 20,
    newRow: { value: 1, label: "" },
  },
  ratings: {
    title: "Rated circumstances",
    about: "What helps or hinders, to be picked for a roll. Empty where these rules rate none.",
    rowNoun: "circumstance",
    columns: [MODIFIER, { ...NAME, name: "label", label: "Circumstance" }],
    ordered: false,
    most: 60,
    newRow: { value: 1, label: "" },
  },
  pools: {
    title: "What manoeuvres roll",
    about:
      "Traits with + between them, several pools with commas. An attack’s pools: with bare hands, with a weapon, with a missile. Disarm, stake and fan the hammer roll what the attack or the shot rolls, unless you give them other pools. Without a row a manoeuvre stays as it is.",
    rowNoun: "manoeuvre",
    columns: [
      { name: "manoeuvre", label: "Manoeuvre", kind: "choice", choices: rollingManoeuvres(book) },
      { name: "pools", label: "Rolls", kind: "list", most: 1500, required: true },
    ],
    ordered: false,
    most: book.pools.length,
    newRow: { manoeuvre: book.pools[0]?.manoeuvre ?? "", pools: "" },
  },
});

/** The manoeuvres that have a pool, by their labels. */
const rollingManoeuvres = (book: Rulebook): Named[] =>
  book.pools.map(({ manoeuvre }): Named => [manoeuvre, inWords(book.manoeuvres.find((m) => m.value === manoeuvre)?.label ?? manoeuvre)]);

/** A table in force, as rows. */
export function rowsOf(book: Rulebook, name: TableName): Row[] {
  if (name === "dots") return book.dots.map((label) => ({ label }));
  if (name === "aliases") return book.aliases.map(([alias, trait]) => ({ alias, trait }));
  if (name === "traits") return book.traits.map((g) => ({ ...g, traits: g.traits.join(", ") }));
  if (name === "pools") return book.pools.map((p) => ({ ...p, pools: p.pools.join(", ") }));
  return book[name].map((one) => ({ ...one }));
}

const trimmed = (cell: Cell | undefined) => (typeof cell === "string" ? cell.trim() : cell);

/** Rows in the form that the command takes. */
export function toWire<N extends TableName>(name: N, rows: readonly Row[]): NonNullable<Commands["ChangeHouseRules"][N]> {
  const tidied = rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, cell]) => [k, trimmed(cell)])));
  const wire = tidied.map((row) => {
    if (name === "dots") return row["label"];
    if (name === "aliases") return [row["alias"], row["trait"]];
    if (name === "traits") return { ...row, traits: splitList(String(row["traits"])) };
    if (name === "pools") return { ...row, pools: splitList(String(row["pools"])) };
    return row;
  });
  return wire as unknown as NonNullable<Commands["ChangeHouseRules"][N]>;
}
