/** Turn a name into a file name with this ending; `otherwise` if no character of it may be in one. */
export const fileName = (name: string, otherwise: string, ending: string): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || otherwise}.${ending}`;
