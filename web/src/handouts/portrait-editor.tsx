/** The dialog in which a seat chooses the picture of a character, and the part of it that is shown. */

import { createEffect, createSignal, Show } from "solid-js";
import { useTable } from "../state/table";
import { Overlay } from "../ui/overlay";
import { SendButton } from "../ui/send-button";
import { t } from "../words/render";
import { type Crop, moved, square, WHOLE, within, ZOOM_MOST } from "./crop";
import { canvasOf, decoded, fileOf } from "./image-file";
import { PictureFile } from "./picture-file";

/** The side of a portrait, in pixels. */
const SIDE = 512;
/** The part of the square that an arrow key moves it by, and the magnification of a key. */
const STEP = 0.05;
const ZOOM_STEP = 0.1;
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: Crop): void {
  const { left, top, side } = square(bitmap, crop);
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
}

export function PortraitEditor(props: { id: string; close: () => void }) {
  const table = useTable();
  const [bitmap, setBitmap] = createSignal<ImageBitmap>();
  const [crop, setCrop] = createSignal<Crop>(WHOLE);
  const [unreadable, setUnreadable] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const name = () => table.get("Face", props.id)?.name ?? "";

  const choose = async (file: Blob) => {
    const found = await decoded(file);
    setUnreadable(found === undefined);
    setBitmap(found);
    if (found) setCrop(within(found, WHOLE));
  };

  const send = async (picture: string, shut: () => void) => {
    if ((await table.send("SetPortrait", { actor: props.id, picture })).ok) shut();
  };

  const save = async (shut: () => void) => {
    const found = bitmap();
    if (found === undefined || busy()) return;
    setBusy(true);
    const canvas = canvasOf(SIDE, SIDE);
    draw(canvas, found, crop());
    const file = await fileOf(canvas);
    const picture = file ? await table.uploadPicture(file) : "";
    if (picture) await send(picture, shut);
    setBusy(false);
  };

  return (
    <Overlay titleId="portrait-title" testid="portrait-editor" close={props.close}>
      {(shut) => (
        <>
          <header>
            <h2 id="portrait-title">{t("page-portrait-of", { who: name() })}</h2>
          </header>
          <PictureFile choose={(file) => void choose(file)} label={t("page-ask-picture")} />
          <Show when={unreadable()}>
            <p role="alert">{t("page-picture-unreadable")}</p>
          </Show>
          <Show when={bitmap()} keyed>
            {(found) => <Cropper bitmap={found} crop={crop()} set={setCrop} />}
          </Show>
          <footer>
            <Show when={table.get("Portrait", props.id)}>
              <button type="button" class="first" onClick={() => void send("", shut)} data-testid="portrait-remove">
                {t("page-do-remove-portrait")}
              </button>
            </Show>
            <button type="button" onClick={shut}>
              {t("page-do-close")}
            </button>
            <SendButton class="do" lacks={bitmap() ? "" : t("page-fill-in", { field: t("page-ask-picture") })} busy={busy()} onClick={() => void save(shut)} testid="portrait-save">
              {t("page-do-save")}
            </SendButton>
          </footer>
        </>
      )}
    </Overlay>
  );
}

/** The square, which a pointer drags, and keys move and magnify. */
function Cropper(props: { bitmap: ImageBitmap; crop: Crop; set: (crop: Crop) => void }) {
  let canvas: HTMLCanvasElement | undefined;
  let from: { readonly x: number; readonly y: number; readonly crop: Crop } | undefined;
  createEffect(() => {
    if (canvas) draw(canvas, props.bitmap, props.crop);
  });
  const zoomed = (zoom: number) => props.set(within(props.bitmap, { ...props.crop, zoom }));
  const drag = (event: PointerEvent) => {
    if (from === undefined || canvas === undefined) return;
    const shown = canvas.clientWidth || SIDE;
    props.set(moved(props.bitmap, from.crop, (from.x - event.clientX) / shown, (from.y - event.clientY) / shown));
  };
  const keys = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) props.set(moved(props.bitmap, props.crop, ...arrow));
    else if (event.key === "+" || event.key === "=") zoomed(props.crop.zoom + ZOOM_STEP);
    else if (event.key === "-") zoomed(props.crop.zoom - ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  return (
    <div class="cropper">
      <canvas
        width={SIDE}
        height={SIDE}
        tabindex="0"
        role="img"
        aria-label={t("page-crop-keys")}
        data-testid="portrait-crop"
        ref={(el) => {
          canvas = el;
        }}
        onKeyDown={keys}
        onPointerDown={(event) => {
          from = { x: event.clientX, y: event.clientY, crop: props.crop };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from = undefined;
        }}
        onPointerCancel={() => {
          from = undefined;
        }}
      />
      <label class="field">
        <span>{t("page-ask-zoom")}</span>
        <input
          type="range"
          min="1"
          max={ZOOM_MOST}
          step="0.05"
          value={props.crop.zoom}
          onInput={(event) => zoomed(event.currentTarget.valueAsNumber)}
        />
      </label>
      <p class="quiet small">{t("page-crop-hint")}</p>
    </div>
  );
}
