# Turns, attacks and changes of mind.

# Giving up an action for a defence.
option-abort = Abort: { $action }
ask-abort-action = Action
ask-abort-defence = Defence
hint-defence-pool = { $dice }: { $pool }
line-abort-failed = { $who } tries to defend instead – too slow.
roll-to-abort = Abort the action
nothing-to-abort = Nothing is declared that could be aborted. Declare an action first.
too-late-to-abort = An action can be aborted only before the character has acted.
abort-tried = Only one try a turn to abort. Wait for the next turn.
no-action-to-abort = That action is done or gone. Abort another one.
abort-to-a-defence = Abort to a dodge, block or parry.
every-defence-already = { $action } already counts as every defence. Keep it.

# Rolls of a fight.
roll-damage = Damage: { $attack }
roll-soak = Soak
roll-initiative = Initiative
action-rest = { $action } (the rest)

# A botched disarm.
line-disarm-botched = { $who } botched a disarm. Choose what it costs.
option-settle-fumble = { $who }: botched disarm
ask-fumble = Fumble
ask-fumble-cost = What it costs
choice-cost-weapon = the { $weapon } is lost
choice-cost-blow = { $who } strikes
choice-cost-nothing = nothing
hint-cost-blow = damage without an attack roll
fumble-settled = That is settled already.
cost-not-possible = That is no longer possible: the weapon is gone, or the opponent has left.

# Changing an action.
option-change-action = Change the action
option-change-to = Change to: { $action }
line-change-failed = { $who } tries to change the action – too slow.
roll-to-change = Change the action
claim-test = the test
claim-earlier-test = the earlier test
share-of-test = the test’s share
ask-test-share = Dice for the test (0: split evenly)
hint-change-cost = 1 { $store } and a test
hint-change-replaces = replaces { $actions }
hint-change-replaces-not-extra = replaces { $actions }, but no extra action
nothing-to-change = Nothing is declared that could be changed. Declare an action first.
change-too-late = All that was declared is done. Wait for the next turn.
change-to-ordinary = Change to an ordinary action, without extra actions.
declared-already = That is declared already. Choose something else.

# Declaring.
option-declare-nothing = Do nothing
turn-is-declared = Declared for this turn. Change it when it is this character’s turn to act.
no-action-left = No action is left in this turn. Wait for the next one.
turn-is-over = The turn is over. Wait for the next one.
declares-first = The slowest declares first. Wait for { $who }.

# Giving up a chance roll.
line-gives-up = { $who } gives up: { $action }.
option-let-give-up = Let { $who } give up
hint-chance-roll = { $action } has become a chance roll
ask-giving-up-costs = Giving up uses the turn
option-give-up = Give up: { $action }
hint-give-up-turn = a chance roll; giving up uses your turn
hint-give-up-free = a chance roll; you may declare something else
only-a-chance-roll = Only an action that has become a chance roll can be given up.
no-player-to-choose = { $who } has no player. Give it up yourself.
may-give-up-already = { $who } may give that up already.
ask-to-give-up = Ask the Storyteller if you may give it up, or roll.

# Initiative.
line-roll-off = Initiative is tied: { $who } rolls { $faces }.
then = { $first }, then { $next }
override-initiative = initiative set to { $n }.
option-set-initiative = Set { $who }’s initiative
ask-initiative = Successes
not-in-turns = This character has no place in the turn order. Join the turns first.

# Moving and cover.
line-moves = { $who } moves { $metres } m.
decimal = { $whole }.{ $part }
option-move = Move
ask-metres = Metres
ask-metres-of = Metres (0: all { $most })
hint-metres-free = { $most } m are free
too-heavy = { $who } carries too much to move. Put something down.
moved-already = { $who } has moved in this turn. Wait for the next one.
too-far = { $metres } m are too far: { $most } m are free in a turn. Sprint instead.
sprint-declared = A sprint is declared and takes the place of free movement.
option-cover = Cover
option-take-cover = Take cover
option-change-cover = Change cover
ask-cover = Cover
choice-cover-none = none
choice-cover-light = light
choice-cover-good = good
choice-cover-superior = superior
hint-cover-none = come out of cover
hint-cover-light = 1 die less to hit
hint-cover-good = 2 dice less to hit, own shots −1
hint-cover-superior = 3 dice less to hit, own shots −2
same-cover = { $who } has that cover already. Choose another one.
no-cover-here = There is no cover here. Ask the Storyteller.
cover-once-a-turn = Cover can be taken or left once a turn. Wait for the next turn.

# Meeting an attack.
option-defend = { $defence }, { $dice }
option-take-blow = Take the blow
option-let-take-blow = { $who } takes the blow
option-go-on = Go on: { $step }
attack-step-attack = attack
attack-step-defence = defence
attack-step-damage = damage
attack-step-soak = soak
attack-step-wound = wound
attack-step-consequence = consequence
attack-step-over = over
ask-attack = Attack
ask-defend-with = With
ask-defend-as = As
no-such-attack = That attack is over.
too-early-to-defend = Too early to defend. Wait for the attack roll.
too-late-to-defend = It is too late to defend against this attack.
no-matching-defence = No declared defence can stop this attack.

# Ruling on an attack.
option-rule-attack = Take over { $who }’s attack
option-rule-some-attack = Take over the attack
ask-ruled-hits = Successes to hit (−1: as rolled)
ask-ruled-dealt = Successes of damage (−1: as rolled)
ask-ruled-soaked = Levels soaked (−1: as rolled)
ask-attack-over = Nothing more comes of it
override-attack = { $attack }: { $what }.
attack-ruled-hits = { $n ->
    [one] { $n } success to hit
   *[other] { $n } successes to hit
 }
attack-ruled-dealt = { $n ->
    [one] { $n } success of damage
   *[other] { $n } successes of damage
 }
attack-ruled-soaked = { $n ->
    [one] { $n } level soaked
   *[other] { $n } levels soaked
 }
attack-ruled-hits-unsaid = successes to hit as ruled
attack-ruled-dealt-unsaid = damage as ruled
attack-ruled-soaked-unsaid = soak as ruled
attack-ruled-over = nothing more comes of it
over-or-ruled = End the attack or rule its numbers, not both.
nothing-ruled = Rule successes, damage or soak, or end the attack.
harm-is-done = The attack has done its harm. Set the wounds instead.
hit-is-settled = The hit is settled. Rule damage or soak.

# Attacks step by step.
line-step-by-step = Attacks stop at every step from now on.
line-run-on = Attacks run on by themselves from now on.
option-step-by-step = Attacks step by step
option-run-on = Let attacks run on
ask-step-by-step = Stop at every step

# Turns.
line-turn = Turn { $n }.
line-turns-stopped = Turns no longer run.
line-not-reached = { $who } did not get to act.
line-yields = { $who } lets the others go first.
override-leaves-turns = sits out the turns.
option-start-turns = Start turns
option-start-turn = Begin the next turn
option-begin-acting = Let them act
hint-begin-acting = who has not declared still can
option-close-turn = End the turn now
option-stop-turns = Stop turns
option-join-turns = Join the turns: { $who }
option-leave-turns = Let { $who } sit out
option-yield = Yield
hint-unacted = not acted yet: { $who }
hint-attacks-under-way = attacks under way by { $who }
turns-run = Turns are running already.
not-declaring = Nobody is declaring now.
turn-over-already = This turn is over already. Begin the next one.
in-turns-already = This character is in the turn order already.
no-turns = No turns are running.
attack-first = An attack is under way. Finish it first.
not-your-slot = Wait: { $who } acts now.
nobody-acts = Nobody acts at the moment. Wait until acting begins.
hidden-cannot-yield = Nobody waits for hidden characters. They can act at any time.
nobody-left-to-yield-to = All others have had their turn to act. Act now or pass.
too-late-to-yield = Too late to yield: this character has begun to act.

option-act-now = Act now
option-will-be-lost = { $action }: will be lost
option-act = { $action }, { $dice }
hint-hits-without-roll = hits without a roll
target-gone = The target is no longer there.

line-action-lost = { $who }: { $action } is lost. { $why }
actor-is-out = { $who } is out and cannot act.
target-is-out = { $target } is out by now.
hint-free-change = no cost and no test: { $why }
turn-ended-first = The turn ended first.
expected-number = { $least } to { $most }
expected-nothing = nothing
detail = { $label }: expected { $expected }, not “{ $answer }”.
hint-both = { $one }; { $other }

option-pass = Pass
line-passes = { $who } does nothing.
option-stand-ready = Stand ready
line-stands-ready = { $who } stands ready.
option-end-turn = End the turn
option-of = { $who }: { $what }
option-of-hidden = { $who } (hidden): { $what }
hint-movement-left = free movement is left
slot-taken = { $who }: { $state }. Choose “{ $instead }” first.
claim-pool = { $action }: { $dice }, { $pool }.
two-texts = { $one } { $two }
change-also = { $dice } This { $replaces }.
