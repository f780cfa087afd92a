/** The screen in which an action on a character's sheet is done. */

import { Match, onMount, Switch } from "solid-js";
import { CharacterBook } from "../characters/character-book";
import { SheetEditor } from "../characters/sheet-editor";
import { PortraitEditor } from "../handouts/portrait-editor";
import type { Option } from "../messages";
import { useTable } from "../state/table";

/** True if the option is done in a screen of its character, and not in a form. */
export const hasCharacterScreen = (option: Option): boolean => option.group === "sheet";

export function CharacterScreen(props: { option: Option; close: () => void }) {
  const table = useTable();
  const id = () => props.option.actor;
  onMount(() => {
    if (props.option.command.endsWith("Experience")) document.querySelector("[data-testid='ledger']")?.scrollIntoView({ block: "center" });
  });
  return (
    <Switch fallback={<CharacterBook reading={table} live={true} id={id()} close={props.close} />}>
      <Match when={props.option.command === "SetPortrait"}>
        <PortraitEditor id={id()} close={props.close} />
      </Match>
      <Match when={props.option.command === "ChangeSheet"}>
        <SheetEditor id={id()} close={props.close} />
      </Match>
    </Switch>
  );
}
