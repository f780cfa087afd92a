import { expect, test } from "vitest";

const text = (files: Record<string, string>) => Object.values(files).join("\n");
const files = import.meta.glob<string>("../*/*.css", { query: "?raw", import: "default", eager: true });
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, "");
const css = withoutComments(text(files));
const code = text(import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], { query: "?raw", import: "default", eager: true }));

test("a class that marks a state has no rule of its own: it would apply to every element in that state", () => {
  const rules = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = ""]) => selectors.split(","));
  const alone = new Set(rules.flatMap((selector) => /^\s*\.([\w-]+)(:[^\s]*)?\s*$/.exec(selector)?.[1] ?? []));
  const pages = text(import.meta.glob<string>("../*/*.tsx", { query: "?raw", import: "default", eager: true }));
  const states = [...pages.matchAll(/classList=\{\{(.*?)\}\}/gs)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"?([\w-]+)"?:/g)].map(([, word = ""]) => word),
  );
  expect(states.length).toBeGreaterThan(30);
  expect(alone.size).toBeGreaterThan(50);
  expect(states.filter((word) => alone.has(word))).toEqual([]);
});

test("hover styles need a mouse: after a tap they would stay on the element under the finger", () => {
  const withMouse = /\n( *)@media \(hover: hover\) \{[^]*?\n\1\}/g;
  expect(css.match(withMouse)?.length).toBeGreaterThan(3);
  expect(css.replaceAll(withMouse, "").match(/.*:hover.*/g) ?? []).toEqual([]);
});

test("text has five sizes; what is printed, and figures that are drawn, have their own", () => {
  const onScreen = withoutComments(text(Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith("printed-sheet.css")))));
  const sizes = [...onScreen.matchAll(/font(?:-size)?: ([^;]+);/g)].map(([, size = ""]) => size).filter((size) => !size.startsWith('"'));
  expect(sizes.length).toBeGreaterThan(60);
  const outside = sizes.filter((size) => !/var\(--text-[1-5]\)|^inherit$/.test(size));
  expect(outside).toEqual(["400 106.25% / 1.5 var(--sans)", "600 15px var(--sans)"]);
  expect(new Set(onScreen.match(/--text-\d:/g)).size).toBe(5);
});

test("italics are for voices: only the story has them", () => {
  const italic = Object.entries(files).filter(([, rules]) => rules.includes("font-style: italic;"));
  expect(italic.map(([name]) => name).sort()).toEqual(["./base.css", "./story.css"]);
  expect(files["./base.css"]?.match(/font-style: italic;/g), "the font itself").toHaveLength(1);
});

test("every custom property and every class with a rule is used", () => {
  const set = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name = ""]) => name));
  expect([...set].filter((name) => !css.includes(`var(${name})`) && !css.includes(`var(${name},`))).toEqual([]);
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, selector = ""]) => selector).join("\n");
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));
  expect(classes.size).toBeGreaterThan(200);
  expect([...classes].filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code))).toEqual([]);
});

test("a file of styles has at most 400 lines", () => {
  expect(Object.entries(files).filter(([, rules]) => rules.split("\n").length > 400).map(([name]) => name)).toEqual([]);
});

test("red is for harm, danger and secrets, gold for success and for what is the reader's own; a main button has neither", () => {
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => [selector.trim().replaceAll(/\s+/g, " "), body] as const);
  const using = (colour: RegExp) => rules.filter(([, body]) => colour.test(body)).map(([selector]) => selector);
  const golden = using(/var\(--gold/);
  const red = using(/var\(--blood/);
  expect(golden.length).toBeGreaterThan(10);
  expect(red.length).toBeGreaterThan(20);
  expect(golden.filter((selector) => !/\.(mine|own|lit|twice|good|helps|written|chain|wordmark|bar-of)(?![\w-])|^40%$/.test(selector))).toEqual([]);
  expect(red.filter((selector) => /\bdo\b|checked|count|step|tab/.test(selector))).toEqual([]);
});

test("the offer to stay signed in lies over the page: nothing moves when it comes or goes", () => {
  expect(/\.stay \{([^}]*)\}/.exec(css)?.[1]).toContain("position: absolute");
});
