/** A character's portrait: the monogram of its name. */

interface Props {
  /** The character's id. */
  readonly id: string;
  readonly name: string;
}

/** The first letters of the first and the last word of a name: "Ilse Marten" is "IM". */
export function monogram(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = (word: string | undefined) => /[\p{L}\p{N}]/u.exec(word ?? "")?.[0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toLocaleUpperCase();
}

/** The name stands beside it, so that a screen reader passes over the portrait. */
export function Portrait(props: Props) {
  return (
    <span class="portrait" aria-hidden="true" data-portrait={props.id}>
      {monogram(props.name)}
    </span>
  );
}
