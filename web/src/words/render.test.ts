import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage } from "./choice";
import { chooseLanguage, language, locale, showLanguage } from "./language";
import { nameBy } from "./names";
import { inWords, t } from "./render";
import { character, isSilent, phrase, seat, term, typed } from "./words";

afterEach(async () => {
  localStorage.clear();
  await showLanguage("en");
});

test("a message is shown in the reader's language, and the choice is kept for this device", async () => {
  const both = phrase("list-and", { first: 1000, last: typed("zwei") });
  expect(inWords(both)).toBe("1,000 and zwei");
  await chooseLanguage("de");
  expect(inWords(both)).toBe("1.000 und zwei");
  expect([language(), locale(), document.documentElement.lang, chosenLanguage()]).toEqual(["de", "de", "de", "de"]);
});

test("without a choice the first known language of the browser is shown, else English", () => {
  const browser = vi.spyOn(navigator, "languages", "get");
  for (const [languages, chosen] of [[["fr-CA", "de-AT", "en"], "de"], [["en-GB", "de"], "en"], [["fr"], "en"], [[], "en"]] as const) {
    browser.mockReturnValue(languages);
    expect(chosenLanguage()).toBe(chosen);
  }
  browser.mockRestore();
});

test("characters and seats have their names of the table, things of the rules their message or their own name", () => {
  const all = phrase("list-and", { first: phrase("list-more", { first: character("c1"), next: seat("s1") }), last: term("House trait") });
  const undo = nameBy({ character: (id) => `the character ${id}`, seat: (id) => `the seat ${id}` });
  expect(inWords(all)).toBe("the character c1, the seat s1 and House trait");
  undo();
  expect(inWords(all)).toBe("c1, s1 and House trait");
  expect(inWords(all, { character: () => "Anna", seat: () => "Ben" })).toBe("Anna, Ben and House trait");
});

test("a name that one shown table does not know comes from the other", () => {
  const both = phrase("list-and", { first: character("a"), last: character("b") });
  const scene = nameBy({ character: (id) => ({ a: "Anna", b: "Ben" })[id] ?? "", seat: () => "" });
  const chronicle = nameBy({ character: (id) => ({ a: "Anna" })[id] ?? "", seat: () => "" });
  expect(inWords(both)).toBe("Anna and Ben");
  scene();
  expect(inWords(both)).toBe("Anna and someone");
  chronicle();
});

test("a message that does not exist shows what was typed, or its id, and is reported", () => {
  const report = vi.spyOn(console, "error").mockReturnValue();
  expect(inWords(phrase("no-such-message", { text: "typed", n: 2 }))).toBe("typed");
  expect(inWords(phrase("no-such-message", { n: 2 }))).toBe("no-such-message");
  expect(report).toHaveBeenCalledTimes(2);
  report.mockRestore();
});

test("a stored string is shown as it is, and no words are nothing", () => {
  expect(inWords("{0} as it is")).toBe("{0} as it is");
  expect(inWords(phrase(""))).toBe("");
  expect([isSilent(phrase("")), isSilent(""), isSilent("a"), isSilent(phrase("typed"))]).toEqual([true, true, false, false]);
});

test("the pseudo-language leaves no letter of a message plain, and what people typed as it is", async () => {
  await showLanguage("qps");
  expect(t("page-language")).toMatch(/^\[!! [^A-Za-z]{8} ~+!!\]$/);
  expect(inWords(phrase("list-and", { first: "Anna", last: "Ben" }))).toMatch(/^\[!! Anna [^A-Za-z]+ Ben ~+!!\]$/);
});
