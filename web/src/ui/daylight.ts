/** The colour theme: dark by default, light if this device asks for it. */

import { createSignal } from "solid-js";
import { device } from "../browser/storage";

const KEY = "coterie.light";
const [light, set] = createSignal(device.get(KEY) === "day");

export const isLight = light;

export function setLight(on: boolean): void {
  if (on) device.set(KEY, "day");
  else device.remove(KEY);
  set(on);
  showLight();
}

export function showLight(): void {
  document.documentElement.dataset["light"] = light() ? "day" : "night";
}
