/** Says so where more is written than a field's `data-most`. Nothing is dropped, and no form is sent with it; the
 * table refuses what comes past one. */

const isTextField = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

const FIELDS = "[data-most]";

/** What there is to say of a field with too much in it, "" where all of it fits. */
function tooLong(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { most } = field.dataset as { most?: string };
  const over = [...field.value].length - Number(most);
  return over > 0 ? `${over} too many: no more than ${most} characters fit here.` : "";
}

function unfold(from: EventTarget | null): void {
  let at = from instanceof Element ? from.closest("details") : null;
  while (at) {
    at.open = true;
    at = at.parentElement?.closest("details") ?? null;
  }
}

/** One note for the whole page, over whatever lies on top, below the field that is too full. */
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
  // A form is not sent with it, and the browser leads to the field.
  page.addEventListener("click", () => page.querySelectorAll(FIELDS).forEach((field) => isTextField(field) && field.setCustomValidity(tooLong(field))), true);
  // Nor without a word, where the field is folded away.
  page.addEventListener("invalid", ({ target }) => unfold(target), true);
  for (const gone of ["focusout", "submit"]) page.addEventListener(gone, hide, true);
  // A long text scrolls within its field as it is typed; anything else that scrolls takes the field along.
  page.addEventListener("scroll", ({ target }) => isTextField(target) || hide(), true);
}
