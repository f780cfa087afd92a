import { afterEach, expect, test, vi } from "vitest";
import { listenForKeys } from "./keys";

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function page(html: string) {
  document.body.innerHTML = html;
  const pressed: string[] = [];
  for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => pressed.push(button.id));
  const aids = { palette: vi.fn(), keyMap: vi.fn() };
  stop = listenForKeys(aids);
  const type = (key: string, on: Element = document.body, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    on.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { pressed, aids, type };
}

test("a key presses the first enabled button that has it, and no other", () => {
  const { pressed, type } = page(`<button id="off" data-key="n" disabled></button><button id="one" data-key="n"></button><button id="two" data-key="n"></button>`);
  expect(type("n")).toBe(true);
  expect(type("x")).toBe(false);
  expect(pressed).toEqual(["one"]);
});

test("a key opens the panel that has its button, and presses the button there", () => {
  const { pressed, type } = page(`
    <button id="tab-act" data-shows="act"></button><button id="tab-sheet" data-shows="sheet"></button>
    <div data-panel="sheet"><button id="roll" data-key="r"></button></div>
    <div data-panel="act"><button id="off" data-key="n" disabled></button><button id="next" data-key="n"></button></div>`);
  const panels = [...document.querySelectorAll<HTMLElement>("[data-panel]")];
  const show = (name: string) => panels.forEach((panel) => (panel.hidden = panel.dataset["panel"] !== name));
  for (const tab of document.querySelectorAll<HTMLElement>("[data-shows]")) tab.addEventListener("click", () => show(tab.dataset["shows"] ?? ""));
  Object.defineProperty(HTMLElement.prototype, "checkVisibility", {
    configurable: true,
    value(this: HTMLElement) {
      return this.closest("[hidden]") === null;
    },
  });
  show("sheet");
  expect(type("n")).toBe(true);
  expect(pressed).toEqual(["tab-act", "next"]);
  type("n");
  type("r");
  expect(pressed).toEqual(["tab-act", "next", "next", "tab-sheet", "roll"]);
  Reflect.deleteProperty(HTMLElement.prototype, "checkVisibility");
});

test("a key moves the focus to a field", () => {
  const { type } = page(`<textarea data-key="/"></textarea>`);
  expect(type("/")).toBe(true); // the sign itself is not typed
  expect(document.activeElement?.tagName).toBe("TEXTAREA");
});

test.each([
  ["while somebody types", (type: (key: string, on: Element) => boolean) => type("n", document.querySelector("input")!)],
  ["while somebody chooses", (type: (key: string, on: Element) => boolean) => type("n", document.querySelector("select")!)],
  ["with Ctrl", (type: (key: string, on: Element, more: KeyboardEventInit) => boolean) => type("n", document.body, { ctrlKey: true })],
  ["with Alt", (type: (key: string, on: Element, more: KeyboardEventInit) => boolean) => type("n", document.body, { altKey: true })],
  ["while it is held", (type: (key: string, on: Element, more: KeyboardEventInit) => boolean) => type("n", document.body, { repeat: true })],
])("no key fires %s", (_, act) => {
  const { pressed, aids, type } = page(`<input><select></select><button id="one" data-key="n"></button>`);
  expect(act(type)).toBe(false);
  expect(type("?", document.querySelector("input")!)).toBe(false);
  expect([pressed, aids.keyMap.mock.calls.length]).toEqual([[], 0]);
});

test("no key fires in a dialog", () => {
  const { pressed, aids, type } = page(`<button id="one" data-key="n"></button><dialog open></dialog>`);
  for (const key of ["n", "?"]) type(key);
  type("k", document.body, { ctrlKey: true });
  expect([pressed, aids.palette.mock.calls.length, aids.keyMap.mock.calls.length]).toEqual([[], 0, 0]);
});

test("Ctrl-K opens the palette, also while somebody types, and ? the key map", () => {
  const { aids, type } = page(`<input>`);
  expect(type("k", document.querySelector("input")!, { ctrlKey: true })).toBe(true);
  expect(type("?")).toBe(true);
  expect([aids.palette.mock.calls.length, aids.keyMap.mock.calls.length]).toEqual([1, 1]);
});
