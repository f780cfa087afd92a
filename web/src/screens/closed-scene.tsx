/** The notice of a closed scene: the ways to the next scene and to the chronicle, and the check of the dice. */

import type { SeatSession } from "../net/session";
import type { Table } from "../state/table";
import { CheckDice } from "../story/check-dice";
import { NextScene } from "../table/next-scene";
import { t } from "../words/render";
import type { Navigation } from "./seat";

interface Props {
  readonly session: SeatSession;
  readonly chronicle: Table;
  /** The stream of the closed scene. */
  readonly here: string;
  readonly sawOpen: boolean;
  readonly looking: boolean;
  readonly mayLook: boolean;
  readonly moves: Navigation;
}

export function ClosedScene(props: Props) {
  return (
    <section class="notice closed" aria-label={t("page-scene-closed-short")} data-testid="scene-closed">
      <NextScene
        session={props.session}
        chronicle={props.chronicle}
        here={props.here}
        sawOpen={props.sawOpen}
        looking={props.looking}
        mayLook={props.mayLook}
        go={props.moves.toScene}
      />
      <button type="button" onClick={() => props.moves.toChronicle(props.chronicle.all("SceneCard").find((s) => s.open)?.stream)}>
        {t("page-do-back-to-chronicle")}
      </button>
      <CheckDice />
    </section>
  );
}
