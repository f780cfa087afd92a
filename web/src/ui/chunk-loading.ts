/**
 * Pieces of the page that are fetched when they are wanted. One may not come: the line fails, or the server has become a
 * newer Coterie since, which does not have it any more.
 */

/** How long a second try waits, in milliseconds. */
const PAUSE = 1000;

export const LOAD_FAILED = "This part of the page could not be loaded.";

/** Fetch, and once more where that fails. */
export const retryOnce = <T>(fetch: () => Promise<T>): Promise<T> =>
  fetch().catch(() => new Promise((pass) => setTimeout(pass, PAUSE)).then(fetch));

/** What stands in place of a piece that did not come; without Solid, which may be what did not. */
export function loadErrorNotice(): HTMLElement {
  const notice = document.createElement("div");
  notice.className = "notice lost";
  notice.setAttribute("role", "alert");
  notice.dataset["testid"] = "lost";
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Load the page again";
  again.onclick = () => location.reload();
  const sentence = document.createElement("span");
  sentence.textContent = LOAD_FAILED;
  notice.append(sentence, again);
  return notice;
}
