/** Buttons that copy a text or a link with one press. */

import { createSignal } from "solid-js";
import { t } from "../words/render";

interface Props {
  readonly text: string;
  readonly label: string;
  /** A longer name of the button for screen readers. */
  readonly name?: string;
  readonly class?: string;
  readonly testid?: string;
  /** Called after a press, with false if the browser refused. */
  readonly copied?: (done: boolean) => void;
}

/** Copies a text, and says so until it loses the focus. */
export function CopyButton(props: Props) {
  /** The message that says how the last press ended; "" before it. */
  const [result, setResult] = createSignal("");
  const copy = async () => {
    const done = await toClipboard(props.text);
    setResult(done ? "page-copied" : "page-copy-by-hand");
    props.copied?.(done);
  };
  return (
    <button type="button" class={props.class} aria-label={result() ? undefined : props.name} onBlur={() => setResult("")} onClick={() => void copy()} data-testid={props.testid}>
      {result() ? t(result()) : props.label}
    </button>
  );
}

/** Copies the link of a seat or a chronicle. */
export const CopyLink = (props: { link: string; who: string; copied: (done: boolean) => void }) => (
  <CopyButton text={props.link} label={t("page-do-copy-link")} name={t("page-copy-link-of", { who: props.who })} class="plain" testid="copy-link" copied={props.copied} />
);

const toClipboard = (text: string): Promise<boolean> =>
  Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => navigator.clipboard !== undefined,
    () => false,
  );
