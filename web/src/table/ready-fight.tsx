/** For a Storyteller at whose table nobody is yet: something to play at once. */

import { createMemo, Show } from "solid-js";
import { useTable } from "../state/table";
import { OptionItem } from "../actions/options";

/** The ready fight, while it is what a newcomer wants first. */
export function useReadyFight() {
  const table = useTable();
  return createMemo(() => (table.all("Face").length === 0 ? table.options().find((o) => o.command === "SetUpFight") : undefined));
}

/** What comes after: the fight stands, nobody plays anybody, and nothing was rolled yet. */
function NextStep() {
  const table = useTable();
  const ready = () =>
    table.options().some((o) => o.command === "StartTurns") &&
    table.all("Face").length > 1 &&
    table.all("Face").every((face) => !face.player) &&
    !table.story().some(({ record }) => record.type === "Roll");
  return (
    <Show when={ready()}>
      <p class="quiet" data-testid="what-next">
        Who plays somebody? Then <b>Start turns</b>, under “Storyteller”, begins the fight.
      </p>
    </Show>
  );
}

export function ReadyFight() {
  const fight = useReadyFight();
  return (
    <Show when={fight()} fallback={<NextStep />}>
      {(option) => (
        <section class="scene-open ready-fight" data-testid="ready-fight">
          <p>
            <b>No characters yet.</b> Play at once: a small fight with everybody in it, to try the table out.
          </p>
          <OptionItem option={option()} />
        </section>
      )}
    </Show>
  );
}
