/** Which language the reader wants, and the texts of that language. This file needs neither Solid nor Fluent, so that
 * the entry script can fetch the texts while the page is still loading. */

import early from "virtual:words/early";
import { device } from "../browser/storage";
import { overlayInAddress } from "../browser/stream-overlay";

/** The languages of the menu. */
export const LANGUAGES = ["en", "de"] as const;

/** `qps` is the pseudo-language of the tests: English with accents on every letter. */
export type Language = (typeof LANGUAGES)[number] | "qps";

export type Texts = (typeof import("virtual:words/en"))["default"];

const KEY = "coterie.language";

type Fetch = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>;

const FETCH: Fetch = {
  en: () => import("virtual:words/en"),
  de: () => import("virtual:words/de"),
  qps: () => import("virtual:words/qps"),
};

const FETCH_RULES: Fetch = {
  en: () => import("virtual:words/en/rules"),
  de: () => import("virtual:words/de/rules"),
  qps: () => import("virtual:words/qps/rules"),
};

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(FETCH, tag);

/** The language in an overlay's address, else the stored choice of this device, else the first of the browser's languages that the page has, else English. */
export function chosenLanguage(): Language {
  const chosen = overlayInAddress() || device.get(KEY);
  if (isLanguage(chosen)) return chosen;
  const wanted = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return LANGUAGES.find((one) => one === wanted.find((tag) => (LANGUAGES as readonly string[]).includes(tag))) ?? "en";
}

export const storeLanguage = (language: Language): void => device.set(KEY, language);

/** Returns what `fetch` brings, fetched once for each language. A failed fetch is tried again at the next call. */
function once(fetch: Fetch): (language: Language) => Promise<Texts> {
  const fetched = new Map<Language, Promise<Texts>>();
  return (language) => {
    const known = fetched.get(language);
    if (known !== undefined) return known;
    const texts = fetch[language]().then((module) => module.default);
    fetched.set(language, texts);
    texts.catch(() => fetched.delete(language));
    return texts;
  };
}

/** The texts of a language. */
export const textsOf = once(FETCH);

/** The titles and texts of the rules in a language. */
export const rulesOf = once(FETCH_RULES);

/** A text of `early.ftl`, which is part of the entry script. */
export const earlyText = (id: string): string => early[chosenLanguage()]?.[id] ?? id;
