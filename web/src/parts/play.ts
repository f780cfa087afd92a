/** What stands around a scene's story, in one piece: who is there, whose turn it is, what happens and what can be done. */

export { Blows } from "./blow";
export { Cast, TurnOrder, WhoseTurn } from "./cast";
export { Open, Urgent } from "./now";
export { ReadyFight } from "./readyfight";
export { RuleOtherwise, ShowRoll } from "./ruling";
export { Tasks } from "./tasks";
