/** Game time in words. It is counted in seconds from midnight before the first day. */

import { t } from "../words/render";

const DAY = 86_400;
const twoDigits = (n: number) => String(n).padStart(2, "0");

/** "day 2, 21:05"; with seconds if they are not 0. */
export function gameTime(at: number): string {
  const rest = ((at % DAY) + DAY) % DAY;
  const seconds = rest % 60;
  const clock = `${twoDigits(Math.floor(rest / 3600))}:${twoDigits(Math.floor((rest % 3600) / 60))}`;
  return t("page-day-and-time", { day: Math.floor(at / DAY) + 1, clock: seconds > 0 ? `${clock}:${twoDigits(seconds)}` : clock });
}
