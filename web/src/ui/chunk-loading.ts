/** Loading chunks of the page on demand. A chunk may not come: the network fails, or the server was upgraded and no
 * longer has it. */

import { earlyText } from "../words/choice";

/** The pause before the second try, in milliseconds. */
const PAUSE = 1000;

/** Load, and try once more after a failure. */
export const retryOnce = <T>(fetch: () => Promise<T>): Promise<T> =>
  fetch().catch(() => new Promise((pass) => setTimeout(pass, PAUSE)).then(fetch));

/** The notice in place of a chunk that did not load. It does not use Solid, which may be the missing chunk. */
export function loadErrorNotice(): HTMLElement {
  const notice = document.createElement("div");
  notice.className = "notice lost";
  notice.setAttribute("role", "alert");
  notice.dataset["testid"] = "lost";
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = earlyText("early-reload");
  again.onclick = () => location.reload();
  const sentence = document.createElement("span");
  sentence.textContent = earlyText("early-part-lost");
  notice.append(sentence, again);
  return notice;
}
