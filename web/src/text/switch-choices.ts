/** The switches of a rule set in words, and their choices. */

import { slug, t, tIf } from "../words/render";

export const switchWords = (name: string): string => t(`switch-${name}`);

/** The text of a choice of a switch; a choice without a message is shown as it is. */
export const choiceWords = (name: string, choice: string): string => tIf(`switch-${name}-${slug(choice)}`, choice.replaceAll("-", " "));
