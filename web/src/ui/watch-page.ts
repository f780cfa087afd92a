/** Watches the whole page while somebody uses it: presses on new buttons, the focus, texts that are too long. It is loaded
 * while the page is drawn. */

import { guardNewButtons } from "./guard-new-buttons";
import { keepFocus } from "./keep-focus";
import { showTooLongNote } from "./too-long-note";

export function watchPage(root: HTMLElement): void {
  guardNewButtons(root);
  keepFocus(root);
  showTooLongNote(document);
}
