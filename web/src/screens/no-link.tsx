/** The screen without a session: it says why, and takes a pasted link. */

import { createSignal, Show } from "solid-js";
import { LanguageChoice } from "../ui/language-choice";
import { inWords, t } from "../words/render";
import { isSilent, type Sentence } from "../words/words";
import { Wordmark } from "../ui/wordmark";

/** The secret of a pasted link: the text after the #, or the whole text. */
const secretOf = (text: string) => text.trim().split("#").at(-1) ?? "";

export function NoLink(props: { why: Sentence; open: (secret: string) => Promise<void> }) {
  const [link, setLink] = createSignal("");
  return (
    <main class="middle door" data-testid="door">
      <h1>
        <Wordmark />
      </h1>
      <p class="lede">{t("page-tagline")}</p>
      <Show when={!isSilent(props.why)}>
        <p class="notice" role="alert" data-testid="door-why">
          {inWords(props.why)}
        </p>
      </Show>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void props.open(secretOf(link()));
        }}
      >
        <label class="field">
          <span>{t("page-ask-link")}</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={link()}
            onInput={(e) => setLink(e.currentTarget.value)}
            data-testid="door-link"
          />
        </label>
        <button type="submit" class="do" disabled={!secretOf(link())}>
          {t("page-do-enter")}
        </button>
      </form>
      <p class="quiet small">{t("page-no-account")}</p>
      <LanguageChoice />
    </main>
  );
}
