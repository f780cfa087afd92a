/** A search that goes on at another screen: from a scene to all scenes of the chronicle, and from there to a scene. */

type Place = "scenes" | "story";

const next = new Map<Place, string>();

/** Have the next screen search for these words: the list of scenes, or the story that is shown. */
export const searchNext = (place: Place, words: string): void => void next.set(place, words);

/** The words that this part shall search for, told once; undefined if it shall not search. */
export function takeSearch(place: Place): string | undefined {
  const words = next.get(place);
  next.delete(place);
  return words;
}
