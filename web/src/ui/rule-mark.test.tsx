import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import { showLanguage } from "../words/language";
import { RuleMark } from "./rule-mark";

let dispose = () => {};
afterEach(async () => {
  dispose();
  await showLanguage("en");
});

function drawn(rule: string) {
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(() => <RuleMark rule={rule} />, root);
  dispose = () => {
    stop();
    root.remove();
  };
  const text = () => root.querySelector('[data-testid="rule-text"]')?.textContent ?? "";
  return { root, text, press: () => root.querySelector("button")?.click() };
}

test("a mark opens the title and the text of its rules, in the reader's language, and Escape closes it", async () => {
  const { root, text, press } = drawn("I2, C14");
  expect(root.querySelector("button")?.getAttribute("aria-label")).toBe("Rule I2, C14");
  press();
  await expect.poll(text).toMatch(/\w{3}.*\w{3}/);
  expect(root.querySelectorAll("b").length).toBe(2);
  const english = text();
  await showLanguage("de");
  await expect.poll(text).not.toBe(english);
  root.querySelector("button")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(text()).toBe("");
});

test("words without a rule have no mark", () => {
  expect(drawn("").root.childElementCount).toBe(0);
});
