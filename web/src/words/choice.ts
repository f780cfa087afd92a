/** Which language the reader wants, and the texts of that language. This file needs neither Solid nor Fluent, so that
 * the entry script can fetch the texts while the page is still loading. */

import early from "virtual:words/early";
import { device } from "../browser/storage";

/** The languages of the menu. */
export const LANGUAGES = ["en", "de"] as const;

/** `qps` is the pseudo-language of the tests: English with accents on every letter. */
export type Language = (typeof LANGUAGES)[number] | "qps";

export type Texts = (typeof import("virtual:words/en"))["default"];

const KEY = "coterie.language";

const FETCH: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import("virtual:words/en"),
  de: () => import("virtual:words/de"),
  qps: () => import("virtual:words/qps"),
};

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(FETCH, tag);

/** The stored choice of this device, else the first of the browser's languages that the page has, else English. */
export function chosenLanguage(): Language {
  const stored = device.get(KEY);
  if (isLanguage(stored)) return stored;
  const wanted = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return LANGUAGES.find((one) => one === wanted.find((tag) => (LANGUAGES as readonly string[]).includes(tag))) ?? "en";
}

export const storeLanguage = (language: Language): void => device.set(KEY, language);

const fetched = new Map<Language, Promise<Texts>>();

/** The texts of a language, fetched once. A failed fetch is tried again at the next call. */
export function textsOf(language: Language): Promise<Texts> {
  const known = fetched.get(language);
  if (known !== undefined) return known;
  const texts = FETCH[language]().then((module) => module.default);
  fetched.set(language, texts);
  texts.catch(() => fetched.delete(language));
  return texts;
}

/** A text of `early.ftl`, which is part of the entry script. */
export const earlyText = (id: string): string => early[chosenLanguage()]?.[id] ?? id;
