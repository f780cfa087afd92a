/** The menu's switches for the sound and the notification that alert the reader. */

import { createSignal, For, Show } from "solid-js";
import { t } from "../words/render";
import { type Alert, want, wants } from "./attention";

const ALERTS: readonly Alert[] = ["sound", "notification"];

export function AlertSettings() {
  const [denied, setDenied] = createSignal(false);
  return (
    <>
      <For each={ALERTS}>
        {(one) => (
          <label class="flag">
            <input
              type="checkbox"
              checked={wants(one)}
              data-testid={`alert-${one}`}
              onChange={async (event) => {
                const box = event.currentTarget;
                setDenied(!(await want(one, box.checked)));
                box.checked = wants(one);
              }}
            />
            <span>{t(`page-alert-${one}`)}</span>
          </label>
        )}
      </For>
      <Show when={denied()}>
        <p class="quiet small" role="status">
          {t("page-alert-denied")}
        </p>
      </Show>
    </>
  );
}
