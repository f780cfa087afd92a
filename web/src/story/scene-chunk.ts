/** The parts around a scene's story, bundled in a chunk: cast, turn order, attacks, tasks and actions. */

export { Attacks } from "../actions/attacks";
export { Cast, TurnOrder, WhoseTurn } from "../characters/cast";
export { ActionPanel, Urgent } from "../actions/action-panel";
export { ReadyFight } from "../table/ready-fight";
export { OverrideRoll, ShowRoll } from "./override-roll";
export { Tasks } from "../actions/tasks";
