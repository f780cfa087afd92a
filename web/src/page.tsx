/** The page, from the door that was knocked at on. */

import { render } from "solid-js/web";
import type { Door } from "./core/doors";
import { guardFresh } from "./parts/fresh";
import { keepFocus } from "./parts/focus";
import { sayWhenFull } from "./parts/full";
import { showLight } from "./parts/light";
import { App } from "./screens/app";

export function show(door: Promise<Door> | undefined): void {
  const root = document.getElementById("app");
  if (root === null) throw new Error("index.html has no #app");
  showLight();
  guardFresh(root);
  keepFocus(root);
  sayWhenFull(document);
  root.replaceChildren();
  render(() => <App knocked={door} />, root);
}
