/** If a button appears under a resting pointer, a click on it is a mistake: for a moment the button is blocked. A
 * pointer that moves to it, or the keyboard, may press it at once. */

/** Milliseconds for which a new button is blocked. */
const MOMENT = 700;
/** The distance that a resting pointer may move, in CSS pixels. */
const TREMBLE = 6;

const buttonAt = (place: { x: number; y: number }) => document.elementFromPoint(place.x, place.y)?.closest("button") ?? undefined;

/** Guard all buttons of this page; call the result to end. */
export function guardNewButtons(root: HTMLElement): () => void {
  let pointer: { x: number; y: number } | undefined;
  let under: Element | undefined;
  let scheduled = 0;
  const guarded = new Map<Element, ReturnType<typeof setTimeout>>();

  const check = () => {
    scheduled = 0;
    const now = pointer && buttonAt(pointer);
    if (now === under) return;
    under = now;
    if (now === undefined || guarded.has(now)) return;
    now.setAttribute("aria-disabled", "true");
    guarded.set(
      now,
      setTimeout(() => {
        now.removeAttribute("aria-disabled");
        guarded.delete(now);
      }, MOMENT),
    );
  };
  const changed = new MutationObserver(() => {
    if (pointer !== undefined && scheduled === 0) scheduled = requestAnimationFrame(check);
  });
  const moved = (event: PointerEvent) => {
    const rests = pointer !== undefined && Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) < TREMBLE;
    if (rests && scheduled !== 0) return; // the page has just changed under the pointer
    pointer = { x: event.clientX, y: event.clientY };
    under = buttonAt(pointer); // the pointer moved to the button, not the button to the pointer
  };
  const pressed = (event: MouseEvent) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return; // the keyboard: it presses the focused button
    if (scheduled !== 0) check(); // a click before the next frame
    const button = event.target.closest("button");
    if (button === null || !guarded.has(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  changed.observe(root, { childList: true, characterData: true, attributeFilter: ["class", "open"], subtree: true });
  addEventListener("pointermove", moved, true);
  addEventListener("pointerdown", moved, true);
  addEventListener("click", pressed, true);
  return () => {
    changed.disconnect();
    cancelAnimationFrame(scheduled);
    removeEventListener("pointermove", moved, true);
    removeEventListener("pointerdown", moved, true);
    removeEventListener("click", pressed, true);
    for (const [button, timer] of guarded) {
      clearTimeout(timer);
      button.removeAttribute("aria-disabled");
    }
  };
}
