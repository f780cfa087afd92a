/** Game time as people say it: it is told in seconds since the midnight that the first day began with. */

const DAY = 86_400;
const two = (n: number) => String(n).padStart(2, "0");

/** "day 2, 21:05"; seconds only where there are any. */
export function when(at: number): string {
  const rest = ((at % DAY) + DAY) % DAY;
  const seconds = rest % 60;
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor((rest % 3600) / 60))}`;
  return `day ${Math.floor(at / DAY) + 1}, ${clock}${seconds > 0 ? `:${two(seconds)}` : ""}`;
}
