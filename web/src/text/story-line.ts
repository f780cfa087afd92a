/**
 * A line's text holds {0}, {1}, ... for characters and `{{`, `}}` for braces. Names are put in after the Markdown was
 * read, so that a name is never taken for Markdown: until then a private character stands for each.
 */

import { markdown, type Span } from "./markdown";

export type Telling = Exclude<Span, { kind: "strong" | "em" | "link" }> | { readonly kind: "name"; readonly ref: number } | Within;

export interface Within {
  readonly kind: "strong" | "em" | "link";
  readonly href?: string;
  readonly spans: readonly Telling[];
}

const FIRST = 0xe000;
const MOST = 100;
const PRIVATE = /[\ue000-\uf8ff]/g;

function named(text: string): Telling[] {
  const out: Telling[] = [];
  for (const piece of text.split(/([\ue000-\uf8ff])/)) {
    if (piece === "") continue;
    const code = piece.charCodeAt(0) - FIRST;
    if (piece.length === 1 && code >= 0 && code < MOST) out.push({ kind: "name", ref: code });
    else out.push({ kind: "text", text: piece });
  }
  return out;
}

function within(spans: readonly Span[]): Telling[] {
  return spans.flatMap((span): Telling[] => {
    if (span.kind === "text") return named(span.text);
    if (span.kind === "break") return [span];
    return [{ ...span, spans: within(span.spans) }];
  });
}

/** A line's text as what is to be drawn; `ref` is a place in the line's `refs`. */
export function telling(text: string): Telling[] {
  const marked = text.replace(PRIVATE, "").replace(/\{\{|\}\}|\{(\d{1,2})\}/g, (whole, place: string | undefined) => {
    if (place !== undefined) return String.fromCharCode(FIRST + Number(place));
    return whole === "{{" ? "{" : "}";
  });
  return within(markdown(marked));
}
