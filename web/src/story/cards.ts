/** The entries of the story as cards: the rolls and lines of one attack are one card. */

import type { Entry } from "../state/story";
import type { Line, Roll } from "../messages";
import { inWords } from "../words/render";
import type { Arg, Ref, Words } from "../words/words";

export interface Card {
  readonly key: string;
  /** One entry; or all entries of a group that has a roll. */
  readonly entries: readonly Entry[];
  /** The group, "" for a single entry. */
  readonly group: string;
  /** The entry before the card. */
  readonly before: Entry | undefined;
}

/** The group of an entry. A record that an older page or server stored has none. */
export const groupOf = ({ record }: Entry): string => (record as Line | Roll).group ?? "";

export const isRoll = ({ record }: Entry): boolean => record.type === "Roll";

/** The cards of these entries, in the order of their first entries. A group without rolls stays single lines, because
 * its lines say everything. */
export function cards(entries: readonly Entry[]): Card[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groupOf(entry);
    if (group !== "") groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  const drawn = new Set<string>();
  return entries.flatMap((entry, place): Card[] => {
    const [group, before] = [groupOf(entry), entries[place - 1]];
    const members = groups.get(group) ?? [];
    if (!members.some(isRoll)) return [{ key: entry.key, entries: [entry], group: "", before }];
    if (drawn.has(group)) return [];
    drawn.add(group);
    return [{ key: `group ${group}`, entries: members, group, before }];
  });
}

export const isSameCard = (a: Card, b: Card): boolean =>
  a.before === b.before && a.entries.length === b.entries.length && a.entries.every((entry, place) => entry === b.entries[place]);

export const rollsOf = (card: Card): Roll[] => card.entries.filter(isRoll).map(({ record }) => record as Roll);

/** The two characters of an attack: the first roll with a target names them. Undefined if no roll has a target. */
export function fighters(rolls: readonly Roll[]): { readonly by: string; readonly on: string } | undefined {
  const first = rolls.find((roll) => roll.on !== "" && roll.actor !== "");
  return first && (isSoak(first) ? { by: first.on, on: first.actor } : { by: first.actor, on: first.on });
}

const reasonId = ({ reason }: Roll): string => (typeof reason === "string" ? "" : reason[1]);
/** True for a roll of damage or soak. */
export const isHarm = (roll: Roll): boolean => isDamage(roll) || isSoak(roll);
export const isDamage = (roll: Roll): boolean => reasonId(roll) === "roll-damage";
const isSoak = (roll: Roll): boolean => reasonId(roll) === "roll-soak";

/** The reason that all these rolls share, or "". */
export function sharedReason(rolls: readonly Roll[]): string {
  const [first = "", ...rest] = rolls.map((roll) => inWords(roll.reason));
  return rest.every((reason) => reason === first) ? first : "";
}

/** Successes that a roll subtracts from another, or undefined if this reader does not know them. */
const known = (roll: Roll | undefined): number | undefined =>
  roll === undefined || roll.result === "untold" ? undefined : Math.max(roll.net, 0);

/** The sum of two opposed rolls as figures: "4 − 2 = 2"; the first alone without a second; "" if a number is hidden. */
function opposed(first: Roll | undefined, second: Roll | undefined): string {
  const [more, less] = [known(first), known(second)];
  if (more === undefined || (second !== undefined && less === undefined)) return "";
  return less === undefined ? `${more}` : `${more} − ${less} = ${Math.max(more - less, 0)}`;
}

/** The lines that a folded card tells in short: what came of an attack, and how its target met it. */
const OUTCOME = /^line-(attack-hits|attack-misses|no-wound|wounded)$/;
const ANSWER = /^line-(aborts-to|abort-failed)$/;

const argOf = ({ text }: Line, name: string): Arg | undefined => text[2].find(([key]) => key === name)?.[1];

/** A line of an attack in short, for a card that names the two fighters: "missed". "" for a roll, for a line about
 * somebody else, and for a line that only some seats see. */
function inShort({ record, audience }: Entry, told: RegExp, sides: ReturnType<typeof fighters>): string {
  if (!sides || audience !== "everyone" || record.type !== "Line") return "";
  const about = argOf(record, "target") ?? argOf(record, "who");
  const id = told.exec(record.text[1])?.[1];
  return id && about && (about as Ref)[2] === sides.on ? inWords([0, `page-card-${id}`, record.text[2], ""]) : "";
}

export const outcomeInShort = (entry: Entry, sides: ReturnType<typeof fighters>): string => inShort(entry, OUTCOME, sides);
export const answerInShort = (entry: Entry, sides: ReturnType<typeof fighters>): string => inShort(entry, ANSWER, sides);

/** The manoeuvre of an attack, in words. */
export function manoeuvreInWords({ entries }: Card): string {
  const made = entries.find(({ record }) => /^line-attack/.test((record as Line).text?.[1]))?.record as Line | undefined;
  return made ? inWords(argOf(made, "how") as Words) : "";
}

/** The figures of an attack: attack and defence, then damage and soak. */
export function exchangeFigures(rolls: readonly Roll[]): { readonly hits: string; readonly harm: string } {
  const sides = fighters(rolls);
  const plain = rolls.filter((roll) => !isHarm(roll) && roll.on !== ""); // the test to abort is against nobody
  const attack = plain.find((roll) => roll.actor === sides?.by);
  const defence = plain.find((roll) => roll.actor === sides?.on);
  return { hits: opposed(attack, defence), harm: opposed(rolls.find(isDamage), rolls.find(isSoak)) };
}
