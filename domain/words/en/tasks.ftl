# Tasks and contests: what is tried with several rolls, or by several characters.


## Sides and steps

side-unseen = somebody unseen
side-dice = the dice
side-nobody = nobody
step-as-you-like = your choice
step-against = { $roll } against { $against }
step-difficulty = { $roll }, difficulty { $difficulty }
part-others-at-it = others at it
away = { $who } { $n ->
    [one] is
   *[other] are
} not here

reason-round = { $task }, round { $round }

## The story of a task

line-task-opened = { $task }: { $who }{ $goal ->
    [0] { "" }
   *[other] , goal { $goal }
}.
line-contest-opened = { $task }: { $who } against { $others }{ $goal ->
    [0] { "" }
   *[other] , goal { $goal }
}.
line-contest-opened-goals = { $task }: { $who }, goal { $goal }, against { $others }, goal { $their_goal }.
line-task-closed = { $task } is removed, without a result.
line-task-hidden = { $task } is no longer followed here.
line-task-joined = { $who } works on { $task }.
line-task-left = { $who } gives up on { $task }.
line-round-untold = { $task }, round { $round }: only the Storyteller knows how far it is.
line-round-tally-of = { $task }, round { $round }: { $tally } of { $goal }.
line-round-tally = { $task }, round { $round }: { $tally }.
line-round = { $task }, round { $round }: { $result }.
line-round-tallies = { $task }, round { $round }: { $result }, { $ours } to { $theirs }.
line-round-lead = { $task }, round { $round }: { $result }; lead { $lead } for { $ahead }.
round-level = a draw
round-won-by = { $who } by { $margin }
round-won = the round goes to { $who }
line-task-ended = { $task }: { $how }.
line-task-ended-text = { $task }: { $how }. { $text }
ended-done = done
ended-won = won by { $who }
ended-meaning = { $how }: { $meaning }
ended-degree = { $how }, by { $degree ->
    [one] 1 success
   *[other] { $degree } successes
}
ended-degree-word = { $how }, by { $degree ->
    [one] 1 success
   *[other] { $degree } successes
} ({ $word })
ended-tally = { $tally }
ended-gain = { $tally } × { $gain }
ended-level = a draw, nobody wins
ended-unmet = over, goal not reached
ended-failed = a botch ends it
ended-given-up = given up
ended-untold = over; only the Storyteller knows how
ended-ruled = nobody wins
ended-over = over
line-tally-set = { $task } stands at { $tally }.
line-tallies-set = { $task } stands at { $tally } to { $their_tally }.
line-task-modifier = { $task }: { $why } { $dice }.
line-task-modifier-unexplained = { $task }: unexplained { $dice }.
line-task-modifier-ended = { $task }: no modifier any more.
line-task-modified-in-secret = { $task }: { $modifier }.
modifier-hidden = { $why } { $dice } (hidden)
modifier-unexplained = { $why } { $dice } (unexplained)
note-outcome = Behind the screen, { $task }: { $how }.
note-secret-degree = { $task }: won by { $degree }. The others heard only who won.
note-absent-from-task = { $who } is not here, and rolls nothing for { $task }.

## Options

option-open-task = Set a task
option-open-contest = Set a contest
option-task-add-helper = { $task }: add a helper
option-task-help = Help with { $task }
option-task-give-up = Give up on { $task }
option-task-give-up-for = { $task }: { $who } gives up
option-task-roll-for = { $task }: roll for { $who }
option-close-round = { $task }: end the round
option-wait-for-task = { $task }: let time pass
option-set-tally = { $task }: set the tally
option-rule-task = { $task }: rule the result
option-modify-task = { $task }: set a modifier
option-close-task = { $task }: remove
option-hide-task = { $task }: hide
option-reveal-task = { $task }: reveal
option-reveal-opponents = { $task }: show opponents
option-set-clock = Set the clock
hint-unseen = hidden

ask-task = Task
ask-task-name = What is it?
ask-task-workers = Who works on it
ask-task-traits = Traits (none: the roller chooses)
ask-task-dice = Extra dice
ask-difficulty = Difficulty (0: usual)
ask-against = Difficulty from an opponent’s traits
ask-their-against = Their difficulty from an opponent’s traits
ask-against-plus = plus
ask-task-goal = Successes to reach (0: none)
ask-task-each = Each roll takes
ask-unit = Unit
ask-task-limit = Most rolls (0: no limit)
ask-task-within = Time limit (0: none)
ask-task-target = Opponent whose traits make the difficulty
ask-task-gain = Each success brings
ask-task-helpers = Players may join in
ask-task-social = Dealing with people
ask-task-hidden = Only you know of it
ask-task-to = Who knows of it (none: everyone)
ask-task-modifier = Modifier of each roll
ask-modifier = Modifier (0: none)
ask-modifier-reason = Reason of the modifier, such as “fog”
ask-modifier-visibility = Who sees the modifier
ask-helper = Who
ask-side = On which side
ask-traits = Traits
ask-tally = Tally
ask-their-tally = The others’ tally
ask-winner = Who wins
ask-degree = By how many successes (0: not said)
ask-in-words = In words
ask-contest-first = Who
ask-contest-opponents = Against whom
ask-contest-kind = How
ask-contest-script = Ready contest
ask-contest-goal = Goal (0: that of the ready contest)
ask-contest-limit = Most rounds (0: no limit)
ask-contest-secret = Hide who the others are and what they roll
ask-meaning = If they win
ask-their-meaning = If the others win
ask-their-traits = The others’ traits (none and no dice: the same)
ask-their-dice = The others’ dice (none and no traits: the same)
ask-their-difficulty = Their difficulty (0: the same)
ask-their-goal = Their goal (0: the same)
ask-their-label = Name of the other side
ask-unseen-label = Name for unseen opponents
ask-day = Day of the chronicle
ask-hour = Hour
ask-minute = Minute
choice-side-first = Those who work on it
choice-side-second = Their opponents
choice-nobody = Nobody
choice-none = None
choice-contest-resisted = One roll each
choice-contest-tally = Round by round, margins add up
choice-contest-lead = Round by round, first to lead by the goal
about-script-debate = Before an audience: a charming opening, an argument, and then whatever works.

## Refusals

no-such-task = There is no such task here.
task-over = { $task } is over.
too-many-tasks = There are { $most } tasks already. Remove one first.
task-audience = Hide the task from all players, or show it to some, not both.
no-goal = Give a goal, a number of rolls, or a time limit.
no-contest-goal = Give the contest a goal.
no-worker = Pick who works on it.
worker-twice = Pick each character only once. Traits are never added up.
hidden-worker = { $who } is hidden. Reveal them, or hide the task.
social = Several people who talk at once hinder each other. Pick one character.
said-twice = Each round has its own roll here. Leave out traits, dice and difficulty.
said-twice-kind = { $contest } has rounds of its own. Leave out how it goes.
two-difficulties = Give a number or somebody’s traits, not both.
no-opponent-traits = Pick whose traits make the difficulty.
no-opponent = Pick the opponents, or give them dice.
no-opponent-for-dice = Dice have no traits. Pick opponents, or give a number as difficulty.
hidden-opponent = The opponent is hidden. Give a number as difficulty.
both-sides = Nobody can be on both sides. Put each character on one side.
unseen-without-roll = The unseen side rolls by itself. Give it traits or dice.
no-such-script = There is no ready contest of that name. Pick another.
no-helpers = Ask the Storyteller to add you to this task.
no-such-side = This task has one side only. Pick the first.
in-task = { $who } works on it already. Pick somebody else.
not-in-task = { $who } does not work on { $task }.
modifier-without-reason = Give the modifier a reason, such as “fog”.
no-modifier = { $task } has no modifier to remove.
same-modifier = { $task } has this modifier already. Change something.
no-tally = Each side rolls once here. Rule who wins instead.
task-already-hidden = Only you know of this task already.
task-not-hidden = The others see this task already.
hidden-workers = Reveal { $who } first: the task shows what they did.
hidden-source = The difficulty comes from a hidden character. Reveal that character first.
hidden-roll = A hidden character has rolled in this round. End the round first.
hidden-opponents = Reveal { $who } first.
audience-known = Everyone who sees the task will see the opponents. Leave the other fields empty.
hidden-wait = Not everyone sees { $task }, and the clock would give it away. Reveal it first.
interval-over = { $task } can go on already. Roll.
task-without-traits = Pick the traits to roll.
round-traits = Roll on { $traits } in this round.
task-specialty = This specialty is not on the sheet. Ask the Storyteller to roll with it.
secret-willpower = A secret roll cannot use Willpower. Roll without it.
nobody-rolled = Nobody has rolled in this round yet. Wait for a roll.
hidden-rolls-last = { $who } is hidden, and rolls automatically after the others.
unseen-rolls-last = { $who } works on { $task } unseen. Show the opponents, or wait for the others’ rolls.
rolled = { $who } has rolled. Wait for the next round.
rolled-and-waits = { $who } has rolled. { $task } waits: { $away }.
opponent-away = { $task } waits for { $who }: the difficulty comes from their { $traits }.
opponent-gone = The opponent has left. The Storyteller decides about { $task }.
task-too-soon = Wait until { $time }: the last roll takes that long.
text-this-task = This task
or-leave-it-hidden = leave it hidden
