/** Text in the form in which it is compared and searched. */

/** Lower case without accents and without soft hyphens, so that "korper" finds "Körperkraft". */
export const plain = (text: string): string => text.normalize("NFD").replace(/[\p{M}\u00ad]/gu, "").toLowerCase();

/** A test whether a text has all words of `typed`, in any order, without regard to capitals and accents. */
export function hasWordsOf(typed: string): (text: string) => boolean {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return (text) => {
    const found = plain(text);
    return words.every((word) => found.includes(word));
  };
}
