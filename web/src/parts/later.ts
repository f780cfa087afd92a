/** Components that are fetched once they are drawn. */

import { type Component, lazy } from "solid-js";
import { lost, twice } from "./fetching";

/** The component, or the word that it is lost and a way to load the page again. */
export const later = <P extends object>(load: () => Promise<Component<P>>): Component<P> =>
  lazy(() =>
    twice(load)
      .catch((): Component<P> => lost)
      .then((found) => ({ default: found })),
  );
