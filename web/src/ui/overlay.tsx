/** A dialog over the table. */

import { type JSX, onMount } from "solid-js";
import { RefusalNotice } from "./refusal-notice";

interface Props {
  /** The id of the heading that names it. */
  readonly titleId: string;
  readonly testid: string;
  readonly class?: string;
  readonly close: () => void;
  /** Gets the function that closes it. */
  readonly children: (shut: () => void) => JSX.Element;
}

export function Overlay(props: Props) {
  let dialog: HTMLDialogElement | undefined;
  let page: HTMLElement | undefined;
  onMount(() => {
    dialog?.showModal();
    page?.focus({ preventScroll: true }); // not on the first button, which may be far down
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
      {/* A section, so that its header and footer are no landmarks of the whole page. */}
      <section
        class="page-of"
        tabindex="-1"
        ref={(el) => {
          page = el;
        }}
      >
        <RefusalNotice />
        {props.children(() => dialog?.close())}
      </section>
    </dialog>
  );
}
