import { expect, test } from "vitest";

const text = (files: Record<string, string>) => Object.values(files).join("\n");

test("a word for what something is for a while has no rule of its own: that would hold for whatever else is so", () => {
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

test("only a mouse lights what it is over: after a tap whatever comes to lie under the finger would be lit", () => {
  const css = text(import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true }));
  const withMouse = /\n( *)@media \(hover: hover\) \{[^]*?\n\1\}/g;
  expect(css.match(withMouse)?.length).toBeGreaterThan(3);
  expect(css.replaceAll(withMouse, "").match(/.*:hover.*/g) ?? []).toEqual([]);
});
