/** For tests: the layout of options, as a server might send it in its welcome. */

import type { CommandLayout } from "../../messages";

const layout = (command: string, preview: CommandLayout["preview"], usual: number): CommandLayout => ({ command, title: "", preview, usual, desk: "", answers: "" });

const LAYOUTS = [layout("AnswerCall", "pool", 0), layout("WorkOnTask", "pool", 1), layout("ChangeAction", "dice", 0), layout("RollInSecret", "", 1)];

export const LAID_OUT = {
  groups: () => [],
  refusal: () => "",
  drawn: (group: string) => (["act", "dice"].includes(group) ? "list" : ["points", "sheet"].includes(group) ? "own" : "character"),
  layout: (command: string) => LAYOUTS.find((l) => l.command === command),
};
