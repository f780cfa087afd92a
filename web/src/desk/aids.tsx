/** The keys of the page, the palette of all actions, and the map of the keys. Both dialogs are loaded when they open. */

import { createSignal, Match, onCleanup, onMount, Switch } from "solid-js";
import { listenForKeys } from "../ui/keys";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";

const Palette = lazy(() => import("./palette").then((m) => m.Palette));
const KeyMap = lazy(() => import("./key-map").then((m) => m.KeyMap));

const [aid, setAid] = createSignal<"palette" | "keys">();

const openPalette = (): void => void setAid("palette");

/** The button that opens the palette, drawn as a search field. */
export function FindAction() {
  return (
    <button type="button" class="find" onClick={openPalette} data-testid="find">
      <span>{t("page-do-find-action")}</span>
      <kbd>{t("page-key-palette")}</kbd>
    </button>
  );
}

/** Draw this once on a screen with a table. */
export function Aids() {
  /** Close this dialog alone: the browser says late that a dialog is closed, and another may be open by then. */
  const close = (one: "palette" | "keys") => aid() === one && setAid(undefined);
  onMount(() => onCleanup(listenForKeys({ palette: openPalette, keyMap: () => setAid("keys") })));
  onCleanup(() => setAid(undefined));
  return (
    <Switch>
      <Match when={aid() === "palette"}>
        <Palette close={() => close("palette")} />
      </Match>
      <Match when={aid() === "keys"}>
        <KeyMap close={() => close("keys")} />
      </Match>
    </Switch>
  );
}
