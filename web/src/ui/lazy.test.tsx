import type { Component } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

test("a chunk that loads at the second try is drawn as usual", async () => {
  const load = vi.fn<() => Promise<Component>>(() => Promise.resolve(() => <p>Seats</p>)).mockRejectedValueOnce(new Error("gone"));
  expect((await drawn(load)).textContent).toBe("Seats");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a chunk that does not load shows a notice with a button to reload", async () => {
  const load = vi.fn(() => Promise.reject<Component>(new Error("gone")));
  const root = await drawn(load);
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  expect(root.querySelector("[role=alert]")?.textContent).toContain("This part of the page could not be loaded.");
  expect(load).toHaveBeenCalledTimes(2);
  root.querySelector("button")?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("only one part of a missing chunk shows the notice", async () => {
  expect((await drawn(() => Promise.reject<Component>(new Error("gone")), false)).textContent).toBe("");
});
