/** The bounds of typed texts and numbers in forms; the server has the same or wider ones (domain/core/bounds.py). */

/** The most characters of a long text: a biography, a note, a handout. */
export const LONG_TEXT_MOST = 4000;

const BONUS_MOST = 20;

/** A bonus (or penalty, below 0) within its bounds. */
export const boundedBonus = (dice: number): number => Math.min(Math.max(dice, -BONUS_MOST), BONUS_MOST);
