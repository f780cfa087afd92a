/** Characters in a table of comma-separated values: one in each row below the names of traits, or one in each column
 * beside them. */

import { phrase, term, typed, type Words } from "../words/words";
import { CharacterDraft, type FoundCharacter, type FoundFile, type Here } from "./character-draft";
import { type CsvRow, csvRows } from "./csv-rows";
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
/** The head of the column with the names of traits. */
const TRAIT_HEADS = new Set(["trait", "eigenschaft", "field", "feld", "merkmal"]);

/** The characters of a table; undefined if the text is no table. */
export function readTable(text: string, here: Here): FoundFile | undefined {
  const read = csvRows(text);
  if (typeof read === "number") return { refusal: phrase("page-import-quote", { row: read }) };
  const rows = read.filter(({ cells }) => cells.some(Boolean));
  const [head] = rows;
  if (head === undefined || rows.every(({ cells }) => cells.length < 2)) return undefined;
  const wide = rows.find(({ cells }) => cells.length > COLUMNS_MOST);
  if (wide !== undefined) return { refusal: phrase("page-import-wide", { row: wide.row, most: COLUMNS_MOST }) };
  const headsIn = (names: readonly string[]) => names.filter((name) => FIELDS.has(plainName(name)) || here.names.trait(name) !== undefined).length;
  const [across, down] = [headsIn(head.cells), headsIn(rows.map(({ cells: [name = ""] }) => name))];
  if (across === 0 && down === 0) return { refusal: phrase("page-import-no-heads", { row: head.row }) };
  return down > across ? readColumns(head, rows, here) : readRows(head, rows.slice(1), here);
}

/** The characters of the rows below the heads. */
function readRows(head: CsvRow, rows: readonly CsvRow[], here: Here): FoundFile {
  if (rows.length === 0) return { refusal: phrase("page-import-no-characters", { row: head.row }) };
  const tooMany = rows[CHARACTERS_MOST];
  if (tooMany !== undefined) return { refusal: phrase("page-import-many", { row: tooMany.row, most: CHARACTERS_MOST }) };
  const found: FoundCharacter[] = [];
  for (const { row, cells } of rows) {
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

/** The characters of the columns beside the heads. Their names stand in a row "Name", or else beside "Trait". */
function readColumns(head: CsvRow, all: readonly CsvRow[], here: Here): FoundFile {
  const width = Math.max(...all.map(({ cells }) => cells.length));
  const titled = TRAIT_HEADS.has(plainName(head.cells[0] ?? ""));
  const nameRow = all.find(({ cells: [name = ""] }) => FIELDS.get(plainName(name)) === "name") ?? (titled && width > 2 ? head : undefined);
  const rows = titled && nameRow !== head ? all.filter((row) => row !== head) : all;
  const columns = Array.from({ length: width - 1 }, (_, i) => i + 1).filter((i) => rows.some(({ cells }) => cells[i]));
  if (columns.length > CHARACTERS_MOST) return { refusal: phrase("page-import-many", { row: head.row, most: CHARACTERS_MOST }) };
  const found: FoundCharacter[] = [];
  for (const i of columns) {
    const draft = new CharacterDraft(here);
    const column = nameRow?.cells[i] || String(i + 1);
    for (const { row, cells } of rows) {
      const name = titled && row === head.row ? "name" : (cells[0] ?? "");
      readCell(draft, columns.length === 1 ? phrase("page-import-row", { row }) : phrase("page-import-cell", { row, column }), name, cells[i] ?? "");
    }
    if (!draft.name) return { refusal: phrase("page-import-column-no-name", { column: i + 1 }) };
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
      else draft.setName(where, value);
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
