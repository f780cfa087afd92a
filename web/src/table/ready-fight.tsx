/** For a Storyteller whose table has no characters: a fight to try out. */

import { createMemo, Show } from "solid-js";
import { t } from "../words/render";
import { useTable } from "../state/table";
import { OptionItem } from "../actions/options";

/** The option to set up the ready fight, while there is no character. */
export function useReadyFight() {
  const table = useTable();
  return createMemo(() => (table.all("Face").length === 0 ? table.options().find((o) => o.command === "SetUpFight") : undefined));
}

/** The next step after the set-up: shown while no character has a player and there is no roll. */
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
        {t("page-next-step")}
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
            <b>{t("page-no-characters")}</b> {t("page-try-a-fight")}
          </p>
          <OptionItem option={option()} />
        </section>
      )}
    </Show>
  );
}
