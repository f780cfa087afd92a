import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardNewButtons } from "./guard-new-buttons";

const HAND = { clientX: 10, clientY: 10, bubbles: true };
let end = () => {};
let pressed: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  pressed = [];
  document.body.replaceChildren();
  document.elementFromPoint = () => document.body.firstElementChild;
  end = guardNewButtons(document.body);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Put a button under the pointer. */
async function stands(name: string): Promise<HTMLButtonElement> {
  const button = document.createElement("button");
  button.textContent = name;
  button.addEventListener("click", () => pressed.push(name));
  document.body.replaceChildren(button);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(16);
  return button;
}
const move = (to: Element, by = 0) =>
  to.dispatchEvent(new PointerEvent("pointermove", { ...HAND, clientX: HAND.clientX + by }));
const press = (button: Element, detail = 1) => button.dispatchEvent(new MouseEvent("click", { ...HAND, detail, cancelable: true }));

test("a button that appears under a resting pointer cannot be pressed at once", async () => {
  const first = await stands("Yield");
  move(first);
  press(first);
  const second = await stands("Abort");
  expect(second.getAttribute("aria-disabled")).toBe("true");
  press(second);
  expect(pressed).toEqual(["Yield"]);
  await vi.advanceTimersByTimeAsync(700);
  expect(second.hasAttribute("aria-disabled")).toBe(false);
  press(second);
  expect(pressed).toEqual(["Yield", "Abort"]);
});

test("a click that was under way when a button appeared does not press it", async () => {
  move(await stands("Yield"));
  const second = document.createElement("button");
  second.addEventListener("click", () => pressed.push("Take it"));
  document.body.replaceChildren(second);
  await Promise.resolve(); // the change is observed, but no frame is drawn yet
  press(second);
  expect(pressed).toEqual([]);
});

test("a button that the pointer moves to, or the keyboard reaches, can be pressed at once", async () => {
  const first = await stands("Yield");
  move(first);
  press(first);
  press(first);
  const second = await stands("Abort");
  press(second, 0);
  expect(pressed).toEqual(["Yield", "Yield", "Abort"]);
});

test("a pointer that has just arrived at a button presses it, even if the page changes elsewhere", async () => {
  const first = await stands("Yield");
  document.elementFromPoint = () => null;
  move(document.body);
  document.body.append(document.createElement("p"));
  await Promise.resolve(); // the change is observed, and checked in the next frame
  document.elementFromPoint = () => first;
  move(first, 40);
  await vi.advanceTimersByTimeAsync(16);
  press(first);
  expect(pressed).toEqual(["Yield"]);
});

test("a pointer that only trembles while the page changes counts as resting", async () => {
  const first = await stands("Declare");
  move(first);
  press(first);
  const second = document.createElement("button");
  second.addEventListener("click", () => pressed.push("Stop turns"));
  document.body.replaceChildren(second);
  await Promise.resolve();
  move(second, 2);
  await vi.advanceTimersByTimeAsync(16);
  press(second);
  expect(pressed).toEqual(["Declare"]);
});

test("unfolding moves buttons too", async () => {
  const first = await stands("Yield");
  move(first);
  const other = document.createElement("button");
  other.addEventListener("click", () => pressed.push("Abort"));
  const folded = document.createElement("details");
  document.body.append(folded, other);
  await vi.advanceTimersByTimeAsync(16);
  document.elementFromPoint = () => other;
  folded.open = true;
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(16);
  press(other);
  expect(pressed).toEqual([]);
});
