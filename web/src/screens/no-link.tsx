/** The screen without a session: it says why, and takes a pasted link. */

import { createSignal, Show } from "solid-js";
import { LanguageChoice } from "../ui/language-choice";
import { Wordmark } from "../ui/wordmark";

/** The secret of a pasted link: the text after the #, or the whole text. */
const secretOf = (text: string) => text.trim().split("#").at(-1) ?? "";

export function NoLink(props: { why: string; open: (secret: string) => Promise<void> }) {
  const [link, setLink] = createSignal("");
  return (
    <main class="middle door" data-testid="door">
      <Wordmark />
      <p class="lede">A table for those who tell stories in the dark.</p>
      <Show when={props.why}>
        <p class="notice" role="alert" data-testid="door-why">
          {props.why}
        </p>
      </Show>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void props.open(secretOf(link()));
        }}
      >
        <label class="field">
          <span>Open the link that you were given, or paste it here</span>
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
          Come in
        </button>
      </form>
      <p class="quiet small">No account is needed. Whoever runs the table has the host’s link; it is printed when the server starts.</p>
      <LanguageChoice />
    </main>
  );
}
