/** Text in the form in which it is compared and searched. */

/** Lower case without accents and without soft hyphens, so that "korper" finds "Körperkraft". */
export const plain = (text: string): string => text.normalize("NFD").replace(/[\p{M}\u00ad]/gu, "").toLowerCase();
