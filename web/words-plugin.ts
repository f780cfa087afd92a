/**
 * The texts of the page as modules: `virtual:words/en` and so on, one for each language; `virtual:words/en/rules`, the
 * texts of its rules; and `virtual:words/early`.
 *
 * A language's module holds the parsed patterns of all its Fluent files, from `domain/words` and `src/words`, so that
 * the page needs no parser. A made-up language is generated here for the tests: `qps` is English with accents on every
 * letter and longer texts, so that text from anywhere else is noticed, and text that does not fit.
 */

import { type Message, FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FOLDERS = [join(import.meta.dirname, "../domain/words"), join(import.meta.dirname, "src/words")];
/** The languages: each is a folder of the game's texts. */
const LANGUAGES = readdirSync(join(import.meta.dirname, "../domain/words")).filter((name) => /^[a-z]{2}$/.test(name));
const PSEUDO = "qps";
const PREFIX = "virtual:words/";
/** Texts that the entry script holds in every language. */
const EARLY = "early-";
/** Texts that are fetched when they are first opened: the rules. */
const ON_DEMAND = /^(rule-(title|text)-|chapter-)/;
/** The module of a language's rules is `virtual:words/en/rules`. */
const RULES = "/rules";
const NO_SCRIPT = "early-needs-script";
const TAGLINE = "page-tagline";

type Pattern = NonNullable<Message["value"]>;
type Texts = Readonly<Record<string, Message["value"]>>;

function filesOf(language: string): string[] {
  return FOLDERS.flatMap((folder) => {
    const inside = join(folder, language);
    return readdirSync(inside).filter((name) => name.endsWith(".ftl")).sort().map((name) => join(inside, name));
  });
}

function textsOf(language: string): Texts {
  const texts: Record<string, Message["value"]> = {};
  for (const file of filesOf(language)) {
    for (const { id, value } of new FluentResource(readFileSync(file, "utf8")).body) {
      texts[id] ??= value; // `make check` reports a message that is defined twice
    }
  }
  return texts;
}

const FROM = "AEIOUYaeiouycdghjklnrstwzCDGHJKLNRSTWZbfmpqvxBFMPQVX";
const TO = "ÀËÎÕÛÝàëîõûýçđğĥĵķĺñŕšťŵžÇĐĞĤĴĶĹÑŔŠŤŴŽƀƒɱƥɋṽẋƁƑṀƤɊṼẊ";

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => TO[FROM.indexOf(letter)] ?? letter);

const pseudoPattern = (pattern: Pattern): Pattern =>
  typeof pattern === "string"
    ? accented(pattern)
    : pattern.map((part) => {
        if (typeof part === "string") return accented(part);
        if (part.type !== "select") return part;
        return { ...part, variants: part.variants.map((variant) => ({ ...variant, value: pseudoPattern(variant.value) })) };
      });

const lettersOf = (pattern: Pattern): number =>
  typeof pattern === "string" ? pattern.length : pattern.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 6), 0);

/** Mark where a text begins and ends, and make it 30 % longer. */
function framed(pattern: Pattern): Pattern {
  const end = ` ${"~".repeat(Math.ceil(lettersOf(pattern) * 0.3))}!!]`;
  const inside = pseudoPattern(pattern);
  return typeof inside === "string" ? `[!! ${inside}${end}` : ["[!! ", ...inside, end];
}

const pseudo = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([id, value]) => [id, value === null || id.startsWith("-") ? value : framed(value)]));

const wordsIn = (language: string): Texts => (language === PSEUDO ? pseudo(textsOf("en")) : textsOf(language));

/** The texts of a module: of a language, or of its rules. */
function moduleOf(name: string): Texts {
  const onDemand = name.endsWith(RULES);
  const texts = wordsIn(onDemand ? name.slice(0, -RULES.length) : name);
  return Object.fromEntries(Object.entries(texts).filter(([id]) => ON_DEMAND.test(id) === onDemand));
}

function early(): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    [...LANGUAGES, PSEUDO].map((language) => [
      language,
      Object.fromEntries(Object.entries(wordsIn(language)).filter(([id]) => id.startsWith(EARLY) && id !== NO_SCRIPT)),
    ]),
  );
}

export const words: Plugin = {
  name: "words",
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null;
    const wanted = id.slice(PREFIX.length + 1);
    for (const language of LANGUAGES) for (const file of filesOf(language)) this.addWatchFile(file);
    return `export default ${JSON.stringify(wanted === "early" ? early() : moduleOf(wanted))};`;
  },
  /** A browser without scripts shows one sentence in every language; the description is in the page's own. */
  transformIndexHtml: (html) => {
    const sentences = LANGUAGES.map((language) => `<p lang="${language}">${textsOf(language)[NO_SCRIPT] as string}</p>`);
    const tagline = textsOf("en")[TAGLINE] as string;
    return html.replace("%needs-script%", sentences.join("")).replace("%tagline%", tagline);
  },
};
