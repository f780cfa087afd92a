/** The word for a number of dots; "" if the scale or the number exceeds the list of words. */
export const dotsWord = (words: readonly string[], dots: number, most: number): string =>
  most < words.length ? (words[dots] ?? "") : "";
