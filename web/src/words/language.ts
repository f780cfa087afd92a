/** The reader's language and its texts, as signals: whatever shows a text is drawn again when the language changes. */

import { FluentBundle } from "@fluent/bundle";
import { batch, createSignal } from "solid-js";
import { type Language, chosenLanguage, storeLanguage, textsOf } from "./choice";

const [language, setLanguageSignal] = createSignal<Language>(chosenLanguage());
const [bundle, setBundle] = createSignal(new FluentBundle("en"));

export { language };

/** The messages of the reader's language. */
export const messages = bundle;

/** The language for numbers, dates and `<html lang>`. */
export const locale = (): string => (language() === "qps" ? "en" : language());

/** Fetch the texts of a language and show the page in it. */
export async function showLanguage(wanted: Language): Promise<void> {
  const texts = await textsOf(wanted);
  const made = new FluentBundle(wanted === "qps" ? "en" : wanted, { useIsolating: false });
  made.addResource({ body: Object.entries(texts).map(([id, value]) => ({ id, value, attributes: {} })) });
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
