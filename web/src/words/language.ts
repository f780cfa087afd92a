/** The reader's language and its texts, as signals: a part that shows a text is drawn again when the language changes. */

import { FluentBundle } from "@fluent/bundle";
import { batch, createSignal } from "solid-js";
import { type Language, chosenLanguage, rulesOf, storeLanguage, type Texts, textsOf } from "./choice";

const [language, setLanguageSignal] = createSignal<Language>(chosenLanguage());
const [bundle, setBundle] = createSignal(new FluentBundle("en"));

export { language };

/** The messages of the reader's language. */
export const messages = bundle;

/** The language for numbers, dates and `<html lang>`. */
export const locale = (): string => (language() === "qps" ? "en" : language());

const bundleOf = (language: Language, texts: Texts): FluentBundle => {
  const made = new FluentBundle(language === "qps" ? "en" : language, { useIsolating: false });
  made.addResource({ body: Object.entries(texts).map(([id, value]) => ({ id, value, attributes: {} })) });
  return made;
};

/** The titles and texts of the rules in a language; the promise fails if they cannot be fetched. */
export const rulesIn = async (wanted: Language): Promise<FluentBundle> => bundleOf(wanted, await rulesOf(wanted));

/** Fetch the texts of a language and show the page in it. */
export async function showLanguage(wanted: Language): Promise<void> {
  const made = bundleOf(wanted, await textsOf(wanted));
  batch(() => {
    setLanguageSignal(wanted);
    setBundle(made);
  });
  document.documentElement.lang = locale();
}

/** Show the page in another language, on this device from now on. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await showLanguage(wanted);
  storeLanguage(wanted);
}

/** The language tag for dates: the browser's own region, if it speaks the reader's language. */
export const dateLocale = (): string => (navigator.language.startsWith(locale()) ? navigator.language : locale());
