/** The Storyteller says what a roll came to, whatever the dice show (G0). */

import type { Choice, Option } from "../messages";
import { OptionItem } from "./options";

const choice = (value: string, label: string): Choice => ({ value, label, hint: "" });
const RESULTS = [
  choice("success", "Success"),
  choice("exceptional", "Exceptional"),
  choice("failure", "Failure"),
  choice("botch", "Botch"),
  choice("dramatic_failure", "Dramatic failure"),
];

const blank = { choices: [], least: 0, most: 0, default: "" };

/** The table offers this for no roll in particular, so the page puts it beside each. */
const overriding = (roll: string): Option => ({
  command: "OverrideRoll",
  actor: "",
  label: "Rule otherwise",
  hint: "",
  group: "",
  urgent: false,
  inputs: [
    { ...blank, name: "roll", label: "", kind: "choice", choices: [choice(roll, "")] },
    { ...blank, name: "result", label: "It is", kind: "choice", choices: RESULTS },
    { ...blank, name: "reason", label: "Why", kind: "text", most: 200 },
  ],
});

export function RuleOtherwise(props: { roll: string }) {
  return (
    <div class="rule-otherwise">
      <OptionItem option={overriding(props.roll)} />
    </div>
  );
}
