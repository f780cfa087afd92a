/** The word for so many dots on a scale; "" on a scale longer than the words, and for more dots than have one. */
export const dotsWord = (words: readonly string[], dots: number, most: number): string =>
  most < words.length ? (words[dots] ?? "") : "";
