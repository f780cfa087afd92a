/** The page after the early sign-in: draws the app into index.html. */

import { render } from "solid-js/web";
import type { Session } from "./net/session";
import { guardNewButtons } from "./ui/guard-new-buttons";
import { keepFocus } from "./ui/keep-focus";
import { showTooLongNote } from "./ui/too-long-note";
import { showLight } from "./ui/daylight";
import { App } from "./screens/app";

export function show(session: Promise<Session> | undefined): void {
  const root = document.getElementById("app");
  if (root === null) throw new Error("index.html has no #app");
  showLight();
  guardNewButtons(root);
  keepFocus(root);
  showTooLongNote(document);
  root.replaceChildren();
  render(() => <App entered={session} />, root);
}
