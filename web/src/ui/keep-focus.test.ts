import { afterEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus";

let end = () => {};
afterEach(() => end());

test("if the focused element disappears, its nearest remaining ancestor gets the focus", async () => {
  document.body.innerHTML = "<main><section><form><button>Declare</button></form></section></main>";
  const root = document.querySelector("main") as HTMLElement;
  end = keepFocus(root);
  root.querySelector("button")?.focus();
  root.querySelector("form")?.remove();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement?.localName).toBe("section");
});

test("if the focused element is disabled, its nearest enabled ancestor gets the focus", async () => {
  document.body.innerHTML = "<main><form><button>Roll</button></form></main>";
  const root = document.querySelector("main") as HTMLElement;
  end = keepFocus(root);
  const button = root.querySelector("button") as HTMLButtonElement;
  button.focus();
  button.disabled = true;
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement?.localName).toBe("form");
});

test("a focus that was moved or removed is left alone", async () => {
  document.body.innerHTML = "<main><form><button>Declare</button></form><input></main>";
  const root = document.querySelector("main") as HTMLElement;
  end = keepFocus(root);
  root.querySelector("button")?.focus();
  root.querySelector("input")?.focus();
  root.querySelector("form")?.remove();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement?.localName).toBe("input");
});
