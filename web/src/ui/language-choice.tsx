/** The choice of the page's language, for this device. */

import { For } from "solid-js";
import { LANGUAGES, type Language } from "../words/choice";
import { chooseLanguage, language } from "../words/language";
import { t } from "../words/render";

export function LanguageChoice() {
  return (
    <label class="language">
      <span class="sr">{t("page-language")}</span>
      <select
        value={language()}
        title={t("page-language")}
        onChange={({ currentTarget: select }) => {
          // If the texts do not arrive, the page stays as it is.
          chooseLanguage(select.value as Language).catch(() => (select.value = language()));
        }}
        data-testid="language"
      >
        <For each={LANGUAGES}>
          {(one) => (
            <option value={one} lang={one} selected={one === language()}>
              {t(`page-language-${one}`)}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}
