# Calls for rolls, and questions to the Storyteller.

line-without-willpower = Rolled without Willpower. { $why }
line-roll-it = No: roll.
line-no-retry = No: not again.
line-not-agreed = No: roll without it.
