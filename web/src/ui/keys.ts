/** Keys that press a button of the page. A button says by `data-key` which key presses it; the key presses the first such
 * button that is visible and enabled. If there is none, it opens the panel with such a button, and presses it there: a
 * panel says by `data-panel` its name, and a tab by `data-shows` the name of the panel that it opens. A field with
 * `data-key` gets the focus instead. No key does anything while somebody types, in a dialog, or together with Ctrl, Alt
 * or Meta. */

/** The keys in the order of the key map, each with the id of the message that says what it does. */
export const KEYS = [
  ["/", "page-key-speak"],
  ["r", "page-key-roll"],
  ["d", "page-key-declare"],
  ["y", "page-key-yield"],
  ["a", "page-key-abort"],
  ["n", "page-key-next"],
  ["1", "page-key-saved-roll"],
] as const;

interface Aids {
  readonly palette: () => void;
  readonly keyMap: () => void;
}

const FIELDS = "input,textarea,select,[contenteditable]";

/** True if a key would be typed into a field, or belongs to a control that has the focus. */
const isTyped = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;

const isVisible = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true;

const haveKey = (key: string) =>
  [...document.querySelectorAll<HTMLElement>("[data-key]")].filter((one) => one.dataset["key"] === key && !one.matches(":disabled"));

/** The visible element that a key presses, if there is one now. */
const pressedBy = (key: string): HTMLElement | undefined => haveKey(key).find(isVisible);

/** The tab that opens a closed panel with an element that the key presses. */
function tabFor(key: string): HTMLElement | undefined {
  for (const one of haveKey(key)) {
    const tab = tabOf(one);
    if (tab !== undefined) return tab;
  }
  return undefined;
}

/** The tab that opens the closed panel of an element. */
function tabOf(element: HTMLElement): HTMLElement | undefined {
  const panel = element.closest<HTMLElement>("[data-panel]");
  if (panel === null || isVisible(panel)) return undefined;
  return document.querySelector<HTMLElement>(`[data-shows="${panel.dataset["panel"]}"]`) ?? undefined;
}

/** Press an element of the page, also if it is in a closed panel that a tab opens; a field gets the focus. */
export function pressElement(element: HTMLElement): void {
  if (!isVisible(element)) tabOf(element)?.click();
  element.focus();
  if (!element.matches(FIELDS)) element.click();
}

/** True if the element is in sight, or in a panel that a tab opens. */
export const isWithinReach = (element: HTMLElement): boolean => isVisible(element) || tabOf(element) !== undefined;

function press(key: string): boolean {
  let element = pressedBy(key);
  if (element === undefined) {
    tabFor(key)?.click();
    element = pressedBy(key);
  }
  if (element === undefined) return false;
  pressElement(element);
  return true;
}

/** Listen for the keys of the page; return the function that stops it. */
export function listenForKeys(aids: Aids): () => void {
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector("dialog[open]") !== null) return;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      aids.palette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
    if (event.key === "?") aids.keyMap();
    else if (!press(event.key)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
