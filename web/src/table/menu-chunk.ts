/** The switches of the menu, bundled in a chunk that is loaded when the menu opens. */

export { AlertSettings } from "../ui/alert-settings";
export { LanguageChoice } from "../ui/language-choice";
export { PushSwitch } from "./push-switch";
