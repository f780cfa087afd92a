# The actions that are open now: options, declarations, attacks and tasks.

declare-for = Declare for { $who } ({ $player })
a-player = a player
your-turn = Your turn
choose-in-story = Your turn: choose in the Story tab.
declare-heading = Declare
nothing-to-do = Nothing to do right now. You can always speak.

declares = { $who } declares
declares-hidden = { $who } (hidden) declares
do-remove = Remove
remove-action = Remove { $action }
choose-action = Choose an action…
choose-action-for = Choose an action for { $who }
another-action = Another action…
another-action-for = Another action for { $who }
do-declare = Declare

choose = choose…
choose-more = and…
nothing-to-choose = Nothing to choose.
add-to = Add: { $list }
the-storyteller = the Storyteller
one-less = { $what }: one less
one-more = { $what }: one more
one-less-here = One less
one-more-here = One more
more-fields = More
more-options = More

page-outdated = This page is outdated: reload it to use this.
really = Really? { $option }
fill-in = Fill in “{ $field }”.
one-of-these = One of these
option-with-choice = { $option } → { $choice }

attack-on-you = You are attacked
attack-under-way = Attack
attack-line = { $by } attacks { $on }: { $manoeuvre }
attack-line-you = { $by } attacks you: { $manoeuvre }
attack-by-steps = The Storyteller resolves it step by step.
attack-awaits = { $who } can still defend.
attack-awaits-player = { $who } can still defend: { $player } decides.
attack-steps = Steps of the attack
answer-for = Answer for { $who }

tasks = Tasks
tasks-more = More
tasks-less = Less
task-roll = Roll
task-rolled = { $who }: rolled
task-botched = { $who }: botch
task-successes = { $who }: { $n }
task-rule = Rule and change
task-if-they-win = If they win: { $what }
