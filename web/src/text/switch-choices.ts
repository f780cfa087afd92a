/** The switches of a rule set in words, and their choices. */

import { t } from "../words/render";

export const switchWords = (name: string): string => t(`switch-${name}`);

export const choiceWords = (name: string, choice: string): string => t(`switch-${name}-${choice.toLowerCase()}`);
