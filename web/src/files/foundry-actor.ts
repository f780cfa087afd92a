/** Characters of the Foundry system "worldofdarkness" (WoD20), as its *Export Data* writes them.
 *
 * The system has changed its fields: abilities stand in groups, in one list, or among the items; the field `system` was
 * once called `data`. This file reads all of these. Values are read only from fields that the file itself has, and
 * names of the file are never keys of an object here. */

import { phrase, typed } from "../words/words";
import { CharacterDraft, type FoundFile, type Here, wholeNumber } from "./character-draft";

const SYSTEM = "worldofdarkness";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a field that the file has, or undefined. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isFields(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined), value);
const fieldsAt = (value: unknown, ...path: readonly string[]): Fields => {
  const found = at(value, ...path);
  return isFields(found) ? found : {};
};
const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : "";
};

const ENTITIES: readonly (readonly [RegExp, string])[] = [[/&nbsp;/g, " "], [/&lt;/g, "<"], [/&gt;/g, ">"], [/&quot;/g, '"'], [/&(#39|apos);/g, "'"], [/&amp;/g, "&"]];

/** The text of HTML, with the ends of paragraphs as line breaks. The patterns stop at the next "<", so that a text of
 * a million signs without an end takes no longer than one with an end. No document is made of it: the page draws it as text
 * only, and its Trusted Types forbid parsing. */
function plainText(html: string): string {
  const text = html
    .replace(/<(script|style)\b[^<>]*>[^]*?(<\/\1\s*>|$)/gi, "")
    .replace(/<\/(p|div|li|h\d)>|<br\s*\/?>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "");
  return ENTITIES.reduce((before, [entity, sign]) => before.replace(entity, sign), text).replace(/\n{3,}/g, "\n\n").trim();
}

/** True if parsed JSON has the shape of any Foundry actor. */
export const isActor = (json: unknown): json is Fields =>
  isFields(json) && typeof at(json, "name") === "string" && typeof at(json, "type") === "string" && (isFields(at(json, "system")) || isFields(at(json, "data")));

/** The system that a Foundry actor names, or "". */
const systemOf = (actor: Fields): string =>
  textAt(actor, "_stats", "systemId") || textAt(actor, "flags", "exportSource", "system") || textAt(actor, "_stats", "exportSource", "system");

const MERITS = new Map([["wod.types.merit", "merit"], ["wod.types.flaw", "flaw"], ["wod.types.background", "background"]] as const);
/** Texts that have no field of their own on a sheet here. */
const LEFT_TEXTS = ["nature", "demeanor", "derangement", "clan", "sect", "bloodline", "generation", "sire", "weakness", "tribe", "auspice", "breed"];

/** The character of a Foundry actor. */
export function readActor(actor: Fields, here: Here): FoundFile {
  const system = systemOf(actor);
  if (system && system !== SYSTEM) return { refusal: phrase("page-import-other-system", { system, known: SYSTEM }) };
  const [root, sheet] = isFields(at(actor, "system")) ? ["system", fieldsAt(actor, "system")] : ["data", fieldsAt(actor, "data")];
  if (!isFields(at(sheet, "attributes"))) return { refusal: phrase("page-import-no-attributes", { field: `${root}.attributes`, known: SYSTEM }) };
  const draft = new CharacterDraft(here);
  draft.setName(typed("name"), textAt(actor, "name"));
  if (!draft.name) return { refusal: phrase("page-import-empty-name", { field: "name" }) };
  draft.kind = kindOf(textAt(actor, "type"), textAt(sheet, "settings", "splat"));
  readTexts(draft, sheet, root);
  readTraits(draft, fieldsAt(sheet, "attributes"), `${root}.attributes`, 1);
  readTraits(draft, fieldsAt(sheet, "abilities"), `${root}.abilities`, 2);
  readAdvantages(draft, sheet, root);
  for (const kind of ["bashing", "lethal", "aggravated"] as const) {
    const value = at(sheet, "health", "damage", kind);
    if (value !== undefined) draft.setDamage(typed(`${root}.health.damage.${kind}`), kind, value);
  }
  const items = at(actor, "items");
  if (Array.isArray(items)) items.forEach((item: unknown, i) => readItem(draft, item, `items[${i}]`));
  return { characters: [draft.done()] };
}

/** The kind of a character; the newest actors are all of the type "PC", and name their kind among the settings. */
function kindOf(type: string, splat: string): "mortal" | "vampire" | "other" {
  const name = (type.toLowerCase() === "pc" ? splat : type).toLowerCase();
  return name === "mortal" || name === "vampire" ? name : "other";
}

function readTexts(draft: CharacterDraft, sheet: Fields, root: string): void {
  const text = (field: string): readonly [text: string, where: string] => {
    const inBio = textAt(sheet, "bio", field);
    return inBio ? [inBio, `${root}.bio.${field}`] : [textAt(sheet, field), `${root}.${field}`];
  };
  const [concept, whereConcept] = text("concept");
  draft.setConcept(typed(whereConcept), plainText(concept));
  for (const [field, to] of [["background", "biography"], ["appearance", "biography"], ["notes", "notes"]] as const) {
    const [html, where] = text(field);
    draft.addText(typed(where), to, plainText(html));
  }
  for (const field of LEFT_TEXTS) {
    const [html, where] = text(field);
    if (html.trim()) draft.leaveOut(typed(where), plainText(html));
  }
}

/** Read the traits of a field, and of the groups in it down to `depth`. */
function readTraits(draft: CharacterDraft, traits: Fields, path: string, depth: number): void {
  for (const [key, trait] of Object.entries(traits)) {
    const where = `${path}.${key}`;
    if (!isFields(trait)) continue;
    const value = at(trait, "value");
    if (value === undefined && depth > 1) readTraits(draft, trait, where, depth - 1);
    else readTrait(draft, trait, nameIn(trait, key), value, where);
  }
}

/** The name that a person gave to a trait, else its key. */
const nameIn = (trait: Fields, key: string): string => textAt(trait, "altlabel").trim() || ownLabel(trait) || key;
/** A label that is a name, and no key of a translation. */
const ownLabel = (trait: Fields): string => (/^wod\./.test(textAt(trait, "label")) ? "" : textAt(trait, "label").trim());

function readTrait(draft: CharacterDraft, trait: Fields, name: string, value: unknown, where: string): void {
  // The sheets of Foundry hide traits that a game does not use; a hidden attribute still has its first dot.
  if (at(trait, "isvisible") === false || at(trait, "visible") === false) return;
  draft.setTrait(typed(where), name, value, true);
  const specialty = plainText(textAt(trait, "speciality"));
  if (specialty) draft.addSpecialty(typed(`${where}.speciality`), `${name}: ${specialty}`);
}

/** Willpower, blood, virtues and the path: below `advantages`, or in the oldest files beside it. */
function readAdvantages(draft: CharacterDraft, sheet: Fields, root: string): void {
  const found = (key: string): readonly [Fields, string] => {
    const inside = fieldsAt(sheet, "advantages", key);
    return Object.keys(inside).length > 0 ? [inside, `${root}.advantages.${key}`] : [fieldsAt(sheet, key), `${root}.${key}`];
  };
  const used = new Set(["willpower", "bloodpool", "virtues", "path"]);
  const [willpower, whereWillpower] = found("willpower");
  if (at(willpower, "permanent") !== undefined) readStore(draft, "willpower", at(willpower, "permanent"), at(willpower, "temporary"), whereWillpower);
  const [blood, whereBlood] = found("bloodpool");
  if (at(sheet, "settings", "hasbloodpool") !== false && at(blood, "max") !== undefined && wholeNumber(at(blood, "max"), 0) === undefined) {
    readStore(draft, "bloodpool", at(blood, "max"), at(blood, "temporary"), whereBlood);
    if (at(blood, "perturn") !== undefined) draft.setTrait(typed(`${whereBlood}.perturn`), "perturn", at(blood, "perturn"));
  }
  const [virtues, whereVirtues] = found("virtues");
  for (const [key, virtue] of Object.entries(virtues)) {
    if (isFields(virtue)) draft.setTrait(typed(`${whereVirtues}.${key}`), lastPart(textAt(virtue, "label")) || key, at(virtue, "permanent") ?? at(virtue, "value"), true);
  }
  const [path, wherePath] = found("path");
  const dots = at(path, "permanent") ?? at(path, "value");
  if (dots !== undefined) draft.setTrait(typed(wherePath), lastPart(textAt(path, "label")) || "path", dots, true);
  for (const [key, advantage] of Object.entries(fieldsAt(sheet, "advantages"))) {
    const permanent = at(advantage, "permanent");
    if (!used.has(key) && isFields(advantage) && permanent !== undefined) draft.setTrait(typed(`${root}.advantages.${key}`), key, permanent, true);
  }
}

/** The name at the end of a key of a translation: "humanity" in "wod.advantages.path.humanity". */
const lastPart = (label: string): string => label.split(".").pop() ?? "";

/** Read a store with its points, as a trait if the rules have no such store. */
function readStore(draft: CharacterDraft, name: string, rating: unknown, points: unknown, where: string): void {
  if (!draft.setStore(typed(where), name, rating, points ?? rating)) draft.setTrait(typed(where), name, rating, true);
}

function readItem(draft: CharacterDraft, item: unknown, path: string): void {
  const name = textAt(item, "name").trim();
  const sheet = isFields(at(item, "system")) ? fieldsAt(item, "system") : fieldsAt(item, "data");
  const [type, kind] = [textAt(item, "type"), textAt(sheet, "type")];
  const where = typed(path);
  const merit = [...MERITS].find(([one]) => one === kind)?.[1];
  if (type === "Feature" && merit !== undefined) {
    draft.addMerit(where, { name, dots: wholeNumber(at(sheet, "level"), 10) ?? 0, kind: merit, text: "" });
  } else if (type === "Ability" || /^wod\.types\.(talent|skill|knowledge)(second)?ability$/.test(kind)) {
    readTrait(draft, sheet, nameIn(sheet, name), at(sheet, "value"), path);
  } else if (type === "Advantage") {
    readStore(draft, name, at(sheet, "permanent") || at(sheet, "max"), at(sheet, "temporary"), path);
  } else if (type === "Sphere" || kind === "wod.types.discipline") {
    draft.setTrait(where, name, at(sheet, "value"), true);
  } else if (["Melee Weapon", "Ranged Weapon", "Armor"].includes(type)) {
    draft.addThing(where, name);
  } else draft.leaveOut(where, name || type);
}
