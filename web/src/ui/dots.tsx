/** Dots: a trait's rating, with the word for it. */

import { For, Show } from "solid-js";
import { dotsWord } from "../text/dots";
import { t, termText } from "../words/render";
import { useTable } from "../state/table";

/** The numbers from 1 to `most`. */
export const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);

/** The words that this chronicle has for dots (D1). */
export function useWord(): (dots: number, most: number) => string {
  const table = useTable();
  return (dots, most) => termText(dotsWord(table.get("Rulebook", "rulebook")?.dots ?? [], dots, most));
}

/** The dots in words, with the word for them if there is one. */
export const withWord = (dots: string, word: string): string => (word ? t("page-dots-word", { dots, word }) : dots);

/** The word, visible while the pointer or the focus is on the dots or around them. Screen readers get it with the
 * dots. */
export function Word(props: { word: string }) {
  return (
    <Show when={props.word}>
      <span class="word" aria-hidden="true">
        {props.word}
      </span>
    </Show>
  );
}

export function Dots(props: { dots: number; most: number }) {
  const word = useWord();
  const announced = () => withWord(t("page-dots-of", { dots: props.dots, most: props.most }), word(props.dots, props.most));
  return (
    <span class="dots" classList={{ long: props.most > 5 }} role="img" aria-label={announced()}>
      <For each={upTo(Math.max(props.most, props.dots))}>{(n) => <i classList={{ full: n <= props.dots }} />}</For>
      <Word word={word(props.dots, props.most)} />
    </span>
  );
}
