/** Components that are fetched once they are drawn. */

import { type Component, lazy as loadedWhenDrawn } from "solid-js";
import { lost, twice } from "./chunk-loading";

/** The component, or the word that it is lost and a way to load the page again: nothing, where another part of the same
 * piece says that. */
export const lazy = <P extends object>(load: () => Promise<Component<P>>, saysLost = true): Component<P> =>
  loadedWhenDrawn(() =>
    twice(load)
      .catch((): Component<P> => (saysLost ? lost : () => null))
      .then((found) => ({ default: found })),
  );
