/** The keys of the page, the palette of all actions, and the map of the keys. Both dialogs are loaded when they open. */

import { createSignal, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { listenForKeys } from "../ui/keys";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";

const Palette = lazy(() => import("./palette").then((m) => m.Palette));
const KeyMap = lazy(() => import("./key-map").then((m) => m.KeyMap));

const [aid, setAid] = createSignal<"palette" | "keys">();
/** True when the palette is loaded, or its notice is there instead. */
const [isLoaded, setLoaded] = createSignal(false);

function openPalette(): void {
  setAid("palette");
  void Palette.preload().then(() => setLoaded(true));
}

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
        <PaletteOnceLoaded close={() => close("palette")} />
      </Match>
      <Match when={aid() === "keys"}>
        <KeyMap close={() => close("keys")} />
      </Match>
    </Switch>
  );
}

/** The palette. Until it is loaded, its field stands in its place and takes what is typed. */
function PaletteOnceLoaded(props: { close: () => void }) {
  let typed = "";
  return (
    <Show when={isLoaded()} fallback={<EarlyField typed={(text) => (typed = text)} close={props.close} />}>
      <Palette typed={typed} close={props.close} />
    </Show>
  );
}

function EarlyField(props: { typed: (text: string) => void; close: () => void }) {
  let dialog: HTMLDialogElement | undefined;
  onMount(() => dialog?.showModal());
  onCleanup(() => dialog?.close()); // the focus goes back to where it was, and the palette remembers that place
  return (
    <dialog
      class="palette"
      aria-label={t("page-palette")}
      ref={(el) => {
        dialog = el;
      }}
      onClose={() => isLoaded() || props.close()}
      onPointerDown={(event) => event.target === dialog && dialog.close()}
    >
      <input type="text" aria-label={t("page-palette")} placeholder={t("page-do-find-action")} onInput={(e) => props.typed(e.currentTarget.value)} />
    </dialog>
  );
}
