/** Counting wounds. */

import type { Health } from "../messages";

/** The number of health levels that are hurt, of every kind. */
export const wounds = (health: Pick<Health, "bashing" | "lethal" | "aggravated"> | undefined): number =>
  health === undefined ? 0 : health.bashing + health.lethal + health.aggravated;
