/** Where the focus stays when what had it goes: with what lay around that, so that the keyboard goes on from there. */

/** Keep the focus on this page; ends when what it returns is called. */
export function keepFocus(root: HTMLElement): () => void {
  let around: Element[] = [];
  const focused = (event: FocusEvent) => {
    around = [];
    for (let at = event.target as Element | null; at !== null && root.contains(at); at = at.parentElement) around.push(at);
  };
  const changed = new MutationObserver(() => {
    if (around.length === 0 || around[0]?.isConnected || document.activeElement !== document.body) return;
    const place = around.find((at) => at !== root && at.isConnected);
    around = [];
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  changed.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", focused);
  return () => {
    changed.disconnect();
    root.removeEventListener("focusin", focused);
  };
}
