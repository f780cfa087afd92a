/** The rare parts of the story: the explanation of a roll, searching, and taking back. They are loaded when one is
 * first opened. */

export { OverrideRoll, ShowRoll } from "./override-roll";
export { DieByDie } from "./roll-explanation";
export { StorySearch } from "./story-search";
export { UndoLast, UndoToHere } from "./undo-buttons";
export { UndoQuestion } from "./undo-question";
