/** Words for the choices of switches that are unclear by themselves; any other choice is shown as it is. */

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "called-shots": { one: "of one kind", mixed: "may mix them" },
  "extra-successes": { ignore: "no: they are ignored", add: "yes: each adds a die" },
  "extended-botch": { restart: "empties the tally", fail: "ends the task", continue: "wastes the roll" },
  "teamwork-botch": { spoils: "one botch spoils it", ignored: "a botch is ignored" },
  "teamwork-social": { forbidden: "not at all", penalty: "each loses dice" },
  "retry-penalty": { offer: "the Storyteller is asked", apply: "always", off: "never" },
  retry: { step: "two harder", cumulative: "added up" },
  reactions: { ask: "it waits", automatic: "a declared defence meets it" },
  turns: { storyteller: "the Storyteller", automatic: "by itself" },
  initiative: { scene: "once a scene", turn: "every turn" },
  untrained: { allowed: "may be tried", ask: "the Storyteller is asked" },
  damage: { successes: "each success of the attack is a level", rolled: "rolled and soaked" },
  modifiers: { itemised: "each by itself", mixed: "penalties as one", single: "all as one" },
};

export const choiceWords = (name: string, choice: string): string => WORDS[name]?.[choice] ?? choice.replaceAll("-", " ");
