/** Which options stand beside the question of a character's turn, and which keys press the buttons of options. */

import { hasSubject } from "../forms/option-subject";
import { isFixed } from "../forms/options";
import type { Option } from "../messages";
import type { Table } from "../state/table";

/** True if the option is another answer to "you act now": it needs no form, and its character is to act. */
export const isOtherAnswer = (table: Table, option: Option): boolean =>
  !option.urgent &&
  option.group === "act" &&
  !hasSubject(option) &&
  option.inputs.every(isFixed) &&
  table.options().some((o) => o.urgent && o.group === "act" && o.actor === option.actor && !hasSubject(o)) &&
  !(table.isStoryteller() && table.get("Face", option.actor)?.player);

/** The key that presses the button of an option of this command. */
const KEYS: Readonly<Record<string, string>> = {
  AbortAction: "a",
  AnswerCall: "r",
  Defend: "a",
  TakeAction: "r",
  Yield: "y",
};

export const keyFor = (option: Pick<Option, "command">): string | undefined => KEYS[option.command];
