/** The story as a file to keep: what this reader was told, in Markdown. */

import type { Line, Roll } from "../messages";
import { resultWord } from "./dice";
import { fileName } from "./filename";
import type { Entry } from "./story";
import { type Telling, telling } from "./template";

export interface Names {
  readonly character: (id: string) => string;
  readonly seat: (id: string) => string;
  /** Who shares it, "" where everybody does. */
  readonly secrecy: (entry: Entry) => string;
}

export const storyFileName = (title: string): string => fileName(title, "story", "md");

/** All that was told, a paragraph each, under the days on which it was. */
export function storyText(title: string, entries: readonly Entry[], names: Names): string {
  const paragraphs = [`# ${escaped(title)}`];
  let day = "";
  for (const entry of entries) {
    const today = new Date(entry.at).toLocaleDateString("en-CA"); // 2026-11-21
    if (entry.at && today !== day) paragraphs.push(`## ${today}`);
    if (entry.at) day = today;
    const words = entry.record.type === "Roll" ? rolled(entry.record, names) : told(entry.record as Line, names);
    const shared = names.secrecy(entry);
    const marked = shared ? `${words} (${escaped(shared)})` : words;
    paragraphs.push(entry.record.type === "Roll" ? `> ${marked}` : marked);
  }
  return `${paragraphs.join("\n\n")}\n`;
}

function told(line: Line, names: Names): string {
  const text = written(telling(line.text), (ref) => names.character(line.refs[ref] ?? ""));
  if (line.kind !== "said" && line.kind !== "whispered") return line.kind === "ruled" ? `*Ruled:* ${text}` : text;
  const inCharacter = line.refs.length > 0 && !line.text.includes("{0}");
  const who = inCharacter ? names.character(line.refs[0] ?? "") : names.seat(line.who) || "Someone";
  return `**${escaped(who)}**: ${text}`;
}

function rolled(roll: Roll, names: Names): string {
  const who = roll.actor ? names.character(roll.actor) : names.seat(roll.who) || "Someone";
  const pool = roll.parts.map(([label, dice]) => `${dice < 0 ? "−" : "+"} ${label} ${Math.abs(dice)}`).join(" ").replace(/^\+ /, "");
  const against = roll.difficulty ? `, difficulty ${roll.difficulty}` : "";
  const faces = roll.faces.map((die) => die.join("/")).join(" ") || "no dice";
  const why = roll.ruled || roll.why;
  const about = roll.reason ? `, ${roll.reason}` : "";
  return `**${escaped(who)}**${escaped(about)} (${escaped(pool)}${against}): ${faces} – **${resultWord(roll)}**. ${escaped(why)}`.trimEnd();
}

function written(spans: readonly Telling[], name: (ref: number) => string): string {
  return spans
    .map((span): string => {
      if (span.kind === "name") return escaped(name(span.ref));
      if (span.kind === "text") return escaped(span.text);
      if (span.kind === "break") return "  \n";
      const inner = written(span.spans, name);
      if (span.kind === "link") return `[${inner}](<${span.href}>)`;
      return span.kind === "strong" ? `**${inner}**` : `*${inner}*`;
    })
    .join("");
}

/** What people typed, safe to stand in Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|!~]/g, "\\$&").replace(/\n/g, "  \n");
