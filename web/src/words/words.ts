/** A sentence as data, as the server sends it (`domain/core/words.py`): a message id and its arguments. The structs are
 * arrays on the wire, and stay arrays here. */

/** A reference to something that has a name elsewhere: a character, a seat, or a thing of the rules by its stored
 * name. */
export type Ref = readonly [tag: 1, kind: "character" | "seat" | "term", id: string];

/** An argument: a number, text that a person typed, a reference, or nested words. */
export type Arg = number | string | Ref | Words;

/** A message id ("" says nothing), the arguments by name, and the number of the rule that a reader can open, or "". */
export type Words = readonly [tag: 0, id: string, args: readonly (readonly [name: string, arg: Arg])[], rule: string];

/** Words as options come with them: the words among their arguments were sent before, under a number. */
export type SentWords = readonly [tag: 0, id: string, args: readonly (readonly [name: string, arg: number | string | Ref | WordsByNumber])[], rule: string];
export type WordsByNumber = readonly [tag: 2, number: number];

/** Words, or a text that is shown as it is. */
export type Sentence = Words | string;

/** The words of a message with these arguments. */
export const phrase = (id: string, args: Readonly<Record<string, Arg>> = {}, rule = ""): Words => [0, id, Object.entries(args), rule];

/** Text that a person typed, as words. */
export const typed = (text: string): Words => phrase("typed", { text });

/** A reference to a character, a seat, or a thing of the rules. */
export const character = (id: string): Ref => [1, "character", id];
export const seat = (id: string): Ref => [1, "seat", id];
export const term = (name: string): Ref => [1, "term", name];

export const isWords = (value: Arg): value is Words => typeof value === "object" && value[0] === 0;

/** The rule that these words let a reader open, or "". */
export const ruleOf = (words: Sentence): string => (typeof words === "string" ? "" : words[3]);

/** True if there is nothing to say. */
export const isSilent = (words: Sentence): boolean => (typeof words === "string" ? words : words[1]) === "";

/** A list in words: "Anna", "Anna and Ben", "Anna, Ben and Carl"; words that say nothing for an empty list. */
export function listed(things: readonly Arg[]): Words {
  const [first, ...rest] = things;
  if (first === undefined) return phrase("");
  const last = rest.pop();
  if (last === undefined) return phrase("list-one", { last: first });
  return phrase("list-and", { first: rest.reduce<Arg>((before, next) => phrase("list-more", { first: before, next }), first), last });
}

/** A key that is the same for the same words. */
export const wordsKey = (words: Sentence): string => (typeof words === "string" ? words : JSON.stringify(words));
