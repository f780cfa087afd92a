/** A link's QR code for a phone, folded away; or the reason for which no phone could open it. */

import { Show } from "solid-js";
import { isLocalLink } from "../net/session";
import { t } from "../words/render";
import type { Link } from "../net/http";

export function PhoneLink(props: { link: Link }) {
  return (
    <Show when={isLocalLink(props.link.link)} fallback={<QrCode rows={props.link.qr} />}>
      <p class="quiet small" data-testid="here-only">
        {t("page-link-local")} <code>make run ARGS=--lan</code>
      </p>
    </Show>
  );
}

function QrCode(props: { rows: readonly string[] }) {
  const squares = () =>
    props.rows.map((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return (
    <details class="qr">
      <summary>{t("page-link-for-phone")}</summary>
      <svg viewBox={`0 0 ${props.rows.length} ${props.rows.length}`} role="img" aria-label={t("page-link-qr")}>
        <rect width="100%" height="100%" fill="#fff" />
        <path d={squares()} fill="#000" shape-rendering="crispEdges" />
      </svg>
    </details>
  );
}
