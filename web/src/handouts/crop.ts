/** The square of a picture that becomes a portrait. */

/** The part of a picture: its centre as fractions of width and height, and the magnification from 1 on. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const ZOOM_MOST = 5;
/** A portrait's face is mostly in the upper half of the picture. */
export const WHOLE: Crop = { x: 0.5, y: 0.4, zoom: 1 };

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The crop with its square moved inside the picture, and its magnification within bounds. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, ZOOM_MOST);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  const [h, v] = [half / size.width, half / size.height];
  return { x: clamp(crop.x, h, 1 - h), y: clamp(crop.y, v, 1 - v), zoom };
}

/** The crop moved by parts of its own side: 1 to the right is a whole square further. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return within(size, { ...crop, x: crop.x + (right * side) / size.width, y: crop.y + (down * side) / size.height });
}

/** The square in pixels of the picture. */
export function square(size: Size, crop: Crop): { readonly left: number; readonly top: number; readonly side: number } {
  const side = sideOf(size, crop);
  return { left: crop.x * size.width - side / 2, top: crop.y * size.height - side / 2, side };
}
