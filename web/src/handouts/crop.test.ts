import { expect, test } from "vitest";
import { moved, square, WHOLE, within, ZOOM_MOST } from "./crop";

const WIDE = { width: 400, height: 200 };

test("without magnification the square is as high as a wide picture, and stays inside", () => {
  const start = within(WIDE, WHOLE);
  expect(square(WIDE, start)).toEqual({ left: 100, top: 0, side: 200 });
  expect(square(WIDE, moved(WIDE, start, 9, 9))).toEqual({ left: 200, top: 0, side: 200 });
  expect(square(WIDE, moved(WIDE, start, -9, -9))).toEqual({ left: 0, top: 0, side: 200 });
});

test("a magnified square moves by parts of its own side, in both directions", () => {
  const start = within(WIDE, { x: 0.5, y: 0.5, zoom: 2 });
  expect(square(WIDE, start)).toEqual({ left: 150, top: 50, side: 100 });
  expect(square(WIDE, moved(WIDE, start, 0.5, -0.25))).toEqual({ left: 200, top: 25, side: 100 });
});

test("the magnification has bounds, and a smaller one moves the square back inside", () => {
  expect(within(WIDE, { x: 0.5, y: 0.5, zoom: 99 }).zoom).toBe(ZOOM_MOST);
  expect(within(WIDE, { x: 0.5, y: 0.5, zoom: 0 }).zoom).toBe(1);
  const corner = within(WIDE, { x: 1, y: 1, zoom: 4 });
  expect(square(WIDE, corner)).toEqual({ left: 350, top: 150, side: 50 });
  expect(square(WIDE, within(WIDE, { ...corner, zoom: 1 }))).toEqual({ left: 200, top: 0, side: 200 });
});
