/** Files of pictures: read from this device, and made smaller before they are uploaded. */

/** The longest side of a picture that is uploaded, in pixels: the server makes a larger one smaller. */
const SIDE_MOST = 1600;
const TYPE = "image/webp";
const QUALITY = 0.9;

/** Decode a file; undefined if the browser cannot read it as a picture. */
export const decoded = (file: Blob): Promise<ImageBitmap | undefined> => createImageBitmap(file).catch(() => undefined);

/** A canvas of this size. */
export function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/** The canvas as a file; undefined if the browser cannot make one. A browser without WebP makes a PNG. */
export const fileOf = (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), TYPE, QUALITY));

/** The picture as a file whose sides are at most `SIDE_MOST` long. */
export function shrunk(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const scale = Math.min(1, SIDE_MOST / Math.max(bitmap.width, bitmap.height));
  const canvas = canvasOf(bitmap.width * scale, bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return fileOf(canvas);
}
