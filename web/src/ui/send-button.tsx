/** A button that sends. While something is missing it is grey, and says what. */

import { createUniqueId, type JSX } from "solid-js";

interface Props {
  /** What is missing, as a request to the reader; "" if the button can be pressed. */
  readonly lacks: string;
  readonly busy?: boolean;
  readonly testid: string;
  readonly class?: string;
  /** Without it, the button sends its form. */
  readonly onClick?: () => void;
  /** True if the request is shown only while the pointer is on the button, and to screen readers: where several
   * buttons lack different things. */
  readonly onHover?: boolean;
  readonly children: JSX.Element;
}

export function SendButton(props: Props) {
  const id = createUniqueId();
  return (
    <span class="send-button">
      <button
        type={props.onClick ? "button" : "submit"}
        class={props.class}
        disabled={props.lacks !== "" || props.busy}
        title={props.lacks || undefined}
        aria-describedby={props.lacks ? id : undefined}
        onClick={() => props.onClick?.()}
        data-testid={props.testid}
      >
        {props.children}
      </button>
      <small id={id} class={props.onHover ? "sr" : "quiet"} aria-live={props.onHover ? undefined : "polite"} data-testid={props.lacks && !props.onHover ? "lacks" : undefined}>
        {props.lacks}
      </small>
    </span>
  );
}
