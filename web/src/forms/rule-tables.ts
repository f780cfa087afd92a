/** The tables of the rules as rows of named cells, for the editor, and back into the form of the command. */

import { damageName } from "../text/kinds";
import { inWords, t, termText } from "../words/render";
import { term } from "../words/words";
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

const nameColumn = (): Column => ({ name: "name", label: t("page-column-name"), kind: "text", most: 60, required: true });
const wordColumn = (label = t("page-column-word")): Column => ({ ...nameColumn(), name: "label", label });
const modifierColumn = (): Column => ({ name: "value", label: t("page-column-dice"), kind: "number", least: -5, most: 5 });
/** Traits as choices. */
const asChoices = (all: readonly string[]): Named[] => all.map((one) => [one, termText(one)]);
/** Values with the messages of their texts, as choices. */
const choices = (...all: readonly (readonly [value: string, id: string])[]): Named[] => all.map(([value, id]) => [value, t(id)]);

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
  nameColumn(),
  { name: "skill", label: t("page-column-used-with"), kind: "choice", choices: [...choices(["", "page-choice-nothing"]), ...asChoices(book ? traitsOfKind(book, "ability") : [])] },
  { name: "damage", label: t("page-column-damage"), kind: "number", least: 0, most: 20 },
  { name: "kind", label: t("page-column-damage-kind"), kind: "choice", choices: (["bashing", "lethal", "aggravated"] as const).map((kind): Named => [kind, damageName(kind)]) },
  { name: "reach", label: t("page-column-reach"), kind: "number", least: 0, most: 5000 },
  { name: "range", label: t("page-column-range"), kind: "number", least: 0, most: 5000 },
  {
    name: "missile",
    label: t("page-column-missile"),
    kind: "choice",
    choices: choices(["", "page-choice-missile-none"], ["thrown", "page-choice-missile-thrown"], ["medieval", "page-choice-missile-medieval"], ["bullet", "page-choice-missile-bullet"]),
  },
  { name: "armour", label: t("page-column-armour"), kind: "number", least: 0, most: 10 },
  { name: "kilograms", label: t("page-column-kilograms"), kind: "number", least: 0, most: 1000 },
  { name: "flags", label: t("page-column-can"), kind: "marks", choices: choices(["revolver", "page-choice-revolver"], ["clip", "page-choice-clip"], ["stake", "page-choice-stake"], ["sweeps", "page-choice-sweeps"]) },
];

export const NEW_ITEM: Item = {
  name: "", skill: "", damage: 0, kind: "bashing", reach: 0, range: 0, missile: "", armour: 0, flags: [], kilograms: 0,
};

/** A carried item in one line: "knife · Melee, 1 lethal". */
export const itemSummary = (row: Row): string => [termText(String(row["name"])), itemDetails(row as unknown as Item)].filter(Boolean).join(" · ");

/** A form for each table that a chronicle may replace (G0), with the choices of these rules. */
export const tableForms = (book: Rulebook): TableForm[] =>
  Object.entries(formsOf(book)).map(([name, form]) => ({
    name: name as TableName,
    title: t(`page-table-${name}`),
    about: name === "pools" ? t("page-about-table-pools") : t(`page-table-${name}-about`),
    ...form,
  }));

const formsOf = (book: Rulebook): Record<TableName, Omit<TableForm, "name" | "title" | "about">> => ({
  health: {
    rowNoun: t("page-noun-level"),
    columns: [wordColumn(t("page-column-name")), { name: "value", label: t("page-column-dice"), kind: "number", least: -50, most: 0 }],
    ordered: true,
    most: 20,
    newRow: { label: "", value: Math.min(0, ...book.health.map((w) => w.value)) },
  },
  weapons: {
    rowNoun: t("page-noun-thing"),
    columns: itemColumns(book),
    ordered: false,
    most: 60,
    newRow: { ...NEW_ITEM },
  },
  traits: {
    rowNoun: t("page-noun-group"),
    columns: [
      nameColumn(),
      { name: "most", label: t("page-column-most"), kind: "number", least: 1, most: 10 },
      {
        name: "kind",
        label: t("page-column-rolled"),
        kind: "choice",
        choices: choices(
          ["attribute", "page-choice-as-attributes"],
          ["ability", "page-choice-as-abilities"],
          ["other", "page-choice-alone-or-with"],
          ["alone", "page-choice-alone"],
          ["never", "page-choice-never"],
        ),
      },
      { name: "traits", label: t("page-column-traits"), kind: "list", most: 2500, required: true },
    ],
    ordered: true,
    most: 30,
    newRow: { name: "", most: 5, kind: "other", traits: "" },
  },
  stores: {
    rowNoun: t("page-noun-store"),
    columns: [
      nameColumn(),
      { name: "a_turn", label: t("page-column-a-turn"), kind: "choice", choices: [...choices(["", "page-choice-any-number"]), ...traitsOfKind(book).map((one): Named => [one, t("page-choice-by-trait", { trait: term(one) })])] },
    ],
    ordered: true,
    most: 20,
    newRow: { name: "", a_turn: "" },
  },
  powers: {
    rowNoun: t("page-noun-power"),
    columns: [nameColumn(), { name: "label", label: t("page-column-label"), kind: "text", most: 200 }, { name: "staked", label: t("page-column-staked"), kind: "flag" }],
    ordered: false,
    most: 40,
    newRow: { name: "", label: "", staked: false },
  },
  dots: {
    rowNoun: t("page-noun-word"),
    columns: [wordColumn()],
    ordered: true,
    most: 11,
    newRow: { label: "" },
  },
  difficulties: {
    rowNoun: t("page-noun-word"),
    columns: [
      { name: "value", label: t("page-column-difficulty"), kind: "number", least: 2, most: 10 },
      wordColumn(),
    ],
    ordered: false,
    most: 9,
    newRow: { value: 6, label: "" },
  },
  aliases: {
    rowNoun: t("page-noun-alias"),
    columns: [
      { ...nameColumn(), name: "alias" },
      { name: "trait", label: t("page-column-alias-of"), kind: "choice", choices: asChoices(traitsOfKind(book)) },
    ],
    ordered: false,
    most: 40,
    newRow: { alias: "", trait: traitsOfKind(book)[0] ?? "" },
  },
  steps: {
    rowNoun: t("page-noun-word"),
    columns: [modifierColumn(), wordColumn()],
    ordered: false,
    most: 20,
    newRow: { value: 1, label: "" },
  },
  ratings: {
    rowNoun: t("page-noun-circumstance"),
    columns: [modifierColumn(), wordColumn(t("page-column-circumstance"))],
    ordered: false,
    most: 60,
    newRow: { value: 1, label: "" },
  },
  pools: {
    rowNoun: t("page-noun-manoeuvre"),
    columns: [
      { name: "manoeuvre", label: t("page-column-manoeuvre"), kind: "choice", choices: rollingManoeuvres(book) },
      { name: "pools", label: t("page-column-pools"), kind: "list", most: 1500, required: true },
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
