import type { Component } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOAD_FAILED } from "./chunk-loading";
import { lazy } from "./lazy";

let dispose = () => {};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dispose();
  vi.useRealTimers();
});

async function drawn(load: () => Promise<Component>, saysLost = true): Promise<HTMLElement> {
  const [root, Piece] = [document.createElement("div"), lazy(load, saysLost)];
  dispose = render(() => <Piece />, root);
  await vi.runAllTimersAsync();
  return root;
}

test("a piece that comes at the second try is drawn as if nothing had been", async () => {
  const load = vi.fn<() => Promise<Component>>(() => Promise.resolve(() => <p>Seats</p>)).mockRejectedValueOnce(new Error("gone"));
  expect((await drawn(load)).textContent).toBe("Seats");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a piece that does not come is said to be missing, with the way to get it", async () => {
  const load = vi.fn(() => Promise.reject<Component>(new Error("gone")));
  const root = await drawn(load);
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  expect(root.querySelector("[role=alert]")?.textContent).toContain(LOAD_FAILED);
  expect(load).toHaveBeenCalledTimes(2);
  root.querySelector("button")?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("where another part of a piece says that it does not come, this one says nothing", async () => {
  expect((await drawn(() => Promise.reject<Component>(new Error("gone")), false)).textContent).toBe("");
});
