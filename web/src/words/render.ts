/** Words as text in the reader's language. */

import { FluentNumber } from "@fluent/bundle";
import { language, messages } from "./language";
import { type Names, namesHere } from "./names";
import { sanitized } from "./sanitized";
import { type Arg, isWords, phrase, type Ref, type Words } from "./words";

/** The ways in which a reference to a character, and text that a person typed, are written into a message. */
export interface Writing {
  readonly ref: (ref: Ref) => string;
  readonly typed: (text: string) => string;
}

/** The part of a message id that stands for a name: lower case, with hyphens. */
export const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

/** The message id of a thing of the rules: "Melee attack" has the message `term-melee-attack`. */
const termId = (name: string): string => `term-${slug(name)}`;

/** The text of a thing of the rules. A name without a message comes from house rules. */
export const termText = (name: string): string => {
  const pattern = messages().getMessage(termId(name))?.value;
  return pattern ? messages().formatPattern(pattern) : name;
};

/** The name of what a reference stands for. */
export function refText([, kind, id]: Ref, names: Names = namesHere()): string {
  if (kind === "term") return termText(id);
  return kind === "seat" ? names.seat(id) : names.character(id) || t("page-someone");
}

/** A number that every language writes alike. The browser's formatter takes many milliseconds to make, before the first
 * text can be read. */
class SmallNumber extends FluentNumber {
  override toString(): string {
    return String(this.value);
  }
}

const write = (arg: Arg, writing: Writing): FluentNumber | number | string => {
  if (typeof arg === "number") return Number.isInteger(arg) && Math.abs(arg) < 1000 ? new SmallNumber(arg) : arg;
  if (typeof arg === "string") return writing.typed(arg);
  return isWords(arg) ? written(arg, writing) : writing.ref(arg);
};

/** The text of words, with references and typed text as `writing` writes them. A message that does not exist shows
 * what people typed, or its id. */
export function written([, id, args]: Words, writing: Writing): string {
  if (id === "") return "";
  const pattern = messages().getMessage(id)?.value;
  if (!pattern) {
    if (import.meta.env.DEV) console.error(`no message "${id}" in ${language()}`);
    return args.flatMap(([, arg]) => (typeof arg === "string" ? writing.typed(arg) : [])).join(" ") || id;
  }
  const errors: Error[] = [];
  const text = messages().formatPattern(pattern, Object.fromEntries(args.map(([name, arg]) => [name, write(arg, writing)])), errors);
  if (import.meta.env.DEV) errors.forEach((error) => console.error(`message "${id}" in ${language()}: ${error.message}`));
  return text;
}

/** Words as plain text. A string is shown as it is. */
export function inWords(words: Words | string, names: Names = namesHere()): string {
  if (typeof words === "string") return words;
  return written(words, { ref: (ref) => refText(ref, names), typed: sanitized });
}

/** The text of a message of the page. */
export const t = (id: string, args: Readonly<Record<string, Arg>> = {}): string => inWords(phrase(id, args));

/** The text of a message that may not exist, such as one for a thing that house rules added. */
export const tIf = (id: string, otherwise: string): string => (messages().hasMessage(id) ? t(id) : otherwise);
