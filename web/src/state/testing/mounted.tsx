/** For tests: a part of the page that is drawn at a table. */

import type { JSX } from "solid-js";
import { render } from "solid-js/web";
import { onTestFinished } from "vitest";
import { type Table, TableContext } from "../table";

/** Remove the part that is drawn. */
export let unmount = (): void => {};

/** Draw a part until the test ends. Draw one at a time. */
export function mounted(table: Table, part: () => JSX.Element): HTMLElement {
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(() => <TableContext.Provider value={table}>{part()}</TableContext.Provider>, root);
  unmount = () => {
    stop();
    root.remove();
    unmount = () => {};
  };
  onTestFinished(() => unmount());
  return root;
}
