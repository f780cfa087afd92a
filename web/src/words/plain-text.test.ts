/** No sentence stands in the code of the page: its texts are in the Fluent files. */

import { parse } from "@babel/parser";
import { type Node, traverseFast } from "@babel/types";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** The program's own name, which is the same in every language. */
const NAME = "Coterie";

/** Attributes that a reader sees or hears. */
const SHOWN = /^(title|alt|placeholder|label|summary|aria-(label|description|valuetext|roledescription))$/;

/** A text of so many words is a sentence. */
const WORDS = 3;

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);
const words = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

interface Found {
  readonly line: number;
  readonly text: string;
}

/** The strings that an expression can be: both branches of a condition, and the parts of a template. */
function stringsOf(node: Node | null | undefined): string[] {
  if (node?.type === "StringLiteral") return [node.value];
  if (node?.type === "TemplateLiteral") return node.quasis.map((part) => part.value.cooked ?? "");
  if (node?.type === "ConditionalExpression") return [...stringsOf(node.consequent), ...stringsOf(node.alternate)];
  if (node?.type === "LogicalExpression") return [...stringsOf(node.left), ...stringsOf(node.right)];
  if (node?.type === "JSXExpressionContainer") return stringsOf(node.expression as Node);
  return [];
}

/** True for functions whose texts no reader sees: selectors, and the console. */
function isForPrograms(callee: Node): boolean {
  if (callee.type !== "MemberExpression" && callee.type !== "OptionalMemberExpression") return false;
  const { object, property } = callee;
  return (object.type === "Identifier" && object.name === "console") || (property.type === "Identifier" && /^(querySelector(All)?|closest|matches)$/.test(property.name));
}

/** The texts in a source file that a reader would see: every word in markup and in visible attributes, and sentences
 * anywhere else, but for what the errors and the console say to programmers. */
function plainTexts(source: string): Found[] {
  const found: Found[] = [];
  const passedOver = new Set<Node>();
  const add = (node: Node, text: string) => found.push({ line: node.loc?.start.line ?? 0, text: text.trim().replace(/\s+/g, " ") });
  traverseFast(parse(source, { sourceType: "module", plugins: ["typescript", "jsx"] }), (node) => {
    if (passedOver.has(node)) return;
    const skip = (inner: Node | null | undefined) => inner && traverseFast(inner, (one) => void passedOver.add(one));
    if (node.type === "NewExpression" && node.callee.type === "Identifier" && /^(Range|Type|Syntax)?Error$/.test(node.callee.name)) skip(node);
    else if ((node.type === "CallExpression" || node.type === "OptionalCallExpression") && isForPrograms(node.callee)) skip(node);
    else if (node.type === "JSXElement" && node.openingElement.name.type === "JSXIdentifier" && node.openingElement.name.name === "code") skip(node);
    else if (node.type === "JSXText") {
      if (hasWord(node.value) && node.value.trim() !== NAME) add(node, node.value);
    } else if (node.type === "JSXAttribute") {
      const shown = node.name.type === "JSXIdentifier" ? SHOWN.test(node.name.name) : false;
      const texts = stringsOf(node.value);
      if (shown) for (const text of texts) if (hasWord(text)) add(node, text);
      if (shown || (node.name.type === "JSXIdentifier" && /^(class|style|d)$/.test(node.name.name))) skip(node.value);
      else if (node.value?.type === "JSXExpressionContainer") passedOver.add(node.value);
    } else if (node.type === "JSXExpressionContainer") {
      for (const text of stringsOf(node)) if (hasWord(text)) add(node, text);
      if (stringsOf(node).length) skip(node);
    } else if (node.type === "StringLiteral" || node.type === "DirectiveLiteral") {
      if (words(node.value) >= WORDS) add(node, node.value);
    } else if (node.type === "TemplateLiteral") {
      const text = node.quasis.map((part) => part.value.cooked ?? "").join("…");
      if (words(text) >= WORDS) add(node, text);
    }
  });
  return found;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|testing|^messages\.ts$/.test(file))
  .sort();

test("texts are found wherever a reader would see them", () => {
  const source = `
    const a = "one two three"; const b = \`\${x} two three four\`; const c = "a b"; throw new Error("for a programmer"); x?.querySelector("a b c, d e f");
    const d = <p title={on ? "Open" : t("shut")} role={on ? "alert" : "status"} class="one two three">Text {on() ? "yes" : t("no")} · <b aria-label="Shut">{t("x")}</b><code>make run this</code></p>;`;
  expect(plainTexts(source).map((one) => one.text)).toEqual(["one two three", "… two three four", "Open", "Text", "yes", "Shut"]);
});

test("no text stands in the code of the page", () => {
  const found = new Map(files.map((file) => [file, plainTexts(readFileSync(join(SRC, file), "utf8"))]));
  const wrong = files.flatMap((file) => {
    const there = found.get(file) ?? [];
    return there.map(({ line, text }) => `${file}:${line}: ${text}`);
  });
  expect(files.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
}, 60_000); // it parses every file of the page, which takes longer than the usual limit on a busy machine
