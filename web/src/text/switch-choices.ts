import { slug, tIf } from "../words/render";

/** The text of a switch of the rules. */
export const switchName = (name: string, label: string): string => tIf(`switch-${name}`, label);

/** The text of a choice of a switch; a choice without a message is shown as it is. */
export const choiceWords = (name: string, choice: string): string => tIf(`switch-${name}-${slug(choice)}`, choice.replaceAll("-", " "));
