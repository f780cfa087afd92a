/** Components that are fetched once they are drawn. */

import { type Component, lazy as loadedWhenDrawn } from "solid-js";
import { loadErrorNotice, retryOnce } from "./chunk-loading";

/** The component, or the word that it is lost and a way to load the page again: nothing, where another part of the same
 * piece says that. */
export const lazy = <P extends object>(load: () => Promise<Component<P>>, showsError = true): Component<P> =>
  loadedWhenDrawn(() =>
    retryOnce(load)
      .catch((): Component<P> => (showsError ? loadErrorNotice : () => null))
      .then((found) => ({ default: found })),
  );
