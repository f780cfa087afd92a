/** The rare parts of the story: searching it, and taking back. They are loaded when they are first opened. */

export { StorySearch } from "./story-search";
export { UndoQuestion } from "./undo-question";
