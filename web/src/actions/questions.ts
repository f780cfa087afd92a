/** The questions of the table to this seat. */

import { isAnswer, isNextStep } from "../forms/question";
import { subjectOf } from "../forms/option-subject";
import type { Option } from "../messages";
import type { Table } from "../state/table";

/** True if the Storyteller could take the option for a player's character: the table waits for the player. */
export const isPlayersOwn = (table: Table, option: Option): boolean =>
  table.isStoryteller() && Boolean(table.get("Face", option.actor)?.player);

/** True if the option answers an attack that waits for this seat. */
export function isAnswerable(table: Table, option: Option): boolean {
  const blow = table.get("Blow", subjectOf(option, "blow"));
  return option.urgent && blow !== undefined && blow.waits !== "" && !isPlayersOwn(table, option);
}

/** True if the prompt asks this seat for the option: the table waits for it, and the Storyteller's desk does not show
 * it. */
export const isInPrompt = (table: Table, option: Option): boolean =>
  option.urgent && !isAnswer(table, option) && !isNextStep(table, option) && !isPlayersOwn(table, option);

/** True if the option answers a question to this seat: in the prompt, in the Storyteller's inbox, or as her next step. */
export const isQuestion = (table: Table, option: Option): boolean =>
  isAnswer(table, option) || (option.urgent && !isPlayersOwn(table, option));
