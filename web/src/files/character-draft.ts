/** A character that is read from a file of another program: its values, and a report that says what was done with each
 * line or field of the file. */

import { LONG_TEXT_MOST } from "../forms/bounds";
import { blankSheet } from "../forms/sheet-draft";
import type { CharacterFile, Item, Rulebook } from "../messages";
import { phrase, term, type Words } from "../words/words";
import type { WrittenFile } from "./character-file";
import type { TraitNames } from "./trait-names";

/** The server's bounds (domain/rules/character_file.py). A value beyond them is left out here, so that the report can
 * name its place in the file that the person knows. */
const DOTS_MOST = 10;
const POINTS_MOST = 100;
const NAME_MOST = 60;
const SHORT_TEXT_MOST = 200;
const LIST_MOST = { items: 30, specialties: 20, merits: 40, traits: 100 } as const;
/** The most characters of a value that the report repeats. */
const FOUND_MOST = 80;

/** A line of the report: the place in the file, the value there, and what was done with it. */
export interface ReportLine {
  readonly where: Words;
  readonly found: string;
  readonly done: Words;
  /** False if the value was left out or shortened. */
  readonly taken: boolean;
}

export interface FoundCharacter {
  readonly file: WrittenFile;
  readonly report: readonly ReportLine[];
}

/** The characters of a file, or the reason why the file cannot be read. */
export type FoundFile = { readonly characters: readonly FoundCharacter[] } | { readonly refusal: Words };

type Merit = CharacterFile["merits"][number];

/** The table that the character comes to: its rule set, and the names of its traits. */
export interface Here {
  readonly rules: string;
  readonly book: Rulebook;
  readonly names: TraitNames;
}

/** The whole number that a value stands for, if it is one from 0 to `most`. */
export function wholeNumber(value: unknown, most: number): number | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  if (!/^\d{1,3}$/.test(text)) return undefined;
  return Number(text) <= most ? Number(text) : undefined;
}

/** A value of a file as text. `String` fails for an object of the file that has a field "toString". */
const shown = (value: unknown): string => (Array.isArray(value) ? "[…]" : typeof value === "object" && value !== null ? "{…}" : String(value));

export class CharacterDraft {
  readonly #here: Here;
  name = "";
  concept = "";
  kind: CharacterFile["kind"] = "mortal";
  readonly #traits: Map<string, number>;
  readonly #set = new Set<string>();
  readonly #pools = new Map<string, readonly [rating: number, points: number]>();
  readonly #specialties: string[] = [];
  readonly #items: Item[] = [];
  readonly #flags: string[] = [];
  readonly #merits: Merit[] = [];
  readonly #texts = { biography: "", notes: "" };
  readonly #damage = { bashing: 0, lethal: 0, aggravated: 0 };
  readonly #report: ReportLine[] = [];

  constructor(here: Here) {
    this.#here = here;
    this.#traits = new Map(blankSheet(here.book).traits);
  }

  /** Add a line to the report. */
  note(where: Words, found: unknown, done: Words, taken = false): void {
    const text = shown(found);
    this.#report.push({ where, found: text.length > FOUND_MOST ? `${text.slice(0, FOUND_MOST)}…` : text, done, taken });
  }

  leaveOut(where: Words, found: unknown): void {
    this.note(where, found, phrase("page-import-unknown"));
  }

  #take(where: Words, found: unknown, trait: string): void {
    this.note(where, found, phrase("page-import-as", { trait: term(trait) }), true);
  }

  /** Set a trait or store by a name of the file. `keep`: a trait that the rules do not have stays under its own name. */
  setTrait(where: Words, name: string, value: unknown, keep = false): void {
    const found = `${name} ${shown(value)}`;
    const known = this.#here.names.trait(name);
    const store = known !== undefined && this.#here.book.stores.some((one) => one.name === known);
    if (store && this.setStore(where, name, value, value)) return;
    const dots = wholeNumber(value, DOTS_MOST);
    if (dots === undefined) return this.note(where, found, phrase("page-import-no-dots", { most: DOTS_MOST }));
    if (dots === 0) {
      if (known !== undefined && !this.#set.has(known)) this.#traits.set(known, 0);
      return; // nothing is lost, so the report need not say it
    }
    if (known === undefined && !(keep && name.length <= NAME_MOST && this.#traits.size < LIST_MOST.traits)) return this.leaveOut(where, found);
    const trait = known ?? name;
    if (this.#set.has(trait)) return this.note(where, found, phrase("page-import-twice", { trait: term(trait) }));
    this.#set.add(trait);
    this.#traits.set(trait, dots);
    if (known !== undefined) this.#take(where, found, trait);
    else this.note(where, found, phrase("page-import-kept"), true);
  }

  /** Set a store's rating and points, and its trait if the rules have a trait of this name; false if the name stands for
   * no store, and nothing was done. */
  setStore(where: Words, name: string, rating: unknown, points: unknown): boolean {
    const { book, names } = this.#here;
    const store = book.stores.find((one) => one.name === names.trait(name))?.name;
    if (store === undefined) return false;
    const found = rating === points ? `${name} ${shown(rating)}` : `${name} ${shown(points)}/${shown(rating)}`;
    const isTrait = book.traits.some((group) => group.traits.includes(store));
    const most = isTrait ? DOTS_MOST : POINTS_MOST;
    const full = wholeNumber(rating, most);
    const left = wholeNumber(points, POINTS_MOST);
    if (full === undefined || left === undefined || left > full) this.note(where, found, phrase("page-import-no-points", { most }));
    else if (this.#set.has(store)) this.note(where, found, phrase("page-import-twice", { trait: term(store) }));
    else {
      this.#set.add(store);
      if (isTrait) this.#traits.set(store, full);
      if (full > 0) this.#pools.set(store, [full, left]);
      this.#take(where, found, store);
    }
    return true;
  }

  /** Add a specialty, as it stands on a sheet: "Brawl: kicks". */
  addSpecialty(where: Words, specialty: string): void {
    const text = specialty.trim();
    if (!text) return;
    if (text.length > NAME_MOST || this.#specialties.length >= LIST_MOST.specialties) return this.note(where, text, phrase("page-import-no-room"));
    this.#specialties.push(text);
    this.note(where, text, phrase("page-import-specialty"), true);
  }

  /** Add a weapon or armour of the rules, or a power of the rules, by its name. */
  addThing(where: Words, name: string): void {
    const item = this.#here.names.weapon(name);
    const power = this.#here.names.power(name);
    if (item !== undefined && this.#items.length < LIST_MOST.items) {
      this.#items.push(item);
      this.#take(where, name, item.name);
    } else if (power !== undefined && !this.#flags.includes(power)) {
      this.#flags.push(power);
      this.#take(where, name, power);
    } else this.note(where, name, phrase("page-import-no-thing"));
  }

  addMerit(where: Words, merit: Merit): void {
    const found = `${merit.name} ${merit.dots}`;
    const twice = this.#merits.some((one) => one.kind === merit.kind && one.name === merit.name);
    if (twice || merit.name.length > NAME_MOST || this.#merits.length >= LIST_MOST.merits) return this.note(where, found, phrase("page-import-no-room"));
    this.#merits.push({ ...merit, text: merit.text.slice(0, SHORT_TEXT_MOST) });
    this.note(where, found, phrase("page-import-merit"), true);
  }

  /** Add a paragraph to the biography or the notes. */
  addText(where: Words, field: "biography" | "notes", text: string): void {
    const paragraph = text.trim();
    if (!paragraph) return;
    const before = this.#texts[field];
    const whole = before ? `${before}\n\n${paragraph}` : paragraph;
    this.#texts[field] = whole.slice(0, LONG_TEXT_MOST);
    const fits = whole.length <= LONG_TEXT_MOST;
    this.note(where, paragraph, fits ? phrase(`page-import-${field}`) : phrase("page-import-shortened", { most: LONG_TEXT_MOST }), fits);
  }

  setName(where: Words, text: string): void {
    this.name = this.#short(where, text, NAME_MOST);
  }

  setConcept(where: Words, text: string): void {
    this.concept = this.#short(where, text, SHORT_TEXT_MOST);
  }

  /** The text, at most `most` characters of it; the report says if there was more. */
  #short(where: Words, text: string, most: number): string {
    if (text.trim().length > most) this.note(where, text, phrase("page-import-shortened", { most }));
    return text.trim().slice(0, most);
  }

  setDamage(where: Words, kind: "bashing" | "lethal" | "aggravated", value: unknown): void {
    const levels = wholeNumber(value, DOTS_MOST);
    if (levels === undefined) return this.note(where, value, phrase("page-import-no-dots", { most: DOTS_MOST }));
    this.#damage[kind] = levels;
    if (levels > 0) this.note(where, levels, phrase("page-import-damage"), true);
  }

  /** The character in the fields of a character file. */
  done(): FoundCharacter {
    const { biography, notes } = this.#texts;
    const file: WrittenFile = {
      format: "coterie-character",
      version: 1,
      rules: this.#here.rules,
      name: this.name,
      concept: this.concept,
      kind: this.kind,
      traits: [...this.#traits].filter(([, dots]) => dots > 0),
      specialties: this.#specialties,
      pools: [...this.#pools].map(([name, [rating, points]]) => [name, rating, points] as const),
      items: this.#items,
      flags: this.#flags,
      health: this.#damage,
      ...(biography && { biography }),
      ...(this.#merits.length && { merits: this.#merits }),
      ...(notes && { notes }),
    };
    return { file, report: this.#report };
  }
}
