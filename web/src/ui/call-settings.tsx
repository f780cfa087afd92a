/** The menu's switches for the sound and the notification that call the reader. */

import { createSignal, For, Show } from "solid-js";
import { t } from "../words/render";
import { type Call, want, wants } from "./attention";

const CALLS: readonly Call[] = ["sound", "notification"];

export function CallSettings() {
  const [denied, setDenied] = createSignal(false);
  return (
    <>
      <For each={CALLS}>
        {(one) => (
          <label class="flag">
            <input
              type="checkbox"
              checked={wants(one)}
              data-testid={`call-${one}`}
              onChange={async (event) => {
                const box = event.currentTarget;
                setDenied(!(await want(one, box.checked)));
                box.checked = wants(one);
              }}
            />
            <span>{t(`page-call-${one}`)}</span>
          </label>
        )}
      </For>
      <Show when={denied()}>
        <p class="quiet small" role="status">
          {t("page-call-denied")}
        </p>
      </Show>
    </>
  );
}
