# Calls for rolls, and questions to the Storyteller.

line-without-willpower = The roll was made without Willpower. { $why }
line-roll-it = No automatic success: roll the dice.
line-no-retry = No: another try is not allowed.
line-not-agreed = The Storyteller does not agree: roll without what you proposed.

## Intents

line-intent = { $who } wants: { $aim }
line-intent-by = { $who } wants: { $aim }. How: { $method }
line-intent-answered = { $who }: { $answer }
no-roll-needed = No roll is needed.
option-state-intent = State an intent
option-answer-intent = No roll needed
option-drop-intent = Drop intent: { $aim }
command-state-intent = An intent
ask-aim = What do you want to achieve?
ask-method = How?
ask-storyteller-only = Only the Storyteller reads this intent
ask-intent-answer = Your answer (empty: no roll is needed)
ask-which-intent = Intent
no-aim = Say what the character wants to achieve.
one-aim = Wait for the answer to { $who }’s last intent, or drop that intent.
no-such-aim = This intent has been answered or dropped already.

## Decrees

decree-happens = { $text }: success
decree-fails = { $text }: failure
decree-by-trait = { $decree } ({ $trait } { $score } needed)
line-decreed = { $decree }.
line-decreed-for = { $who }: { $decree }.
option-decree = Decide without dice
option-decree-for = Decide for { $who }
option-settle = Decide without dice
ask-decree = What you decide
ask-happens = The attempt succeeds (otherwise it fails)
ask-by-trait = Trait that decides
ask-score = Dots of the trait needed for success
choice-no-trait = No trait
no-decree = Say what you decide.
decree-without-character = Pick the character whose trait decides the matter.

## Calls

a-roll = a roll
called-roll = a roll on { $traits }
called-difficulty = { $roll }, difficulty { $difficulty }
called-harder = { $roll }, harder for each earlier failure
line-called = The Storyteller asks { $who } for { $roll }.
line-called-because = The Storyteller asks { $who } for { $roll }: { $why }
line-call-abandoned = { $who } gives up instead of rolling.
line-call-abandoned-because = { $who } gives up instead of rolling: { $why }
option-call = Ask { $who } to roll
option-call-against = { $who }: roll against somebody
option-call-about = Ask for a roll
option-withdraw-call = Withdraw { $who }’s roll
option-answer-call = Roll: { $what }
option-answer-call-of = Roll for { $who }
option-abandon-call = Give up instead
hint-uses-turn = uses the turn
ask-call = Roll
ask-call-opponent = Against whom
ask-call-against = Traits that set the difficulty, such as Wits + 3
ask-reason = What the roll is for
ask-hide-difficulty = Hide the difficulty
ask-player-only = Only the player and you know of this roll
ask-plain = A large enough pool succeeds without a roll
ask-abandon = The player may give up instead of a chance roll
ask-costs-turn = Giving up uses the turn
choice-this-call = This roll
no-player = { $who } has no player who could roll. Roll for this character yourself.
nothing-to-roll = Pick traits, or a number of dice.
no-such-call = This roll has been made or withdrawn already.
hidden-obstacle = Only you know of this obstacle. Ask for a roll that does not name it.
call-specialty = This specialty is not on the sheet. Propose the specialty first.
call-goes-on = You may not give up this roll. Roll the dice.
no-chance-roll = You may give up only before a chance roll, and this is an ordinary roll. Roll.

## Questions to the Storyteller

option-question-automatic = { $who }: automatic success?
option-question-retry = { $who }: try again?
option-question-plea = { $who }: allow this roll?
option-withdraw-question = Withdraw the question
ask-question = Question
choice-question-about = { $question } { $what }
ask-answer = Your answer
choice-retry-as-before = Yes, as before
choice-yes-harder = Yes, but harder
choice-no = No
choice-it-succeeds = Yes, it succeeds
choice-roll-it = No, roll
choice-agreed = Agreed
choice-not-agreed = Not agreed
hint-no-penalty = no penalty
hint-rules-penalty = with the penalty that the rules give for earlier failures
not-asked = A question about an automatic success cannot be answered “harder”. Answer yes or no.
nothing-failed = The players know of no earlier failure. Give the roll a modifier instead.
no-such-question = This question has been answered or withdrawn already.

## Proposals for a roll

line-plea = { $who } proposes { $what }.
line-plea-because = { $who } proposes { $what }. { $why }
line-plea-granted = { $who }’s proposal is accepted.
line-plea-refused = { $who }’s proposal is refused.
line-plea-refused-because = { $who }’s proposal is refused. { $why }
part-agreed = agreed bonus
option-plead = Propose another roll
option-grant-plea = Agree
option-refuse-plea = Refuse
option-withdraw-plea = Withdraw the proposal
ask-other-traits = Other traits (choose none to keep those asked for)
ask-more-dice = Bonus dice
ask-which-specialty = Specialty to use
ask-why = Why
ask-why-not = Reason for the refusal
ask-proposal = Proposal
no-proposal = Propose other traits, a specialty or a bonus.
one-plea = Wait for the answer to your last proposal, or withdraw that proposal.
no-such-plea = This proposal has been answered or withdrawn already.
