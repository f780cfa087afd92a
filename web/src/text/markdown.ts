/** A small safe Markdown: **strong**, *emphasis*, [links](https://...) and bare addresses, line breaks. The result
 * is data, from which `ui/prose.tsx` makes DOM nodes: typed text never becomes HTML. */

export type Span =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "strong" | "em"; readonly spans: readonly Span[] }
  | { readonly kind: "link"; readonly href: string; readonly spans: readonly Span[] };

const MARK =
  /\*\*(?=\S)([^]*?\S)\*\*|\*(?=\S)([^*\n]*?\S)\*|(?<![\p{L}\p{N}])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}])|\[([^\]\n]{1,200})\]\(([^\s()<>"]{1,2000})\)|(https?:\/\/[^\s<>"')\]]{1,2000})|\n/gu;
/** The deepest nesting that is parsed. */
const DEEP = 4;

/** Normalize the address of a link; undefined unless it is http or https without a password. */
export function address(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const web = url.protocol === "http:" || url.protocol === "https:";
  return web && url.username === "" && url.password === "" ? url.href : undefined;
}

export function markdown(text: string, depth = 0): Span[] {
  const spans: Span[] = [];
  const plain = (piece: string) => {
    if (piece) spans.push({ kind: "text", text: piece });
  };
  let from = 0;
  for (const match of depth > DEEP ? [] : text.matchAll(MARK)) {
    const [whole, strong, star, score, label, target, bare] = match;
    plain(text.slice(from, match.index));
    from = match.index + whole.length;
    const em = star ?? score;
    const href = address(target ?? bare?.replace(/[.,;:!?]+$/, "") ?? "");
    if (whole === "\n") spans.push({ kind: "break" });
    else if (strong !== undefined) spans.push({ kind: "strong", spans: markdown(strong, depth + 1) });
    else if (em !== undefined) spans.push({ kind: "em", spans: markdown(em, depth + 1) });
    else if (href === undefined) plain(whole);
    else if (label !== undefined) spans.push({ kind: "link", href, spans: markdown(label, DEEP + 1) });
    else if (bare !== undefined) {
      const trimmed = bare.replace(/[.,;:!?]+$/, "");
      spans.push({ kind: "link", href, spans: [{ kind: "text", text: trimmed }] });
      plain(bare.slice(trimmed.length));
    }
  }
  plain(text.slice(from));
  return spans;
}
