/** The kinds of characters and of damage in words. */

import { t, tIf } from "../words/render";
import type { Health } from "../messages";

/** The kind of a character; a kind that house rules added is shown as it is. */
export const kindName = (kind: string): string => tIf(`page-kind-${kind}`, kind);

/** A kind of damage, as it stands behind a number of levels or dice. */
export const damageName = (kind: keyof Pick<Health, "bashing" | "lethal" | "aggravated">): string => t(`page-damage-${kind}`);
