/** Components that are loaded when they are first drawn. */

import { type Component, lazy as loadedWhenDrawn } from "solid-js";
import { loadErrorNotice, retryOnce } from "./chunk-loading";

/** The component, or a notice that it could not be loaded. With `showsError` false there is no notice, because
 * another part of the same chunk shows it. */
export const lazy = <P extends object>(load: () => Promise<Component<P>>, showsError = true): Component<P> =>
  loadedWhenDrawn(() =>
    retryOnce(load)
      .catch((): Component<P> => (showsError ? loadErrorNotice : () => null))
      .then((found) => ({ default: found })),
  );
