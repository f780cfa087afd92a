/** Entering a number. */

import { t } from "../words/render";

/** A number field with minus and plus buttons, large enough for a thumb. */
export function Stepper(props: { id?: string; name: string; value: number; set: (value: number) => void; label?: string }) {
  return (
    <span class="stepper">
      <button type="button" aria-label={props.label ? t("page-one-less", { what: props.label }) : t("page-one-less-here")} onClick={() => props.set(props.value - 1)}>
        −
      </button>
      <input
        id={props.id}
        name={props.name}
        type="number"
        inputmode="numeric"
        aria-label={props.label}
        value={props.value}
        onChange={(e) => {
          props.set(Math.trunc(e.currentTarget.valueAsNumber || 0));
          e.currentTarget.value = String(props.value); // the value that was set, if it was clamped
        }}
      />
      <button type="button" aria-label={props.label ? t("page-one-more", { what: props.label }) : t("page-one-more-here")} onClick={() => props.set(props.value + 1)}>
        +
      </button>
    </span>
  );
}
