/** What stands around a scene's story, in one piece: who is there, whose turn it is, what happens and what can be done. */

export { Attacks } from "../actions/attacks";
export { Cast, TurnOrder, WhoseTurn } from "../characters/cast";
export { ActionPanel, Urgent } from "../actions/action-panel";
export { ReadyFight } from "../table/ready-fight";
export { OverrideRoll, ShowRoll } from "./override-roll";
export { Tasks } from "../actions/tasks";
