/**
 * A button that comes to stand under a resting hand is not what the hand meant: for a moment it cannot be pressed.
 * Whoever moves on to it, or reaches it with the keyboard, may press it at once.
 */

const MOMENT = 700;
/** How far a resting hand may tremble, in CSS pixels. */
const TREMBLE = 6;

const buttonAt = (place: { x: number; y: number }) => document.elementFromPoint(place.x, place.y)?.closest("button") ?? undefined;

/** Guard all buttons of this page; ends when what it returns is called. */
export function guardFresh(root: HTMLElement): () => void {
  let hand: { x: number; y: number } | undefined;
  let under: Element | undefined;
  let looking = 0;
  const rest = new Map<Element, ReturnType<typeof setTimeout>>();

  const look = () => {
    looking = 0;
    const now = hand && buttonAt(hand);
    if (now === under) return;
    under = now;
    if (now === undefined || rest.has(now)) return;
    now.setAttribute("aria-disabled", "true");
    rest.set(
      now,
      setTimeout(() => {
        now.removeAttribute("aria-disabled");
        rest.delete(now);
      }, MOMENT),
    );
  };
  const changed = new MutationObserver(() => {
    if (hand !== undefined && looking === 0) looking = requestAnimationFrame(look);
  });
  const moved = (event: PointerEvent) => {
    const rests = hand !== undefined && Math.hypot(event.clientX - hand.x, event.clientY - hand.y) < TREMBLE;
    if (rests && looking !== 0) return; // something has just changed under it
    hand = { x: event.clientX, y: event.clientY };
    under = buttonAt(hand); // it came to the button, not the button to it
  };
  const pressed = (event: MouseEvent) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return; // the keyboard: it goes where the focus is
    const button = event.target.closest("button");
    if (button === null || !rest.has(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  changed.observe(root, { childList: true, characterData: true, attributeFilter: ["class", "open"], subtree: true });
  addEventListener("pointermove", moved, true);
  addEventListener("pointerdown", moved, true);
  addEventListener("click", pressed, true);
  return () => {
    changed.disconnect();
    cancelAnimationFrame(looking);
    removeEventListener("pointermove", moved, true);
    removeEventListener("pointerdown", moved, true);
    removeEventListener("click", pressed, true);
    for (const [button, timer] of rest) {
      clearTimeout(timer);
      button.removeAttribute("aria-disabled");
    }
  };
}
