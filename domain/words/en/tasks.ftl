# Tasks and contests: what is tried with several rolls, or by several characters.


## Sides and steps

side-unseen = somebody unseen
side-dice = the dice
side-nobody = nobody
step-as-you-like = your choice
step-against = { $roll } against { $against }
step-difficulty = { $roll }, difficulty { $difficulty }
part-others-at-it = other helpers
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
line-task-closed = The Storyteller removes { $task }. It ends without a result.
line-task-hidden = The Storyteller has hidden the task { $task }.
line-task-joined = { $who } works on { $task }.
line-task-left = { $who } gives up on { $task }.
line-round-untold = { $task }, round { $round }: only the Storyteller knows the tally.
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
ended-untold = over; only the Storyteller knows the result
ended-ruled = nobody wins
ended-over = over
line-tally-set = { $task }: the tally is now { $tally }.
line-tallies-set = { $task }: the tallies are now { $tally } to { $their_tally }.
line-task-modifier = { $task }: { $why } { $dice }.
line-task-modifier-unexplained = { $task }: unexplained { $dice }.
line-task-modifier-ended = { $task }: the modifier is removed.
line-task-modified-in-secret = { $task }: { $modifier }.
modifier-hidden = { $why } { $dice } (hidden)
modifier-unexplained = { $why } { $dice } (unexplained)
note-outcome = { $task }, known only to you: { $how }.
note-secret-degree = { $task }: won by { $degree }. The others learned only who won.
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
ask-task-traits = Traits (none: the player who rolls chooses)
ask-task-dice = Extra dice
ask-difficulty = Difficulty (0: usual)
ask-against = Difficulty from an opponent’s traits
ask-their-against = The others’ difficulty from an opponent’s traits
ask-against-plus = plus this number
ask-task-goal = Successes to reach (0: none)
ask-task-each = Each roll takes
ask-unit = Unit
ask-task-limit = Most rolls (0: no limit)
ask-task-within = Time limit (0: none)
ask-task-target = Opponent whose traits make the difficulty
ask-task-gain = What each success brings, such as 1 hour
ask-task-helpers = Players may join this task
ask-task-social = The task is about dealing with people
ask-task-hidden = Only you know of this task
ask-task-to = Who knows of this task (nobody chosen: everyone)
ask-task-modifier = Modifier of each roll
ask-modifier = Modifier (0: none)
ask-modifier-reason = Reason of the modifier, such as fog
ask-modifier-visibility = Who sees the modifier
ask-helper = New helper
ask-side = On which side
ask-traits = Traits
ask-tally = Tally
ask-their-tally = The others’ tally
ask-winner = Who wins
ask-degree = Won by how many successes (0: not stated)
ask-in-words = Result in words
ask-contest-first = Who takes part
ask-contest-opponents = Against which opponents
ask-contest-kind = How the contest goes
ask-contest-script = Ready contest
ask-contest-goal = Goal (0: that of the ready contest)
ask-contest-limit = Most rounds (0: no limit)
ask-contest-secret = Hide the opponents and their rolls
ask-meaning = Consequence if they win
ask-their-meaning = Consequence if the others win
ask-their-traits = The others’ traits (without traits and dice: as the first side)
ask-their-dice = The others’ dice (without dice and traits: as the first side)
ask-their-difficulty = The others’ difficulty (0: as the first side)
ask-their-goal = The others’ goal (0: as the first side)
ask-their-label = Name of the other side
ask-unseen-label = Name that players see for hidden opponents
ask-day = Day of the chronicle
ask-hour = Hour
ask-minute = Minute
choice-side-first = Those who work on it
choice-side-second = Their opponents
choice-nobody = Nobody
choice-none = None
choice-contest-resisted = One roll each
choice-contest-tally = Several rounds: winners add their margins until one reaches the goal
choice-contest-lead = Several rounds: the first side to lead by the goal wins
about-script-debate = Before an audience: a charming opening, an argument, and then anything that works.

## Refusals

no-such-task = There is no such task.
task-over = { $task } is over.
too-many-tasks = There are { $most } tasks already. Remove one first.
task-audience = Hide the task from all players, or show it to some, not both.
no-goal = Give a goal, a number of rolls, or a time limit.
no-contest-goal = Give the contest a goal.
no-worker = Pick at least one character who works on the task.
worker-twice = Pick each character only once.
hidden-worker = { $who } is hidden. Reveal the character, or hide the task.
social = Several characters who talk at once hinder each other. Pick one character.
said-twice = This contest sets each round’s traits, dice and difficulty. Leave those fields empty.
said-twice-kind = The ready contest { $contest } sets how it goes. Leave that field as it was.
two-difficulties = Give a number or somebody’s traits, not both.
no-opponent-traits = Pick whose traits make the difficulty.
no-opponent = Pick the opponents, or give them dice.
no-opponent-for-dice = Dice have no traits. Pick opponents, or give a number as difficulty.
hidden-opponent = The opponent is hidden. Give a number as difficulty.
both-sides = Nobody can be on both sides. Put each character on one side.
unseen-without-roll = The hidden side rolls automatically. Give it traits or dice.
no-such-script = There is no ready contest of that name. Pick another.
no-helpers = Ask the Storyteller to add you to this task.
no-such-side = This task has one side only. Pick the first.
in-task = { $who } works on this task already. Pick somebody else.
not-in-task = { $who } does not work on { $task }.
modifier-without-reason = Give the modifier a reason, such as “fog”.
no-modifier = { $task } has no modifier to remove.
same-modifier = { $task } has this modifier already. Change something.
no-tally = Each side of this contest rolls only once. Decide who wins instead.
task-already-hidden = Only you know of this task already.
task-not-hidden = The others see this task already.
hidden-workers = Reveal { $who } first: the task would show what they did.
hidden-source = The difficulty comes from a hidden character. Reveal that character first.
hidden-roll = A hidden character has rolled in this round. End the round first.
hidden-opponents = Reveal { $who } first.
audience-known = Everyone who sees the task will see the opponents. Leave the other fields of this form empty.
hidden-wait = Some players do not know of { $task }, and moving the clock would reveal it. Reveal the task first.
interval-over = The next roll for { $task } is already possible. Roll.
task-without-traits = Pick the traits to roll.
round-traits = Roll on { $traits } in this round.
task-specialty = This specialty is not on the sheet. Only the Storyteller can roll with it.
secret-willpower = A secret roll cannot use Willpower. Roll without it.
nobody-rolled = Nobody has rolled in this round yet. Wait for a roll.
hidden-rolls-last = { $who } is hidden, and rolls automatically after the others.
unseen-rolls-last = Others do not know that { $who } works on { $task }. Show the opponents, or wait until the others have rolled.
rolled = { $who } has rolled. Wait for the next round.
rolled-and-waits = { $who } has rolled. The next round of { $task } cannot begin, because { $away }.
opponent-away = { $task } waits for { $who }: the difficulty comes from that character’s { $traits }.
opponent-gone = The opponent has left. The Storyteller decides about { $task }.
task-too-soon = Wait until { $time }: the last roll takes that long.
text-this-task = This task
or-leave-it-hidden = leave it hidden
