/** Which options stand beside the question of a character's turn, and which keys press the buttons of options. */

import { hasSubject, subjectOf } from "../forms/option-subject";
import { isFixed } from "../forms/options";
import type { Option } from "../messages";
import type { Table } from "../state/table";
import { isPlayersOwn } from "./questions";

/** True if the option is another answer to a question, such as yielding or giving up: it needs no form, and an urgent
 * option of the same character is in the same group, or names the same thing. */
export const isOtherAnswer = (table: Table, option: Option): boolean =>
  !option.urgent &&
  option.actor !== "" &&
  !hasSubject(option) &&
  option.inputs.every(isFixed) &&
  !isPlayersOwn(table, option) &&
  table.options().some((o) => o.urgent && o.actor === option.actor && !hasSubject(o) && isBeside(o, option));

const isBeside = (question: Option, option: Option): boolean =>
  option.inputs.length > 0
    ? option.inputs.some(({ name }) => subjectOf(option, name) !== "" && subjectOf(option, name) === subjectOf(question, name))
    : question.group === "act" && option.group === "act";

/** True if the option gives up a declared action for a defence before the character acts: a player may do so at any
 * time, so that it stands with the line that says whom the table waits for. */
export const isAbort = (table: Table, option: Option): boolean =>
  option.command === "AbortAction" && !hasSubject(option) && !table.isStoryteller();

/** The key that presses the button of an option of this command. */
const KEYS: Readonly<Record<string, string>> = {
  AbortAction: "a",
  AnswerCall: "r",
  Defend: "a",
  TakeAction: "r",
  Yield: "y",
};

export const keyFor = (option: Pick<Option, "command">): string | undefined => KEYS[option.command];
