/** The questions of the table to this seat. */

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

/** True if the table waits for this seat to take one of the open options. */
export const isAsked = (table: Table): boolean => table.options().some((o) => o.urgent && !isPlayersOwn(table, o));
