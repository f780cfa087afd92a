/** The story as a Markdown file, as far as this reader may know it. */

import type { Line, Roll } from "../messages";
import { resultWord } from "../text/dice";
import { fileName } from "./file-name";
import { sanitized } from "../words/sanitized";
import type { Entry } from "../state/story";
import { explanation } from "../text/explanation";
import { partName } from "../text/odds";
import { inWords, t } from "../words/render";
import { typed } from "../words/words";
import { isOutcome, type StorySpan, storySpans } from "../text/story-line";

export interface Names {
  readonly character: (id: string) => string;
  readonly seat: (id: string) => string;
  /** Names the audience of an entry; "" if every seat may read it. */
  readonly secrecy: (entry: Entry) => string;
  readonly takenBack: (entry: Entry) => boolean;
  /** The text of the handout that an entry showed, "" for none. */
  readonly handout: (entry: Entry) => string;
}

export const storyFileName = (title: string): string => fileName(title, "story", "md");

/** All entries of the story, a paragraph each, below a heading for each day. */
export function storyText(title: string, entries: readonly Entry[], names: Names): string {
  const paragraphs = [`# ${inOneLine(title)}`];
  let day = "";
  for (const entry of entries) {
    const today = new Date(entry.at).toLocaleDateString("en-CA"); // 2026-11-21
    if (entry.at && today !== day) paragraphs.push(`## ${today}`);
    if (entry.at) day = today;
    const words = entry.record.type === "Roll" ? rollText(entry.record, names) : lineText(entry.record as Line, names);
    const shared = names.secrecy(entry);
    const text = paragraph(shared ? `${words} (${inOneLine(shared)})` : words);
    const marked = names.takenBack(entry) ? `~~${text}~~` : text;
    paragraphs.push(entry.record.type === "Roll" ? `> ${marked}` : marked);
    const handout = names.handout(entry);
    if (handout) paragraphs.push(`> ${paragraph(toMarkdown(storySpans(typed(handout)), names.character)).replace(/\n/g, "\n> ")}`);
  }
  return `${paragraphs.join("\n\n")}\n`;
}

function lineText(line: Line, names: Names): string {
  const text = toMarkdown(storySpans(line.text), names.character);
  if (line.kind !== "said" && line.kind !== "whispered") return line.kind === "ruled" ? `*${t(isOutcome(line.text) ? "page-file-outcome" : "page-file-ruled")}* ${text}` : text;
  const who = line.actor ? names.character(line.actor) : names.seat(line.who) || t("page-someone");
  return `**${inOneLine(who)}**: ${text}`;
}

function rollText(roll: Roll, names: Names): string {
  const who = roll.actor ? names.character(roll.actor) : names.seat(roll.who) || t("page-someone");
  const pool = roll.parts.map(([label, dice]) => `${dice < 0 ? "−" : "+"} ${partName(label)} ${Math.abs(dice)}`).join(" ").replace(/^\+ /, "");
  const against = roll.difficulty ? `, ${t("page-file-difficulty", { n: roll.difficulty })}` : "";
  const faces = roll.faces.map((die) => die.join("/")).join(" ") || t("page-file-no-dice");
  const why = inWords(roll.ruled) || inWords(explanation(roll));
  const reason = inWords(roll.reason);
  const about = reason ? `, ${reason}` : "";
  return `**${inOneLine(who)}**${escaped(about)} (${escaped(pool)}${against}): ${faces} – **${resultWord(roll)}**. ${escaped(why)}`;
}

function toMarkdown(spans: readonly StorySpan[], name: (character: string) => string): string {
  return spans
    .map((span): string => {
      if (span.kind === "name") return inOneLine(name(span.id));
      if (span.kind === "text") return escaped(span.text);
      if (span.kind === "break") return "\n";
      const inner = toMarkdown(span.spans, name);
      if (span.kind === "link") return `[${inner}](<${span.href}>)`;
      return span.kind === "strong" ? `**${inner}**` : `*${inner}*`;
    })
    .join("");
}

/** Text as a single Markdown paragraph: no line of it begins a heading, a list, a rule or a table. */
function paragraph(text: string): string {
  const lines = text.trim().split("\n").map((line) => line.trim().replace(/^(?=[-+=]|:-)|^(\d+)(?=[.)](?:\s|$))/, "$1\\"));
  const last = lines.pop() ?? "";
  return lines.map((line) => (line ? `${line}  \n` : "\\\n")).join("") + last;
}

/** Escape the characters that have a meaning in Markdown. */
const escaped = (text: string): string => sanitized(text).replace(/[\\`*_[\]<>#|!~]|&(?=\w+;)/g, "\\$&");

/** The same, in one line. */
const inOneLine = (text: string): string => escaped(text).replace(/\n/g, " ");
