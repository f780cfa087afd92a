/** Sizes of files as text. */

import { dateLocale } from "../words/language";

/** A number of bytes in kilobytes or megabytes, in the reader's language: "3.2 MB". */
export function bytesText(bytes: number): string {
  const [unit, number] = bytes < 1_000_000 ? (["kilobyte", bytes / 1000] as const) : (["megabyte", bytes / 1_000_000] as const);
  const maximumFractionDigits = number < 10 ? 1 : 0;
  return new Intl.NumberFormat(dateLocale(), { style: "unit", unit, maximumFractionDigits }).format(number);
}
