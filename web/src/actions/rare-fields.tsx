/** The inputs that are rarely changed, folded away. */

import type { JSX } from "solid-js";
import { t } from "../words/render";
import { lazy } from "../ui/lazy";
import type { FieldsProps } from "./fields";

/** The fields are loaded on demand: they come while they are folded, so that nothing on the page moves. */
const FieldList = lazy(() => import("./fields").then((m) => m.FieldList));

export function Folded(props: { children: JSX.Element }) {
  return (
    <details class="more rarely">
      <summary>{t("page-more-fields")}</summary>
      {props.children}
    </details>
  );
}

export function RareFields(props: FieldsProps) {
  return (
    <Folded>
      <FieldList {...props} />
    </Folded>
  );
}
