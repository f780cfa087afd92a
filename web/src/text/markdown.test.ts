import { describe, expect, test } from "vitest";
import { address, MARKS_MOST, markdown, type Span } from "./markdown";
import { character, phrase, term, typed } from "../words/words";
import { storySpans } from "./story-line";

const t = (text: string): Span => ({ kind: "text", text });

/** All texts and all addresses in a result. */
function parts(spans: readonly Span[]): { texts: string[]; hrefs: string[] } {
  const out = { texts: [] as string[], hrefs: [] as string[] };
  for (const span of spans) {
    if (span.kind === "text") out.texts.push(span.text);
    else if (span.kind !== "break") {
      if (span.kind === "link") out.hrefs.push(span.href);
      const inner = parts(span.spans);
      out.texts.push(...inner.texts);
      out.hrefs.push(...inner.hrefs);
    }
  }
  return out;
}

/** The elements that a result is drawn as. */
function marks(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + (span.kind === "text" ? 0 : 1 + ("spans" in span ? marks(span.spans) : 0)), 0);
}

describe("markdown", () => {
  test("knows strong, emphasis, links and line breaks", () => {
    expect(markdown("a **b** *c* _d_\ne")).toEqual([
      t("a "),
      { kind: "strong", spans: [t("b")] },
      t(" "),
      { kind: "em", spans: [t("c")] },
      t(" "),
      { kind: "em", spans: [t("d")] },
      { kind: "break" },
      t("e"),
    ]);
    expect(markdown("[map](https://example.org/a)")).toEqual([{ kind: "link", href: "https://example.org/a", spans: [t("map")] }]);
  });

  test("leaves the full stop after a bare address outside of it", () => {
    expect(markdown("see https://example.org/x.")).toEqual([
      t("see "),
      { kind: "link", href: "https://example.org/x", spans: [t("https://example.org/x")] },
      t("."),
    ]);
  });

  test("leaves snake_case_words, 2 * 3 * 4 and lone stars as they are", () => {
    for (const text of ["snake_case_words", "2 * 3 * 4", "* alone", "** **", "_"]) expect(markdown(text)).toEqual([t(text)]);
  });

  test("markup of other kinds is text", () => {
    expect(parts(markdown("<script>alert(1)</script>")).texts.join("")).toBe("<script>alert(1)</script>");
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//example.org",
    "/relative",
    "blob:https://example.org/1",
    "https://user:pass@example.org/",
    "http://[",
    "https:",
    "about:blank",
  ])("%s is no address that a link may lead to", (text) => {
    expect(address(text)).toBeUndefined();
    expect(parts(markdown(`[x](${text})`)).hrefs).toEqual([]);
  });

  test.each([
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](https://a.b/\"onmouseover=\"alert(1))",
    "[<img src=x onerror=alert(1)>](https://a.b)",
    "![x](https://evil.example/track.png)",
    "**<iframe srcdoc='<script>1</script>'>**",
    "[a](https://a.b)[b](javascript:1)**",
    "&lt;script&gt;",
    "\u202egnp.exe",
  ])("%s becomes text and web addresses, nothing else", (text) => {
    for (const href of parts(markdown(text)).hrefs) expect(new URL(href).protocol).toMatch(/^https?:$/);
  });

  test.each([
    ["*a*", "a"],
    ["**a** ", "a "],
    ["_a_ ", "a "],
    ["**x *a* *b* y**\n", "x a b y"],
    ["https://a.b ", "https://a.b "],
    ["[a](https://a.b)", "a"],
    ["\n", ""],
  ])("a line of %j makes a bounded number of marks, and the rest stays as it was typed", (piece, drawn) => {
    const times = Math.floor(4000 / piece.length);
    const spans = markdown(piece.repeat(times));
    expect(marks(spans)).toBe(MARKS_MOST);
    expect(spans.length).toBeLessThanOrEqual(2 * MARKS_MOST + 1);
    const text = parts(spans).texts.join("");
    expect(text.startsWith(drawn)).toBe(true);
    expect(text.endsWith(piece)).toBe(true);
  });

  test("as many marks as anybody types are all drawn", () => {
    expect(marks(markdown("*a* ".repeat(MARKS_MOST)))).toBe(MARKS_MOST);
    expect(parts(markdown("*a* ".repeat(MARKS_MOST))).texts.join("")).not.toContain("*");
  });

  test("deep nesting and long lines are parsed quickly", () => {
    const start = performance.now();
    markdown("*".repeat(4000));
    markdown("**a".repeat(1300));
    markdown("[".repeat(4000));
    markdown("_a".repeat(2000));
    markdown("https://".repeat(500));
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("a line's text", () => {
  test("shows a mark for what commands a terminal or changes the order of reading", () => {
    expect(storySpans(typed("a\u202eb\u009bc\nd"))).toEqual([t("a\ufffdb\ufffdc"), { kind: "break" }, t("d")]);
  });

  test("only typed text of a message is read as Markdown, and neither names nor the message itself are", () => {
    const line = phrase("list-and", { first: character("anna"), last: typed("*Ben*") });
    expect(storySpans(line)).toEqual([{ kind: "name", id: "anna" }, t(" and "), { kind: "em", spans: [t("Ben")] }]);
    expect(storySpans(phrase("list-and", { first: term("*House trait*"), last: 2 }))).toEqual([t("*House trait* and 2")]);
  });

  test("typed text has no places", () => {
    expect(storySpans(typed("{0} falls"))).toEqual([t("{0} falls")]);
  });

  test("characters of the private range cannot become names", () => {
    expect(storySpans(typed("\ue000\ue001 says"))).toEqual([t(" says")]);
  });
});
