import { expect, test } from "vitest";

const text = (files: Record<string, string>) => Object.values(files).join("\n");

test("a class that marks a state has no rule of its own: it would apply to every element in that state", () => {
  const css = text(import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true })).replaceAll(/\/\*.*?\*\//gs, "");
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
  const css = text(import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true }));
  const withMouse = /\n( *)@media \(hover: hover\) \{[^]*?\n\1\}/g;
  expect(css.match(withMouse)?.length).toBeGreaterThan(3);
  expect(css.replaceAll(withMouse, "").match(/.*:hover.*/g) ?? []).toEqual([]);
});
