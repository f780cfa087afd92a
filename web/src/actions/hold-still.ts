/** A panel of the prompt stays where it is on the screen while it is used, whatever arrives around it: the prompt is
 * scrolled, or gets room below the panel. */

const WATCHED = { childList: true, characterData: true, attributeFilter: ["class", "open"], subtree: true };

/** Hold the panel while the pointer or the focus is in it; call the result to end. */
export function holdStill(panel: HTMLElement): () => void {
  const asking = panel.closest<HTMLElement>(".asking");
  if (asking === null) return () => {};
  let [hasPointer, hasFocus, top, room] = [false, false, 0, 0];
  const note = () => {
    top = panel.getBoundingClientRect().top;
  };
  const setRoom = (pixels: number) => {
    room = pixels;
    asking.style.paddingBottom = room > 0 ? `${room}px` : "";
  };
  const enter = () => {
    hasPointer = true;
    note();
  };
  const leave = () => {
    hasPointer = false;
    if (!hasFocus) setRoom(0);
  };
  const focus = () => {
    hasFocus = true;
    note();
  };
  const blur = (event: FocusEvent) => {
    hasFocus = event.relatedTarget instanceof Node && panel.contains(event.relatedTarget);
    if (!hasFocus && !hasPointer) setRoom(0);
  };
  const changed = new MutationObserver((changes) => {
    const byPanel = changes.every(({ target }) => panel.contains(target));
    if (!byPanel && (hasPointer || hasFocus)) {
      const moved = panel.getBoundingClientRect().top - top;
      const before = asking.scrollTop;
      asking.scrollTop += moved;
      setRoom(Math.max(room + moved - (asking.scrollTop - before), 0));
    }
    note();
  });
  changed.observe(asking.closest(".prompt") ?? asking, WATCHED);
  asking.addEventListener("scroll", note);
  panel.addEventListener("pointerenter", enter);
  panel.addEventListener("pointermove", note);
  panel.addEventListener("pointerleave", leave);
  panel.addEventListener("focusin", focus);
  panel.addEventListener("focusout", blur);
  return () => {
    changed.disconnect();
    asking.removeEventListener("scroll", note);
    setRoom(0);
  };
}
