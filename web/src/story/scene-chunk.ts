/** The parts around a scene's story, bundled in a chunk: cast, turn order, prompt and actions. */

export { Cast } from "../characters/cast";
export { OwnStatus } from "../characters/own-status";
export { ActionPanel } from "../actions/action-panel";
export { Prompt } from "../actions/prompt";
