/** The commands that a line of the text field may begin with: their meaning, and their completions. */

import { MOST_TRAITS, readPool } from "../forms/typed-pool";
import type { SavedRoll } from "../messages";
import { savedRolls } from "../characters/saved-rolls";
import type { Table } from "../state/table";
import { plain } from "../text/plain";
import { t, termText } from "../words/render";
import { phrase, type Sentence } from "../words/words";

/** The facts that the commands depend on. */
export interface SlashContext {
  readonly isStoryteller: boolean;
  /** The chosen speaker, "" for the person. */
  readonly speaker: string;
  /** The names that a whisper can go to, nobody's own among them. The Storyteller has two: her name and "Storyteller". */
  readonly seats: readonly { readonly id: string; readonly name: string }[];
  /** The traits on the speaker's sheet, as they are stored. */
  readonly traits: readonly string[];
  /** The rolls that the person saved for the speaker. */
  readonly saved: readonly SavedRoll[];
}

export type Meaning =
  | { readonly kind: "say"; readonly text: string; readonly actor: string; readonly to: readonly string[]; readonly aside?: true }
  | { readonly kind: "throw"; readonly text: string }
  | {
      readonly kind: "roll";
      readonly reason: string;
      readonly traits: readonly string[];
      readonly difficulty: number;
      readonly bonus?: number;
      readonly penalty?: number;
      readonly specialty?: boolean;
    }
  | { readonly kind: "refused"; readonly why: Sentence };

export interface Completion {
  /** The whole line after the completion is taken. */
  readonly line: string;
  readonly label: string;
  /** The message id of the hint, "" for none. */
  readonly hint: string;
}

/** The most completions that are listed. */
const OFFERED = 8;

/** The facts at this table. */
export function contextOf(table: Table, speaker: string): SlashContext {
  const isStoryteller = table.isStoryteller();
  const seats = (table.presence()?.seats ?? [])
    .filter(({ id, role }) => id !== table.seat() && role !== "spectator")
    .map(({ id, name, role }) => ({ id: role === "storyteller" ? role : id, name }));
  const storyteller = { id: "storyteller", name: t("page-panel-storyteller") };
  return {
    isStoryteller,
    speaker,
    seats: isStoryteller || seats.some(({ name }) => name === storyteller.name) ? seats : [...seats, storyteller],
    traits: (table.get("Sheet", speaker)?.traits ?? []).map(([name]) => name),
    saved: savedRolls(table, speaker),
  };
}

/** The command of a line, and its fields. */
export function commandOf({ kind, ...fields }: Exclude<Meaning, { kind: "refused" }>, speaker: string) {
  if (kind === "say") return ["Say", fields] as const;
  return [kind === "throw" ? "ThrowAsTyped" : "Roll", { ...fields, actor: speaker }] as const;
}

/** The completions that are listed for a line. */
export const offered = (line: string, table: Table, speaker: string): Completion[] =>
  completions(line, contextOf(table, speaker)).slice(0, OFFERED);

/** The start of a line for the text roller; the server reads the rest. */
const FOR_THE_ROLLER = /^(\?[a-z]|\/(throw|roll|r)(?![a-z]))/i;
/** A roll by the names of traits: "/r Strength + Brawl 6 # reason". */
const ROLL_BY_NAME = /^\/(?:roll|r)\s+(\p{L}[^#]*?)\s*(\d+)?\s*(?:#\s*(.*))?$/iu;
/** A roll by the name of a saved roll: "/r Climb". */
const SAVED_ROLL = /^\/(?:roll|r)\s+(.*)$/i;
const COMMAND = /^\/(w|ooc|n)(?:\s+([^]*))?$/i;

const COMMANDS = [
  { name: "/r", hint: "page-slash-roll", storyteller: false },
  { name: "/roll", hint: "page-slash-roll", storyteller: false },
  { name: "/w", hint: "page-slash-whisper", storyteller: false },
  { name: "/ooc", hint: "page-slash-aside", storyteller: false },
  { name: "/n", hint: "page-slash-narrate", storyteller: true },
] as const;

/** The seat whose name the text begins with; the longest name wins. */
const seatNamed = (text: string, seats: SlashContext["seats"]) =>
  [...seats].sort((a, b) => b.name.length - a.name.length).find(({ name }) => plain(`${text} `).startsWith(`${plain(name)} `));

/** The meaning of a line, which goes to the seats in `to`. `/w` names its own addressee instead. */
export function meaning(line: string, context: SlashContext, to: readonly string[]): Meaning {
  const found = COMMAND.exec(line);
  const rest = found?.[2]?.trim() ?? "";
  const command = plain(found?.[1] ?? "");
  if (command === "w") {
    const seat = seatNamed(rest, context.seats);
    const text = rest.slice(seat?.name.length ?? 0).trim();
    const example = context.seats[0]?.name;
    if (example === undefined) return { kind: "refused", why: phrase("page-slash-nobody") };
    if (seat === undefined || text === "") return { kind: "refused", why: phrase("page-slash-whom", { who: example }) };
    return { kind: "say", text, actor: context.speaker, to: [seat.id] };
  }
  if (command === "ooc" || (command === "n" && context.isStoryteller)) {
    if (rest === "") return { kind: "refused", why: phrase("page-slash-nothing") };
    return { kind: "say", text: rest, actor: "", to, ...(command === "ooc" && to.length === 0 ? { aside: true } : {}) };
  }
  // Whispered by mistake, a roll would look as if it had been made.
  if (to.length > 0 && line.startsWith("/") && FOR_THE_ROLLER.test(line)) return { kind: "refused", why: phrase("page-slash-whispered-roll") };
  if (to.length > 0 || !FOR_THE_ROLLER.test(line)) return { kind: "say", text: line, actor: context.speaker, to };
  const name = plain(SAVED_ROLL.exec(line)?.[1] ?? "");
  const saved = context.saved.find((roll) => plain(roll.name) === name);
  if (saved !== undefined) {
    const { traits, difficulty, modifier, specialty } = saved;
    return { kind: "roll", reason: "", traits, difficulty, bonus: Math.max(modifier, 0), penalty: Math.max(-modifier, 0), specialty };
  }
  const [, names = "", difficulty = "0", reason = ""] = ROLL_BY_NAME.exec(line) ?? [];
  const { traits, dice, unknown } = readPool(names, context.traits.map((value) => ({ value, label: termText(value) })));
  if (traits.length > 0 && dice === 0 && unknown === "") return { kind: "roll", reason, traits, difficulty: Number(difficulty) };
  if (unknown !== "" && !unknown.startsWith("-")) {
    if (context.traits.length === 0) return { kind: "refused", why: phrase("page-slash-no-traits") };
    return { kind: "refused", why: phrase(traits.length === MOST_TRAITS ? "page-slash-two-traits" : "page-slash-no-such-trait", { word: unknown }) };
  }
  return { kind: "throw", text: line };
}

/** The completions of a line: commands, the names of seats, or saved rolls and traits. */
export function completions(line: string, context: SlashContext): Completion[] {
  if (/^\/\w*$/.test(line)) {
    return COMMANDS.filter(({ name, storyteller }) => name.startsWith(plain(line)) && (!storyteller || context.isStoryteller))
      .map(({ name, hint }) => ({ line: `${name} `, label: name, hint }));
  }
  const whisper = /^(\/w\s+)(\S*)$/i.exec(line);
  if (whisper) {
    const [, start = "", typed = ""] = whisper;
    return context.seats.filter(({ name }) => plain(name).startsWith(plain(typed)))
      .map(({ name }) => ({ line: `${start}${name} `, label: name, hint: "" }));
  }
  const roll = /^(\/(?:roll|r)\s+(?:[^#+]*\+\s*)?)(\p{L}*)$/iu.exec(line);
  if (roll === null) return [];
  const [, start = "", typed = ""] = roll;
  const first = !start.includes("+");
  const next = first ? " + " : "";
  const saved = context.saved
    .filter(({ name }) => first && plain(name).startsWith(plain(typed)) && plain(name) !== plain(typed))
    .map(({ name }) => ({ line: `${start}${name}`, label: name, hint: "" }));
  const names = context.traits.map((trait) => termText(trait));
  // After a whole name, Enter sends the line.
  if ([...names, ...context.saved.map(({ name }) => name)].some((name) => plain(name) === plain(typed))) return [];
  const traits = names
    .filter((name) => plain(name).startsWith(plain(typed)) && !plain(start).includes(plain(name)))
    .map((name) => ({ line: `${start}${name}${next}`, label: name, hint: "" }));
  return [...saved, ...traits];
}
