/** The parts of a fight, loaded when one first begins: declaring, and the attacks under way. */

export { Attacks } from "./attacks";
export { Declaration } from "./declaration";
