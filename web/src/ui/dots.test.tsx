import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import { type Table, TableContext } from "../state/table";
import { Dots } from "./dots";
import { DotsInput } from "./dots-input";

let dispose = () => {};
afterEach(() => dispose());

/** A table whose rule book holds only words for dots. */
const table = { get: () => ({ dots: ["abysmal", "poor", "average", "good"] }) } as unknown as Table;

function drawn(what: () => Element) {
  const root = document.createElement("div");
  document.body.append(root);
  const undo = render(() => <TableContext.Provider value={table}>{what()}</TableContext.Provider>, root);
  dispose = () => {
    undo();
    root.remove();
  };
  return root.firstElementChild as HTMLElement;
}

test("dots are announced with their word, and a long scale without it (D1)", () => {
  expect(drawn(() => (<Dots dots={2} most={3} />) as Element).getAttribute("aria-label")).toBe("2 of 3, average");
  dispose();
  expect(drawn(() => (<Dots dots={2} most={10} />) as Element).getAttribute("aria-label")).toBe("2 of 10");
});

test("while dots are set, the word is that of the dot under the pointer; the announced value is the set value (D1)", () => {
  const [dots, set] = createSignal(1);
  const slider = drawn(() => (<DotsInput trait="Strength" label="Wits" dots={dots()} most={3} set={set} />) as Element);
  const told = () => [slider.getAttribute("aria-valuetext"), slider.querySelector(".word")?.textContent];
  expect(told()).toEqual(["1, poor", "poor"]);
  slider.querySelector('[data-dot="3"]')?.dispatchEvent(new Event("pointerenter"));
  expect(told()).toEqual(["1, poor", "good"]);
  slider.dispatchEvent(new Event("pointerleave"));
  expect(told()).toEqual(["1, poor", "poor"]);
  slider.querySelector<HTMLElement>('[data-dot="2"]')?.click();
  expect(told()).toEqual(["2, average", "average"]);
  slider.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  expect(told()).toEqual(["0, untrained", "untrained"]);
  slider.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
  expect(told()).toEqual(["2, average", "average"]);
});
