/** A character's portrait: its picture, or the monogram of its name. */

import { createSignal, Show } from "solid-js";
import { Picture } from "../handouts/picture";
import { nameIn, type Reading } from "../state/record-signals";
import { useTable } from "../state/table";
import { lazy } from "../ui/lazy";
import { t } from "../words/render";

const PortraitEditor = lazy(() => import("../handouts/portrait-editor").then((m) => m.PortraitEditor));

interface Props {
  /** The character's id. */
  readonly actor: string;
  readonly size: "small" | "large";
  /** The table as it is drawn: the present one without it. */
  readonly reading?: Reading;
}

/** The first letters of the first and the last word of a name: "Ilse Marten" is "IM". */
export function monogram(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = (word: string | undefined) => /[\p{L}\p{N}]/u.exec(word ?? "")?.[0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toLocaleUpperCase();
}

/** The name stands beside it, so that a screen reader passes over the portrait. */
export function Portrait(props: Props) {
  const table = useTable();
  const reading = () => props.reading ?? table;
  const letters = () => monogram(nameIn(reading(), props.actor));
  return (
    <span class={`portrait ${props.size}`} aria-hidden="true" data-portrait={props.actor}>
      <Show when={reading().get("Portrait", props.actor)?.picture} fallback={letters()}>
        {(picture) => <Picture picture={picture()} label="" fallback={letters()} />}
      </Show>
    </span>
  );
}

/** The button that opens the portrait's editor, for a seat that may change the portrait. */
export function PortraitButton(props: { id: string }) {
  const table = useTable();
  const [open, setOpen] = createSignal(false);
  const mayChange = () => table.options().some((o) => o.command === "SetPortrait" && o.actor === props.id);
  return (
    <>
      <Show when={mayChange()}>
        <button type="button" onClick={() => setOpen(true)} data-testid="set-portrait">
          {t("page-do-set-portrait")}
        </button>
      </Show>
      <Show when={open()}>
        <PortraitEditor id={props.id} close={() => setOpen(false)} />
      </Show>
    </>
  );
}
