import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import { isRemembered, type SeatSession } from "../net/session";
import { StayOffer } from "./stay-offer";

const SESSION: SeatSession = { role: "player", token: "t", seat: "anna", name: "Anna", chronicle: "c", chronicle_name: "", stream: "chronicle/c" };

let dispose = () => {};
afterEach(() => {
  dispose();
  sessionStorage.clear();
  localStorage.clear();
});

function drawn(): HTMLElement {
  dispose();
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(() => <StayOffer session={SESSION} />, root);
  dispose = () => {
    stop();
    root.remove();
  };
  return root;
}
const press = (root: HTMLElement, answer: string) => root.querySelector<HTMLElement>(`[data-testid="stay-${answer}"]`)?.click();

test("a seat that accepts stays signed in on this device, and is not asked again", () => {
  const root = drawn();
  expect(isRemembered(SESSION)).toBe(false);
  press(root, "yes");
  expect([isRemembered(SESSION), root.textContent, drawn().textContent]).toEqual([true, "", ""]);
});

test("a seat that declines is not asked again in this tab, and another seat is not remembered with it", () => {
  const root = drawn();
  press(root, "no");
  expect([isRemembered(SESSION), drawn().textContent]).toEqual([false, ""]);
  sessionStorage.clear();
  press(drawn(), "yes");
  expect(isRemembered({ ...SESSION, seat: "ben" })).toBe(false);
});
