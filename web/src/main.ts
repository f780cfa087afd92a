/** The entry script, which loads before the page: it loads the styles, starts to sign in, and shows an error if the
 * page cannot be loaded. */

import "./style/base.css";
import "./style/controls.css";
import "./style/options.css";
import "./style/dots.css";
import "./style/story.css";
import "./style/composer.css";
import "./style/roll.css";
import "./style/dice.css";
import "./style/story-card.css";
import "./style/top-bar.css";
import "./style/table.css";
import "./style/lookback.css";
import "./style/cast.css";
import "./style/fight.css";
import "./style/declare.css";
import "./style/own-status.css";
import "./style/tasks.css";
import "./style/sheet.css";
import "./style/roll-panel.css";
import "./style/overlay.css";
import "./style/screens.css";
import "./style/lobby.css";
import "./style/making.css";
import "./style/seats.css";
import "./style/house.css";
import "./style/words.css";
import "./style/desk.css";
import "./style/drawer.css";
import "./style/handouts.css";
import { closeEarlySockets } from "./net/early-socket";
import { enterEarly } from "./net/early-hello";
import { overlayInAddress } from "./browser/stream-overlay";
import { chosenLanguage, textsOf } from "./words/choice";
import { loadErrorNotice, retryOnce } from "./ui/chunk-loading";

// At once, so that no opaque page flashes up in a stream.
if (overlayInAddress() !== null) document.documentElement.classList.add("stream-overlay");
const session = enterEarly();
const texts = retryOnce(() => textsOf(chosenLanguage()));

async function draw(): Promise<void> {
  const [page] = await Promise.all([retryOnce(() => import("./page")), texts]).catch(() => []);
  // This script may run before the document is parsed.
  if (document.readyState === "loading") await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed));
  if (page !== undefined) return page.show(session);
  document.getElementById("app")?.replaceChildren(loadErrorNotice());
  await session?.catch(() => undefined);
  closeEarlySockets();
}
void draw();
