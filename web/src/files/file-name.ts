/** A name as that of a file, or `otherwise` where nothing of it may stand in one; with the ending. */
export const fileName = (name: string, otherwise: string, ending: string): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || otherwise}.${ending}`;
