/** Keeping the focus when its element disappears or is disabled: the nearest remaining ancestor gets it, so that the
 * keyboard goes on from there. */

/** True if the element is in the document and not disabled. */
const canFocus = (at: Element) => at.isConnected && !at.matches(":disabled");

/** Keep the focus on this page; call the result to end. */
export function keepFocus(root: HTMLElement): () => void {
  let ancestors: Element[] = [];
  const focused = (event: FocusEvent) => {
    ancestors = [];
    for (let at = event.target as Element | null; at !== null && root.contains(at); at = at.parentElement) ancestors.push(at);
  };
  const changed = new MutationObserver(() => {
    const [last] = ancestors;
    if (last === undefined || canFocus(last)) return;
    // A disabled element keeps the focus until the next frame.
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    const place = ancestors.find((at) => at !== root && canFocus(at));
    ancestors = [];
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  changed.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", focused);
  return () => {
    changed.disconnect();
    root.removeEventListener("focusin", focused);
  };
}
