/** A form over the right side of the table (from below on a phone), as wide as it needs to be. */

import { type JSX, onCleanup, onMount } from "solid-js";
import { t } from "../words/render";
import { RuleMark } from "./rule-mark";
import { RefusalNotice } from "./refusal-notice";

interface Props {
  readonly title: string;
  /** The number of the rule that the form follows, or "". */
  readonly rule: string;
  /** The id of the heading that names it. */
  readonly titleId: string;
  readonly close: () => void;
  readonly children: JSX.Element;
}

/** A modal form. Escape, its button and a press beside it close it; the focus returns to where it was before. */
export function Drawer(props: Props) {
  let dialog: HTMLDialogElement | undefined;
  let body: HTMLDivElement | undefined;
  const before = document.activeElement;
  onMount(() => {
    dialog?.showModal();
    const first = body?.querySelector<HTMLElement>(".fields :is(input, select, textarea)");
    (first ?? body)?.focus({ preventScroll: true });
  });
  onCleanup(() => {
    dialog?.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  return (
    <dialog
      class="drawer"
      aria-labelledby={props.titleId}
      data-testid="drawer"
      ref={(el) => {
        dialog = el;
      }}
      onClose={() => props.close()}
      onPointerDown={(event) => {
        if (event.target === dialog) props.close();
      }}
    >
      <div
        class="drawer-body"
        tabindex="-1"
        ref={(el) => {
          body = el;
        }}
      >
        <header>
          <h2 id={props.titleId}>{props.title}</h2>
          <RuleMark rule={props.rule} />
          <button type="button" class="plain" onClick={() => props.close()} aria-label={t("page-do-close-form")} data-testid="drawer-close">
            ✕
          </button>
        </header>
        {props.children}
        <div class="drawer-said">
          <RefusalNotice />
        </div>
      </div>
    </dialog>
  );
}
