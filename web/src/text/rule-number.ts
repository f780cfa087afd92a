/** Rule numbers, as hints of options: "I2", "E1, E4". */

const RULE_NUMBERS = /^[A-Z]\d{1,2}(, [A-Z]\d{1,2})*$/;

const RULE_IN_HINT = /\(([A-Z]\d{1,2})\)/;

/** The full text of a hint: a rule number gets an explanation. */
export function hintInFull(hint: string): string {
  if (RULE_NUMBERS.test(hint)) return `Rule ${hint} of this table’s rules: “coterie rules” lists them.`;
  const number = RULE_IN_HINT.exec(hint)?.[1];
  return number ? `${hint}. ${number} is a rule of this table: “coterie rules” lists them.` : hint;
}
