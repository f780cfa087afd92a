/** A note for text that is longer than a field's `data-most`. No text is cut, and the form is not sent; the server
 * refuses a longer text as well. */

import { t } from "../words/render";

const isTextField = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

const FIELDS = "[data-most]";

/** The message for a field with too much text, or "". */
function tooLong(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { most } = field.dataset as { most?: string };
  const over = [...field.value].length - Number(most);
  return over > 0 ? t("page-too-long", { over, most: Number(most) }) : "";
}

function unfold(from: EventTarget | null): void {
  let at = from instanceof Element ? from.closest("details") : null;
  while (at) {
    at.open = true;
    at = at.parentElement?.closest("details") ?? null;
  }
}

/** A single note for the whole page, above all dialogs, below the field that is too full. */
export function showTooLongNote(page: Document): void {
  const note = page.createElement("p");
  note.className = "no-more-fits";
  note.popover = "manual";
  note.setAttribute("role", "status");
  page.body.append(note);
  const hide = () => {
    note.hidePopover();
    note.textContent = "";
  };
  page.addEventListener("input", ({ target: field }) => {
    const message = isTextField(field) && tooLong(field);
    if (!message) return hide();
    const { right, bottom } = field.getBoundingClientRect();
    note.style.setProperty("--right", `${right}px`);
    note.style.setProperty("--top", `${bottom}px`);
    note.showPopover();
    note.textContent = message;
  });
  // Mark the field as invalid: the browser then blocks the form and leads to the field.
  page.addEventListener("click", () => page.querySelectorAll(FIELDS).forEach((field) => isTextField(field) && field.setCustomValidity(tooLong(field))), true);
  // Unfold the field, so that the browser can show it.
  page.addEventListener("invalid", ({ target }) => unfold(target), true);
  for (const gone of ["focusout", "submit"]) page.addEventListener(gone, hide, true);
  // A long text scrolls inside its field; scrolling elsewhere moves the field.
  page.addEventListener("scroll", ({ target }) => isTextField(target) || hide(), true);
}
