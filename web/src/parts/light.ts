/** Dark unless somebody asks for daylight; the wish is kept on this device. */

import { createSignal } from "solid-js";

const KEY = "coterie.light";
const [light, set] = createSignal(localStorage.getItem(KEY) === "day");

export const isLight = light;

export function setLight(on: boolean): void {
  if (on) localStorage.setItem(KEY, "day");
  else localStorage.removeItem(KEY);
  set(on);
  showLight();
}

export function showLight(): void {
  document.documentElement.dataset["light"] = light() ? "day" : "night";
}
