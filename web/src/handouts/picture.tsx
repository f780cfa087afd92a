/** A picture from the server. */

import { createEffect, createSignal, on, Show } from "solid-js";
import { useTable } from "../state/table";

interface Props {
  readonly picture: string;
  /** The text for a screen reader; "" if the name stands beside the picture. */
  readonly label: string;
  /** Shown until the picture is there, and if it cannot be loaded. */
  readonly fallback?: string;
}

export function Picture(props: Props) {
  const table = useTable();
  const [bitmap, setBitmap] = createSignal<ImageBitmap>();
  createEffect(
    on(
      () => props.picture,
      (picture) => {
        setBitmap(undefined);
        void table.loadPicture(picture).then((found) => {
          if (picture === props.picture) setBitmap(found);
        });
      },
    ),
  );
  return (
    <Show when={bitmap()} fallback={props.fallback ?? ""} keyed>
      {(found) => <DrawnPicture bitmap={found} label={props.label} />}
    </Show>
  );
}

/** A decoded picture in its own size. */
export function DrawnPicture(props: { bitmap: ImageBitmap; label: string }) {
  const draw = (canvas: HTMLCanvasElement) => {
    canvas.width = props.bitmap.width; // first: a new size clears the canvas
    canvas.height = props.bitmap.height;
    canvas.getContext("2d")?.drawImage(props.bitmap, 0, 0);
  };
  return (
    <canvas
      class="picture"
      role={props.label ? "img" : undefined}
      aria-label={props.label || undefined}
      aria-hidden={props.label ? undefined : "true"}
      ref={draw}
    />
  );
}
