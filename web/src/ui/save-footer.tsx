/** The foot of an editor: why the last save was refused, the editor's other buttons, and *Save* as the last one. */

import { type JSX, Show } from "solid-js";
import { t } from "../words/render";

interface Props {
  /** The beginning of the test ids. */
  readonly name: string;
  readonly refused: string;
  readonly busy: boolean;
  /** True if there is nothing to save. */
  readonly unchanged?: boolean;
  /** The id of the form that is saved, if the foot is outside of it. */
  readonly form?: string;
  readonly children: JSX.Element;
}

export function SaveFooter(props: Props) {
  return (
    <footer>
      <Show when={props.refused}>
        <p class="notice" role="alert" data-testid={`${props.name}-refused`}>
          {props.refused}
        </p>
      </Show>
      {props.children}
      <Show when={!props.unchanged}>
        <button type="submit" form={props.form} class="do" disabled={props.busy} data-testid={`${props.name}-save`}>
          {t("page-do-save")}
        </button>
      </Show>
    </footer>
  );
}
