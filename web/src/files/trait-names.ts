/** The names under which files of other programs list traits, stores, weapons and powers, in English and German. */

import type { Item, Rulebook } from "../messages";
import type { Texts } from "../words/choice";
import { slug } from "../words/render";

/** Names that are in no Fluent file: keys and short forms of other programs, and other translations. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  Strength: ["str", "Kraft"],
  Dexterity: ["dex", "Geschicklichkeit"],
  Stamina: ["sta", "Widerstand"],
  Charisma: ["cha"],
  Manipulation: ["man"],
  Appearance: ["app", "Erscheinung", "Aussehen"],
  Perception: ["per"],
  Intelligence: ["int"],
  Wits: ["wit", "Scharfsinn"],
  Academics: ["Akademiker", "Geisteswissenschaften"],
  Athletics: ["Athletik"],
  Awareness: ["Bewusstsein"],
  Crafts: ["craft"],
  Etiquette: ["Benehmen"],
  Intimidation: ["Einschüchterung"],
  Investigation: ["Ermittlungen", "Recherche"],
  Law: ["Gesetz", "Recht"],
  Leadership: ["Führung"],
  Medicine: ["Heilkunde"],
  Performance: ["Darbietung"],
  Science: ["Wissenschaft"],
  Security: ["Schlossknacken"],
  Subterfuge: ["Ausflucht"],
  Technology: ["Technik"],
  Blood: ["bloodpool", "blood points", "Blutvorrat", "Blutpunkte"],
  bloodaturn: ["bloodperturn", "perturn", "blutjerunde"],
  Courage: ["Tapferkeit"],
  Willpower: ["wp", "WK"],
};

/** A name without capitals, spaces and signs: "Self-Control" and "selfcontrol" are the same. */
export const plainName = (name: string): string => name.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export interface TraitNames {
  /** The stored name of a trait or store. */
  readonly trait: (name: string) => string | undefined;
  readonly weapon: (name: string) => Item | undefined;
  readonly power: (name: string) => string | undefined;
}

/** The lookup for the rules of a table. `languages` are the texts of each language of the page. A name that two things
 * have stands for the first, and a stored name comes before a translation. */
export function traitNames(book: Rulebook, languages: readonly Texts[]): TraitNames {
  const translations = (name: string) =>
    languages.flatMap((texts) => {
      const id = `term-${slug(name)}`;
      const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
      return typeof text === "string" ? [text] : [];
    });
  const lookup = (entries: readonly (readonly [name: string, stored: string])[]) => {
    const found = new Map<string, string>();
    const add = (name: string, stored: string) => {
      const key = plainName(name);
      if (key && !found.has(key)) found.set(key, stored);
    };
    entries.forEach(([name, stored]) => add(name, stored));
    entries.forEach(([name, stored]) => translations(name).forEach((text) => add(text, stored)));
    return { found, add };
  };
  const stored = [...book.traits.flatMap((group) => group.traits), ...book.stores.map((store) => store.name)];
  const traits = lookup(stored.map((name) => [name, name] as const));
  for (const [alias, trait] of book.aliases) [alias, ...translations(alias)].forEach((name) => traits.add(name, trait));
  for (const [name, others] of Object.entries(OTHER_NAMES)) {
    const trait = traits.found.get(plainName(name));
    if (trait !== undefined) others.forEach((other) => traits.add(other, trait));
  }
  const weapons = lookup(book.weapons.map((item) => [item.name, item.name] as const));
  const powers = lookup(book.powers.map((power) => [power.name, power.name] as const));
  return {
    trait: (name) => traits.found.get(plainName(name)),
    weapon: (name) => book.weapons.find((item) => item.name === weapons.found.get(plainName(name))),
    power: (name) => powers.found.get(plainName(name)),
  };
}
