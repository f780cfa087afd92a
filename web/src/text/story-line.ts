/** The text of a line as spans. Names and typed text are inserted after the message is written, so that only typed
 * text is read as Markdown; until then a private-use character holds each place. */

import { type Writing, refText, written } from "../words/render";
import { sanitized } from "../words/sanitized";
import type { Words } from "../words/words";
import { markdown, type Span } from "./markdown";

export type StorySpan =
  | Exclude<Span, { kind: "strong" | "em" | "link" }>
  /** The name of a character, by its id. */
  | { readonly kind: "name"; readonly id: string }
  | NestedSpan;

export interface NestedSpan {
  readonly kind: "strong" | "em" | "link";
  readonly href?: string;
  readonly spans: readonly StorySpan[];
}

/** The private-use character of the first place; the next for the second, and so on. */
const FIRST_MARK = 0xe000;
const MAX_PLACES = 6400;
const PRIVATE = /[\ue000-\uf8ff]/g;

/** Collects what stands at the places of one text. */
class Places {
  private readonly spans: (readonly StorySpan[])[] = [];

  /** The character that holds the place of these spans. */
  put(spans: readonly StorySpan[]): string {
    if (this.spans.length === MAX_PLACES) return "…";
    this.spans.push(spans);
    return String.fromCharCode(FIRST_MARK + this.spans.length - 1);
  }

  /** The spans of a plain text with places. */
  fill(text: string): StorySpan[] {
    return text.split(/([\ue000-\uf8ff])/).flatMap((piece): readonly StorySpan[] => {
      if (piece === "") return [];
      const place = piece.length === 1 ? piece.charCodeAt(0) - FIRST_MARK : -1;
      return this.spans[place] ?? [{ kind: "text", text: piece }];
    });
  }

  /** The same for the spans of a Markdown text with places. */
  fillAll(spans: readonly Span[]): StorySpan[] {
    return spans.flatMap((span): StorySpan[] => {
      if (span.kind === "text") return this.fill(span.text);
      if (span.kind === "break") return [span];
      return [{ ...span, spans: this.fillAll(span.spans) }];
    });
  }
}

/** The spans of text that a person typed. */
export const typedSpans = (text: string): StorySpan[] => new Places().fillAll(markdown(sanitized(text).replace(PRIVATE, "")));

/** The text of a line that a person typed, or that an older version stored as a whole; "" for any other message. */
export const plainText = ([, id, [only]]: Words): string => {
  const text = only?.[1];
  return (id === "as-it-was" || id === "typed") && typeof text === "string" ? text : "";
};

/** True if a ruling of the Storyteller tells the outcome of a roll. */
export const isOutcome = ([, id]: Words): boolean => /^line-(outcome-.*|topic-and-text|(success|failure)(-topic)?)$/.test(id);

/** A line's text for drawing. */
export function storySpans(text: Words): StorySpan[] {
  const places = new Places();
  const writing: Writing = {
    ref: (ref) => (ref[1] === "character" ? places.put([{ kind: "name", id: ref[2] }]) : refText(ref).replace(PRIVATE, "")),
    typed: (typedText) => {
      const spans = typedSpans(typedText);
      // A message can choose its wording by a plain text.
      const [only] = spans;
      return spans.length === 1 && only?.kind === "text" ? only.text : places.put(spans);
    },
  };
  return places.fill(written(text, writing));
}
