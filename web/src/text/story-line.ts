/** The text of a line holds {0}, {1}, ... for characters and `{{`, `}}` for braces. Names are inserted after the
 * Markdown is parsed, so that a name is never read as Markdown; until then a private-use character holds each
 * place. */

import { markdown, type Span } from "./markdown";

export type StorySpan = Exclude<Span, { kind: "strong" | "em" | "link" }> | { readonly kind: "name"; readonly ref: number } | NestedSpan;

export interface NestedSpan {
  readonly kind: "strong" | "em" | "link";
  readonly href?: string;
  readonly spans: readonly StorySpan[];
}

/** The private-use character for {0}; the next for {1}, and so on. */
const FIRST_MARK = 0xe000;
const MAX_REFS = 100;
const PRIVATE = /[\ue000-\uf8ff]/g;

function withNames(text: string): StorySpan[] {
  const out: StorySpan[] = [];
  for (const piece of text.split(/([\ue000-\uf8ff])/)) {
    if (piece === "") continue;
    const code = piece.charCodeAt(0) - FIRST_MARK;
    if (piece.length === 1 && code >= 0 && code < MAX_REFS) out.push({ kind: "name", ref: code });
    else out.push({ kind: "text", text: piece });
  }
  return out;
}

function convertSpans(spans: readonly Span[]): StorySpan[] {
  return spans.flatMap((span): StorySpan[] => {
    if (span.kind === "text") return withNames(span.text);
    if (span.kind === "break") return [span];
    return [{ ...span, spans: convertSpans(span.spans) }];
  });
}

/** Parse a line's text for drawing; `ref` is an index into the line's `refs`. */
export function storySpans(text: string): StorySpan[] {
  const marked = text.replace(PRIVATE, "").replace(/\{\{|\}\}|\{(\d{1,2})\}/g, (whole, place: string | undefined) => {
    if (place !== undefined) return String.fromCharCode(FIRST_MARK + Number(place));
    return whole === "{{" ? "{" : "}";
  });
  return convertSpans(markdown(marked));
}
