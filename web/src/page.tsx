/** The page after the early sign-in: draws the app into index.html. */

import { render } from "solid-js/web";
import { overlayInAddress } from "./browser/stream-overlay";
import type { Session } from "./net/session";
import { retryOnce } from "./ui/chunk-loading";
import { showLight } from "./ui/daylight";
import { chosenLanguage } from "./words/choice";
import { showLanguage } from "./words/language";
import { lazy } from "./ui/lazy";
import { App } from "./screens/app";

const StreamOverlay = lazy(() => import("./screens/stream-overlay").then((m) => m.StreamOverlay), false);

/** Draw the page. The texts of the reader's language have been fetched. */
export async function show(session: Promise<Session> | undefined): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) throw new Error("index.html has no #app");
  await showLanguage(chosenLanguage());
  const isOverlay = overlayInAddress() !== null;
  if (!isOverlay) showLight();
  // If it cannot be loaded, the page works without it.
  void retryOnce(() => import("./ui/watch-page")).then((m) => m.watchPage(root), () => {});
  root.replaceChildren();
  render(() => (isOverlay ? <StreamOverlay entered={session} /> : <App entered={session} />), root);
}
