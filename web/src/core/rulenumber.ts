/** Rule numbers, as options carry them beside their labels: "I2", "E1, E4". */

const NUMBERS = /^[A-Z]\d{1,2}(, [A-Z]\d{1,2})*$/;

/** What a hint says when it is asked: of rule numbers, what they are. */
export const hintInFull = (hint: string): string =>
  NUMBERS.test(hint) ? `rule ${hint} of the rule book; “coterie rules” lists them` : hint;
