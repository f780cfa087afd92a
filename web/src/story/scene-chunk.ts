/** The parts around a scene's story, bundled in a chunk: cast, turn order, attacks, tasks and actions. */

export { Cast } from "../characters/cast";
export { OwnStatus } from "../characters/own-status";
export { ActionPanel } from "../actions/action-panel";
export { Prompt } from "../actions/prompt";
export { ReadyFight } from "../table/ready-fight";
export { OverrideRoll, ShowRoll } from "./override-roll";
export { Tasks } from "../actions/tasks";
