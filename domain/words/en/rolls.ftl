# Rolls: modifiers, tries, circumstances, secret rolls, consequences.

more-dice = +{ $n ->
    [one] 1 die
   *[other] { $n } dice
}
fewer-dice = −{ $n ->
    [one] 1 die
   *[other] { $n } dice
}
part-in-dice = { $what } { $dice }

# A pool.
pool-first = { $what } { $n }
pool-first-less = − { $what } { $n }
pool-more = + { $what } { $n }
pool-less = − { $what } { $n }
pool-with = { $pool } { $part }
pool-without-dice = { $pool }: no dice left to roll
choice-trait = { $trait } { $dots }

# Rolls.
option-roll = Roll for { $who }
option-roll-dice = Roll dice
option-roll-secretly = Roll secretly for { $who }
option-roll-in-secret = Roll in secret
ask-dice = Dice
ask-dice-given = Dice to add or remove
ask-specialty = Specialty applies
ask-willpower-dice = Spend Willpower: +{ $n } dice
ask-willpower-success = Spend Willpower: one success
ask-helps = What helps
ask-hinders = What hinders
no-roll = A success without a roll uses neither Willpower nor a specialty. Leave both out.
not-agreed-specialty = This specialty is not on the sheet. Ask the Storyteller to allow it.
not-agreed-without-roll = The Storyteller must allow your bonus first. Roll, or leave the bonus out.
reason = A modifier cannot have the name “{ $reason }”. Choose another name.
rated-helps = { $what } always gives { $dice }. Choose it under “What helps”.
rated-hinders = { $what } always gives { $dice }. Choose it under “What hinders”.
no-character-with-traits = Choose the character whose traits are rolled.
no-such-trait = There is no { $trait } on the sheet or in the rules. Choose another trait.
players-only-nonces = Only players’ pages send random numbers for the Storyteller’s dice.
reason-against = { $reason }, { $against }
difficulty-against = against { $who } ({ $traits })
line-difficulty-made = { $who } rolls at difficulty { $difficulty }, { $source }.
against-number-alone = Choose a trait of the opponent as well, or give the difficulty as a number.
against-too-much = Make the difficulty from one trait, two traits, or one trait and a number.
against-whom = Choose the opponent and the traits that make the difficulty, such as Wits or Wits + 3.
against-and-number = Give a number or an opponent’s traits for the difficulty, not both.
not-yours-difficulty = Only the Storyteller sets a difficulty from somebody else’s traits. Ask the Storyteller.

# Success without a roll.
ask-automatic = Take one success without a roll
ask-tense = The scene is tense
option-call-tense = Make the scene tense
option-end-tension = End the tension
hint-tense = while the scene is tense, every success needs a roll
line-tense = The scene is tense: every success needs a roll.
line-not-tense = The scene is no longer tense.
so-already-tense = The scene is tense already.
so-already-not-tense = The scene is not tense.
no-automatic = Under these rules every success needs a roll. Roll the dice.
no-character-to-succeed = Choose the character that succeeds.
tense = While turns run or the scene is tense, every success needs a roll. Roll the dice.
excluded = The Storyteller wants a roll for this. Roll the dice.
too-few = { $dice ->
    [one] 1 die is
   *[other] { $dice } dice are
} too few for a success without a roll at difficulty { $difficulty }. Roll the dice.
note-success-passed-by = { $who } took a success without a roll. Hidden modifiers had no effect: { $what }.
note-success-against-unseen = { $who } took a success without a roll. A modifier or difficulty that the player does not see had no effect.

# Proposals, and questions to the Storyteller.
plea-specialty = a specialty in { $what }
line-asks-automatic = { $who } asks for a success without a roll
line-asks-retry = { $who } wants to try again
line-pleads = { $who } proposes a roll
line-asked-about = { $question }: { $what }
asked = The Storyteller has not yet answered the last question about this character. Wait for the answer.

# Obstacles and further tries.
option-set-obstacle = Add an obstacle
option-drop-obstacle = Remove an obstacle
option-set-failures = Set { $who }’s failures
ask-obstacle = Which obstacle
ask-obstacle-name = What the characters try
ask-obstacle-kind = Kind of obstacle
ask-obstacle-counting = Do failures make the next try harder?
ask-obstacle-hidden = Only you see this obstacle
ask-obstacle-plain = A large enough pool succeeds without a roll
ask-failures = Number of failures
ask-try-at = Obstacle that this roll should overcome
ask-retry = Cost of a further try
choice-no-obstacle = No obstacle
choice-counts-as-usual = As usual for this kind
choice-failures-count = Yes, failures count
choice-failures-do-not-count = No, failures do not count
choice-obstacle-other = Other
choice-obstacle-lock = Lock
choice-obstacle-climb = Climb
choice-obstacle-archive = Archive
choice-obstacle-interrogation = Interrogation
choice-obstacle-shooting = Shooting
choice-obstacle-ambush = Ambush
choice-obstacle-tailing = Tailing
choice-cost-as-usual = As the rules say
choice-cost-harder = Harder for each failure
choice-cost-no-harder = No harder
hint-obstacle-fresh = failures do not make the next try harder
hint-retry-costs-dice = { $n ->
    [one] −1 die
   *[other] −{ $n } dice
} for earlier failures
hint-retry-costs-difficulty = difficulty +{ $n } for earlier failures
line-obstacle = New obstacle: { $name }.
line-failures-set = failures at { $name } set to { $n }.
note-true-failures = In truth { $who } has failed at this { $n ->
    [one] once
   *[other] { $n } times
}. The roll counts only the failures that the players know.
no-such-obstacle = There is no such obstacle. Choose another.
no-such-obstacle-again = Choose the obstacle that the character tries again.
too-many-obstacles = There are { $most } obstacles already. Remove one first.
storyteller-only-retry = Only the Storyteller sets the cost of a further try. Leave it out.
no-character-to-try = Choose the character that rolls against the obstacle.
say-so-retry = Choose whether earlier failures make this try harder or not.
beyond-difficulty = Earlier failures would raise the difficulty to { $difficulty }, beyond 10. The character cannot try this again.
beyond-dice = Earlier failures leave no dice for another try. The character cannot try this again.

# Modifiers of a next roll.
option-modify-next-roll = Modify { $who }’s roll
option-withdraw-ruling = Cancel for { $who }: { $what }
command-withdraw-ruling = Cancel a modifier
ask-visibility = Who sees it
ask-roll-kind = For which roll
ask-ruled-difficulty = Difficulty (0: the usual)
ask-told = Everyone knows the difficulty
ask-ruling = Which modifier
choice-open = Open
choice-unexplained = Number only
choice-hidden = Hidden
hint-visibility-open = players see dice and reason
hint-visibility-unexplained = players see the number, not the reason
hint-visibility-hidden = the player sees only success or failure, and no dice
visibility-open = open
visibility-unexplained = number only
visibility-hidden = hidden
roll-kind-action = action
roll-kind-initiative = initiative
roll-kind-soak = soak
roll-kind-damage = damage
roll-kind-will = test of will
roll-kind-reflex = other reflexive roll
ruled-difficulty = difficulty { $n }
ruled-difficulty-secret = secret difficulty { $n }
ruling-on = { $what }, on the next { $kind }
line-next-roll = { $who }, next roll: { $what } ({ $visibility }).
line-next-roll-of-kind = { $who }, next roll ({ $kind }): { $what } ({ $visibility }).
line-with-reason = { $line } { $reason }
note-about = { $who }: { $what }
note-ruling-waits = { $who }: everyone sees this roll’s successes, so the hidden modifier is kept for a later roll.
note-ruling-waits-for = { $who }, { $reason }: everyone sees this roll’s successes, so the hidden modifier is kept for a later roll.
nothing-modified = Add or remove at least one die, or set a difficulty.
told-difficulty = To show everyone the difficulty, give a difficulty and choose “Open” for the modifier.
count-seen = Everyone sees the successes of this roll ({ $kind }). Choose “Open” or “Number only”.
no-such-ruling = That modifier does not exist any more.

# Lasting circumstances.
option-set-circumstance = Set a lasting circumstance
option-end-circumstance = End a circumstance
ask-circumstance = Name of the circumstance, such as drugged
ask-on-whom = Who is affected
ask-on-which-rolls = Which rolls change
ask-ends = When the circumstance ends
ask-which-circumstance = Which circumstance
side-players = all player characters
side-storyteller = all Storyteller characters
side-scene = everyone in the scene
choice-side-players = All player characters
choice-side-storyteller = All Storyteller characters
choice-side-scene = Everyone in the scene
choice-ends-word = When you end it
choice-ends-turn = At the end of this turn
choice-ends-scene = At the end of the scene
choice-on-actions = All actions
choice-on-sight = Sight
choice-circumstance = { $what }: { $whom }
hint-on-actions = not soak, initiative, damage, tests of will or other reflexives
hint-on-sight = rolls of Perception, Alertness, Firearms and the like
hint-hidden-circumstance = players see no dice; initiative, soak and damage never change
hint-circumstance = { $visibility }, on { $rolls }, { $ends }
circumstance-on-actions = all actions
circumstance-on-sight = sight
circumstance-ends-word = until the Storyteller ends it
circumstance-ends-turn = until the turn ends
circumstance-ends-scene = until the scene ends
line-circumstance = From now on: { $what } on { $rolls } for { $whom }, { $ends }.
line-circumstance-hidden = { $line } It is hidden, and does not change rolls whose successes everyone sees.
line-circumstance-reason = The reason for the unexplained modifier on { $whom }: { $reason }.
line-circumstance-ended = { $what } has ended for { $whom }.
nothing-said-circumstance = Fill in the name of the circumstance, such as “drugged”.
nothing-modified-circumstance = Add or remove at least one die.
nobody-circumstance = Choose characters, a side, or everyone in the scene.
too-many-circumstances = There are { $most } circumstances already. End some first.
no-such-trait-anywhere = There is no { $trait } on any sheet or in the rules. Choose another trait.
no-turns-circumstance = No turns are running. Choose another end for the circumstance.
no-scene-circumstance = No scene is running. Choose another end for the circumstance.
no-such-circumstance = That circumstance does not exist, or has ended.

# Secret rolls and their outcomes.
option-tell-outcome = Tell chosen players
option-tell-outcome-of = Tell { $who }’s player
option-tell-everyone = Tell everyone
option-leave-untold = Don’t tell
ask-tell = Tell the result
ask-topic = What the roll was about, as the player hears it
ask-words-for-success = Words for success
ask-words-for-failure = Words for failure
ask-words-only = Tell only the words, not success or failure
ask-outcome = Outcome
ask-who-may-know = Send to
ask-of-which-roll = Outcome not told yet
choice-tell-later = Not yet
choice-tell-player = To the player now
choice-tell-everyone = To everyone now
choice-success = Success
choice-failure = Failure
choice-only-words = Only words
choice-that-roll = That roll
line-success = Success.
line-failure = Failure.
line-success-topic = { $topic } – success.
line-failure-topic = { $topic } – failure.
line-outcome-and-text = { $outcome } { $text }
line-topic-and-text = { $outcome }: { $text }
line-outcome-of = { $who }: { $what }
note-never-told = { $who } never learns the outcome: { $outcome }
no-character-to-tell = Choose the character whose player learns the result.
no-player-to-tell = { $who } has no player. Tell everyone now, or leave the words out.
nothing-said-words-only = To tell only words, write them for success and for failure.
told-outcome = That outcome has been told already, or the roll is too long ago.
nothing-said-outcome = Choose success or failure, or write what the character learns.
too-many-seats-told = Choose at most { $most } seats, or none for everyone.
this-outcome = This outcome
or-tell-chosen-seats = tell it to chosen seats
this-roll = This roll
or-tell-in-words = tell it in words
no-such-roll-hidden = There is no such hidden roll, or it is too long ago.
shown = Everyone has seen this roll already.
leaf-shared = Showing this roll would also reveal another roll. Tell the outcome in words.
no-seal = The dice here were not sealed, so no roll can be shown. Tell the outcome in words.
taken-back-roll = This roll was taken back. Show another one.

# Consequences of a botch.
option-consequence = Consequence for { $who }
option-no-consequence = No consequence
option-kept-consequence = Use { $who }’s consequence
ask-owed = Consequence still open
ask-levels = Levels of damage
ask-damage-kind = Kind of damage
ask-dice-next-roll = Dice on the next roll
ask-bank = Keep the consequence for later
ask-kept-consequence = Which consequence
ask-drop-consequence = Drop the consequence instead
choice-bad-roll = { $who }: { $what }
choice-bad-roll-for = { $who }: { $what } ({ $reason })
hint-bad-roll-for = { $what }: { $reason }
bad-result-botch = botch
bad-result-dramatic-failure = dramatic failure
some-levels = { $n } { $damage }
line-consequence = { $who }: { $text }
line-consequence-kept = Kept for { $who }: { $what }.
note-no-consequence = No consequence – { $roll }.
nothing-said-consequence = Write the consequence, or choose damage or dice.
not-owed = That roll needs no consequence any more.
too-many-consequences = You keep { $most } consequences already. Use or drop one first.
not-kept = That consequence is not kept any more.

# Free botches.
option-begin-session = Begin a session
hint-begin-session = each character’s first botch counts as a simple failure once more
line-session-begins = A session begins. Each character’s first botch counts as a simple failure once more.

# How far a hidden count of successes goes.
sprint-at-least = { $sprint } ({ $metres } m or more)
sprint-falls = { $sprint } (a fall)
note-sprint = { $who } runs { $metres } m.
