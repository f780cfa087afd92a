/** The steps of a new table in their order, each with a tick once it is done. */

import { createUniqueId, type JSX } from "solid-js";
import { t } from "../words/render";

interface Props {
  readonly n: number;
  readonly title: string;
  readonly done: boolean;
  readonly testid: string;
  /** The number of seats whose room is kept until they are loaded. */
  readonly seats?: number;
  readonly children: JSX.Element;
}

export function Step(props: Props) {
  const id = createUniqueId();
  return (
    <section class="step" classList={{ done: props.done }} aria-labelledby={id} data-testid={props.testid} style={{ "--seats": props.seats }}>
      <h2 id={id}>
        <i class="mark" aria-hidden="true">
          {props.done ? "✓" : props.n}
        </i>{" "}
        {props.title}
        <span class="sr"> {t(props.done ? "page-step-done" : "page-step-open")}</span>
      </h2>
      {props.children}
    </section>
  );
}
