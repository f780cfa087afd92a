/** A page over the table, until it is closed. */

import { type JSX, onMount } from "solid-js";
import { RefusalNotice } from "./refusal-notice";

interface Props {
  /** The id of what names it. */
  readonly titleId: string;
  readonly testid: string;
  readonly class?: string;
  readonly close: () => void;
  /** Gets the way to close it. */
  readonly children: (shut: () => void) => JSX.Element;
}

export function Overlay(props: Props) {
  let dialog: HTMLDialogElement | undefined;
  let page: HTMLDivElement | undefined;
  onMount(() => {
    dialog?.showModal();
    page?.focus({ preventScroll: true }); // and not the first button, which may stand far down
  });
  return (
    <dialog
      class={`sheet-view ${props.class ?? ""}`}
      aria-labelledby={props.titleId}
      data-testid={props.testid}
      ref={(el) => {
        dialog = el;
      }}
      onClose={() => props.close()}
      onPointerDown={(event) => {
        if (event.target === dialog) dialog.close();
      }}
    >
      <div
        class="page-of"
        tabindex="-1"
        ref={(el) => {
          page = el;
        }}
      >
        <RefusalNotice />
        {props.children(() => dialog?.close())}
      </div>
    </dialog>
  );
}
