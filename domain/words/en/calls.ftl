# Calls for rolls, and questions to the Storyteller.

line-without-willpower = Rolled without Willpower. { $why }
line-roll-it = No: roll.
line-no-retry = No: not again.
line-not-agreed = No: roll without it.

## Intents

line-intent = { $who } wants: { $aim }
line-intent-by = { $who } wants: { $aim }. How: { $method }
line-intent-answered = { $who }: { $answer }
no-roll-needed = No roll is needed.
option-state-intent = State an intent
option-answer-intent = { $who } wants: { $aim }
option-drop-intent = Drop it: { $aim }
command-state-intent = An intent
ask-aim = What do you want to achieve?
ask-method = How?
ask-storyteller-only = Only the Storyteller reads it
ask-intent-answer = Your answer (empty: no roll is needed)
ask-which-intent = Intent
no-aim = Say what the character wants to achieve.
one-aim = Wait for the answer to { $who }’s last intent, or drop it.
no-such-aim = This intent is answered or dropped already.

## Decrees

decree-happens = { $text }: it succeeds
decree-fails = { $text }: it fails
decree-by-trait = { $decree } ({ $trait } { $score } needed)
line-decreed = { $decree }.
line-decreed-for = { $who }: { $decree }.
option-decree = Decide without dice
option-decree-for = Decide for { $who }
option-settle = Decide: { $aim }
ask-decree = What you decide
ask-happens = It succeeds
ask-by-trait = By a trait
ask-score = From this score on
choice-no-trait = None: as you say
no-decree = Say what you decide.
decree-without-character = Pick the character whose trait decides.

## Calls

a-roll = a roll
called-roll = a roll on { $traits }
called-difficulty = { $roll }, difficulty { $difficulty }
called-harder = { $roll }, harder for each failure
line-called = The Storyteller asks { $who } for { $roll }.
line-called-because = The Storyteller asks { $who } for { $roll }: { $why }
line-call-abandoned = { $who } gives up instead of rolling.
line-call-abandoned-because = { $who } gives up instead of rolling: { $why }
option-call = Ask { $who } to roll
option-call-against = { $who }: roll against somebody
option-call-about = Roll for: { $aim }
option-withdraw-call = Withdraw { $who }’s roll
option-answer-call = Roll: { $what }
option-answer-call-of = Roll for { $who }
option-abandon-call = Give up instead
hint-uses-turn = uses the turn
ask-call = Roll
ask-call-opponent = Against whom
ask-call-against = Traits that make the difficulty, such as Wits + 3
ask-reason = What for
ask-hide-difficulty = Hide the difficulty
ask-player-only = Only the player knows
ask-plain = A large pool succeeds without a roll
ask-abandon = May give up instead of a chance roll
ask-costs-turn = Giving up uses the turn
choice-this-call = This roll
no-player = { $who } has no player to ask. Roll for them.
nothing-to-roll = Pick traits, or a number of dice.
no-such-call = This roll is made or withdrawn already.
hidden-obstacle = Only you see this obstacle. Ask for a roll without it.
call-specialty = This specialty is not on the sheet. Propose it first.
call-goes-on = This roll has to be made.
no-chance-roll = You can give up only before a chance roll. Roll.

## Questions to the Storyteller

option-question-automatic = { $who }: automatic success?
option-question-retry = { $who }: try again?
option-question-plea = { $who }: allow this roll?
option-withdraw-question = Withdraw the question
ask-question = Question
ask-answer = Your answer
choice-retry-as-before = Yes, as before
choice-yes-harder = Yes, but harder
choice-no = No
choice-it-succeeds = Yes, it succeeds
choice-roll-it = No, roll
choice-agreed = Agreed
choice-not-agreed = Not agreed
hint-no-penalty = no penalty
hint-rules-penalty = the penalty of the rules
not-asked = Earlier failures change nothing here. Grant or refuse it.
nothing-failed = Nobody else knows of the failure. Give the roll a modifier instead.
no-such-question = This question is answered or withdrawn already.

## Proposals for a roll

line-plea = { $who } proposes { $what }.
line-plea-because = { $who } proposes { $what }. { $why }
line-plea-granted = Agreed with { $who }.
line-plea-refused = Not agreed with { $who }.
line-plea-refused-because = Not agreed with { $who }. { $why }
part-agreed = agreed
option-plead = Propose another roll
option-grant-plea = Agree: { $what }
option-refuse-plea = Refuse: { $what }
option-withdraw-plea = Withdraw the proposal
ask-other-traits = Other traits (none: as asked)
ask-more-dice = More dice
ask-which-specialty = A specialty in
ask-why = Why
ask-why-not = Why not
ask-proposal = Proposal
no-proposal = Propose other traits, a specialty or a bonus.
one-plea = Wait for the answer to your last proposal, or withdraw it.
no-such-plea = This proposal is answered or withdrawn already.
