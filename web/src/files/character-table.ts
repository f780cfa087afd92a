/** Characters in a table of comma-separated values: one character in each row under the names of traits, or one
 * character in two columns, a name and its dots. */

import { phrase, term, typed, type Words } from "../words/words";
import { CharacterDraft, type FoundCharacter, type FoundFile, type Here } from "./character-draft";
import { csvRows } from "./csv-rows";
import { plainName } from "./trait-names";

const CHARACTERS_MOST = 100;
const COLUMNS_MOST = 200;

type Field = "name" | "concept" | "kind" | "specialties" | "biography" | "notes" | "things";

/** The heads of columns that are no traits, in English and German. */
const FIELDS = new Map<string, Field>(
  Object.entries({
    name: ["name", "character", "Charakter", "character name", "Charaktername"],
    concept: ["concept", "Konzept"],
    kind: ["kind", "Art"],
    specialties: ["specialties", "specialities", "Spezialisierungen", "Spezialgebiete"],
    biography: ["biography", "Biografie", "Biographie", "Vorgeschichte"],
    notes: ["notes", "Notizen"],
    things: ["weapons", "Waffen", "equipment", "Ausrüstung", "powers", "Kräfte"],
  } satisfies Record<Field, readonly string[]>).flatMap(([field, heads]) => heads.map((head) => [plainName(head), field as Field] as const)),
);
const KINDS = new Map(
  Object.entries({ mortal: ["mortal", "human", "sterblich", "Mensch"], vampire: ["vampire", "Vampir", "kindred", "Kainskind"], other: ["other", "anderes"] } as const)
    .flatMap(([kind, names]) => names.map((name) => [plainName(name), kind as "mortal" | "vampire" | "other"] as const)),
);
/** The heads of a table with two columns. */
const TWO_HEADS = new Set(["trait", "eigenschaft", "field", "feld", "merkmal"]);

/** The characters of a table; undefined if the text is no table. */
export function readTable(text: string, here: Here): FoundFile | undefined {
  const read = csvRows(text);
  if (typeof read === "number") return { refusal: phrase("page-import-quote", { row: read }) };
  const rows = read.filter(({ cells }) => cells.some(Boolean));
  const [head] = rows;
  if (head === undefined || rows.every(({ cells }) => cells.length < 2)) return undefined;
  const wide = rows.find(({ cells }) => cells.length > COLUMNS_MOST);
  if (wide !== undefined) return { refusal: phrase("page-import-wide", { row: wide.row, most: COLUMNS_MOST }) };
  const isHead = (name: string) => FIELDS.has(plainName(name)) || here.names.trait(name) !== undefined;
  const two = rows.every(({ cells }) => cells.filter(Boolean).length <= 2) && !head.cells.slice(1).some(isHead);
  if (two) {
    if (!rows.some(({ cells }) => isHead(cells[0] ?? ""))) return { refusal: phrase("page-import-no-heads", { row: head.row }) };
    const draft = new CharacterDraft(here);
    for (const { row, cells: [name = "", value = ""] } of TWO_HEADS.has(plainName(head.cells[0] ?? "")) ? rows.slice(1) : rows) {
      readCell(draft, phrase("page-import-row", { row }), name, value);
    }
    return draft.name ? { characters: [draft.done()] } : { refusal: phrase("page-import-no-name", { row: head.row }) };
  }
  if (!head.cells.some(isHead)) return { refusal: phrase("page-import-no-heads", { row: head.row }) };
  if (rows.length === 1) return { refusal: phrase("page-import-no-characters", { row: head.row }) };
  if (rows.length > CHARACTERS_MOST + 1) return { refusal: phrase("page-import-many", { row: rows[CHARACTERS_MOST + 1]?.row ?? 0, most: CHARACTERS_MOST }) };
  const found: FoundCharacter[] = [];
  for (const { row, cells } of rows.slice(1)) {
    const draft = new CharacterDraft(here);
    cells.forEach((value, i) => {
      const name = head.cells[i] ?? "";
      readCell(draft, phrase("page-import-cell", { row, column: name || String(i + 1) }), name, value);
    });
    if (!draft.name) return { refusal: phrase("page-import-no-name", { row }) };
    found.push(draft.done());
  }
  return { characters: found };
}

function readCell(draft: CharacterDraft, where: Words, name: string, value: string): void {
  if (!value) return;
  const list = () => value.split(/[,;|]/).map((one) => one.trim()).filter(Boolean);
  switch (FIELDS.get(plainName(name))) {
    case "name":
      if (draft.name) draft.note(where, value, phrase("page-import-twice", { trait: typed(name) }));
      else draft.name = value;
      return;
    case "concept":
      return draft.setConcept(where, value);
    case "kind": {
      const kind = KINDS.get(plainName(value));
      if (kind === undefined) draft.note(where, value, phrase("page-import-no-kind", { mortal: term("mortal"), vampire: term("vampire"), other: term("other") }));
      else draft.kind = kind;
      return;
    }
    case "specialties":
      return list().forEach((one) => draft.addSpecialty(where, one));
    case "biography":
      return draft.addText(where, "biography", value);
    case "notes":
      return draft.addText(where, "notes", value);
    case "things":
      return list().forEach((one) => draft.addThing(where, one));
    case undefined: {
      const [points, rating] = value.split("/");
      if (rating === undefined || !draft.setStore(where, name, rating, points)) draft.setTrait(where, name, value);
    }
  }
}
