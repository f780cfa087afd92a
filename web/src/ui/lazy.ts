/** Components that are loaded when they are first drawn. */

import { type Component, lazy as loadedWhenDrawn } from "solid-js";
import { loadErrorNotice, retryOnce } from "./chunk-loading";

/** The component, or a notice that it could not be loaded. With `showsError` false there is no notice: another
 * part of the same chunk shows it, or the page does without the component. */
export const lazy = <P extends object>(load: () => Promise<Component<P>>, showsError = true): Component<P> & { preload: () => Promise<unknown> } =>
  loadedWhenDrawn(() =>
    retryOnce(load)
      .catch((): Component<P> => (showsError ? loadErrorNotice : () => null))
      .then((found) => ({ default: found })),
  );
