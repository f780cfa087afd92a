/** A draft of a sheet: edits on top of the sheet, so that changes from the server in the meantime stay. */

import type { Commands, Item, Rulebook, Sheet } from "../messages";
import { byGroup } from "./sheet-groups";
import { splitList, type Row } from "./rule-tables";

/** The contents of a sheet. */
export type SheetContents = Required<Omit<Commands["ChangeSheet"], "actor">>;

export interface SheetEdits {
  readonly dots: ReadonlyMap<string, number>;
  /** Stores by name: rating and points. */
  readonly pools: ReadonlyMap<string, readonly [rating: number, points: number]>;
  /** Separated by commas. */
  readonly specialties?: string;
  readonly items?: readonly Row[];
  readonly flags?: readonly string[];
}

export const NO_SHEET_EDITS: SheetEdits = { dots: new Map(), pools: new Map() };

/** The sheet of a new character: each attribute has a dot (D1). */
export const blankSheet = (book: Rulebook): Sheet => ({
  type: "Sheet",
  id: "",
  traits: book.traits.filter((g) => g.kind === "attribute").flatMap((g) => g.traits.map((t) => [t, 1] as const)),
  specialties: [],
  pools: [],
  items: [],
  flags: [],
});

export const dotsOf = (edits: SheetEdits, sheet: Sheet, trait: string): number =>
  edits.dots.get(trait) ?? sheet.traits.find(([t]) => t === trait)?.[1] ?? 0;

/** The stores that a sheet may have: the stores of the rules, and the stores that it has already. */
export const storesOf = (sheet: Sheet, book: Rulebook): string[] => [
  ...new Set([...book.stores.map((s) => s.name), ...sheet.pools.map(([name]) => name)]),
];

export function storeOf(edits: SheetEdits, sheet: Sheet, store: string): readonly [rating: number, points: number] {
  const found = sheet.pools.find(([name]) => name === store);
  return edits.pools.get(store) ?? (found ? [found[1], found[2]] : [0, 0]);
}

/** Change a store's rating. A full store stays full, and no store holds more than its rating (D16). Without
 * `refills` its points do not rise above the points on the sheet; a new store then has none. */
export function withRating(edits: SheetEdits, sheet: Sheet, store: string, rating: number, refills: boolean): SheetEdits {
  const [before, points] = storeOf(edits, sheet, store);
  const to = Math.min(Math.max(rating, 0), 100);
  const most = refills ? to : Math.min(to, storeOf(NO_SHEET_EDITS, sheet, store)[1]);
  return { ...edits, pools: new Map(edits.pools).set(store, [to, points === before ? most : Math.min(points, most)]) };
}

/** Change a store's points, up to its rating. */
export function withPoints(edits: SheetEdits, sheet: Sheet, store: string, points: number): SheetEdits {
  const [rating] = storeOf(edits, sheet, store);
  return { ...edits, pools: new Map(edits.pools).set(store, [rating, Math.min(Math.max(points, 0), rating)]) };
}

/** The rule book for a new character. A store that is also a trait is asked for once, among the traits, and starts
 * full. `without`: traits, stores and powers that a character of this kind never has. */
export function rulebookForNew(book: Rulebook, without: ReadonlySet<string>): Rulebook {
  const traits = book.traits
    .map((g) => ({ ...g, traits: g.traits.filter((t) => !without.has(t)) }))
    .filter((g) => g.traits.length > 0);
  const named = new Set([...traits.flatMap((g) => g.traits), ...without]);
  return {
    ...book,
    traits,
    stores: book.stores.filter((s) => !named.has(s.name)),
    powers: book.powers.filter((p) => !without.has(p.name)),
  };
}

/** The new character's stores with a rating of 0, and traits with 0 dots that limit how fast a store is spent (F4). */
export function emptyStores(book: Rulebook, without: readonly string[], edits: SheetEdits, sheet: Sheet): string[] {
  const rating = (name: string) => Math.max(dotsOf(edits, sheet, name), storeOf(edits, sheet, name)[0]);
  const names = book.stores.flatMap((s) => [s.name, ...(s.a_turn ? [s.a_turn] : [])]);
  return [...new Set(names)].filter((name) => !without.includes(name) && rating(name) === 0);
}

/** The flags that a sheet may have: the powers of the rules, and the flags that it has already. */
export const flagsOf = (sheet: Sheet, book: Rulebook): string[] => [...new Set([...book.powers.map((p) => p.name), ...sheet.flags])];

/** The sheet with the edits applied. */
export function editedSheet(edits: SheetEdits, sheet: Sheet, book: Rulebook): SheetContents {
  const traits = byGroup(book.traits, sheet).flatMap((g) => g.traits.map(([t]) => [t, dotsOf(edits, sheet, t)] as const));
  const listedAtZero = new Set(sheet.traits.filter(([, dots]) => dots === 0).map(([t]) => t));
  return {
    traits: traits.filter(([t, dots]) => dots > 0 || listedAtZero.has(t)),
    specialties: edits.specialties === undefined ? sheet.specialties : splitList(edits.specialties),
    pools: storesOf(sheet, book)
      .map((name) => [name, ...storeOf(edits, sheet, name)] as const)
      .filter(([, rating]) => rating > 0),
    items: edits.items === undefined ? sheet.items : edits.items.map((row) => ({ ...(row as unknown as Item), name: String(row["name"]).trim() })),
    flags: edits.flags ?? sheet.flags,
  };
}
