/** The map of the keys. */

import { For } from "solid-js";
import { KEYS } from "../ui/keys";
import { t } from "../words/render";
import { Overlay } from "../ui/overlay";

export function KeyMap(props: { close: () => void }) {
  return (
    <Overlay titleId="key-map" testid="key-map" class="key-map" close={props.close}>
      {(shut) => (
        <>
          <header>
            <h2 id="key-map">{t("page-keys")}</h2>
            <button type="button" class="plain" onClick={shut} aria-label={t("page-dismiss")}>
              ✕
            </button>
          </header>
          <dl>
            <For each={[...KEYS, [t("page-key-palette"), "page-palette"], ["?", "page-keys"], ["Esc", "page-key-escape"]] as const}>
              {([key, what]) => (
                <>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{t(what)}</dd>
                </>
              )}
            </For>
          </dl>
        </>
      )}
    </Overlay>
  );
}
