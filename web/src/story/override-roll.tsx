/** The Storyteller's options on a roll: override its result, or show a secret roll (G0). */

import { resultName } from "../text/dice";
import type { Choice, Option, Roll, Rulebook } from "../messages";
import { phrase, type Sentence } from "../words/words";
import { useTable } from "../state/table";
import { OptionItem } from "../actions/options";

const choice = (value: string, label: Sentence): Choice => ({ value, label, hint: "" });

const named = (result: Roll["result"]) => resultName(result).replace(/^./, (first) => first.toUpperCase());
const blank = { choices: [], least: 0, most: 0, default: "", rarely: false };

/** The server does not list this option for each roll, so the page makes it; the default is a result that the roll
 * does not have. */
const overrideOption = (roll: Pick<Roll, "id" | "result">, results: Rulebook["results"]): Option => ({
  command: "OverrideRoll",
  actor: "",
  label: phrase("page-option-override"),
  hint: phrase("page-hint-override"),
  group: "",
  urgent: false,
  inputs: [
    { ...blank, name: "roll", label: "", kind: "choice", choices: [choice(roll.id, "")] },
    {
      ...blank,
      name: "result",
      label: phrase("page-ask-override-result"),
      kind: "choice",
      choices: results.map((r) => choice(r, named(r))),
      default: results.find((r) => r !== roll.result) ?? "",
    },
    { ...blank, name: "reason", label: phrase("page-ask-override-reason"), kind: "text", most: 200 },
  ],
  parts: [],
  grave: false,
});

/** The option that shows a secret roll to all seats. */
const showRollOption = (roll: string): Option => ({
  command: "ShowRoll",
  actor: "",
  label: phrase("page-option-show-roll"),
  hint: phrase("page-hint-show-roll"),
  group: "",
  urgent: false,
  inputs: [{ ...blank, name: "roll", label: "", kind: "choice", choices: [choice(roll, "")] }],
  parts: [],
  grave: true,
});

// Both options are drawn after the roll and are not announced by screen readers.

export function ShowRoll(props: { roll: string }) {
  return (
    <div class="of-roll" data-testid="show-roll" aria-live="off">
      <OptionItem option={showRollOption(props.roll)} skipsTab />
    </div>
  );
}

export function OverrideRoll(props: { roll: Pick<Roll, "id" | "result"> }) {
  const table = useTable();
  const results = () => table.get("Rulebook", "rulebook")?.results ?? [];
  return (
    <div class="of-roll" aria-live="off">
      <OptionItem option={overrideOption(props.roll, results())} skipsTab />
    </div>
  );
}
