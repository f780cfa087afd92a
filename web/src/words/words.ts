/** A sentence as data, as the server sends it (`domain/core/words.py`): a message id and its arguments. The structs are
 * arrays on the wire, and stay arrays here. */

/** A reference to something that has a name elsewhere: a character, a seat, or a thing of the rules by its stored
 * name. */
export type Ref = readonly [tag: 1, kind: "character" | "seat" | "term", id: string];

/** An argument: a number, text that a person typed, a reference, or nested words. */
export type Arg = number | string | Ref | Words;

/** A message id ("" says nothing), the arguments by name, and the number of the rule that a reader can open, or "". */
export type Words = readonly [tag: 0, id: string, args: readonly (readonly [name: string, arg: Arg])[], rule: string];

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
export const ruleOf = (words: Words | string): string => (typeof words === "string" ? "" : words[3]);

/** True if there is nothing to say. */
export const isSilent = (words: Words | string): boolean => (typeof words === "string" ? words : words[1]) === "";
