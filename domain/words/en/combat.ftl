# Turns, attacks and changes of mind.

# Giving up an action for a defence.
option-abort = Abort: { $action }
ask-abort-action = Action to abort
ask-abort-defence = Defence instead
hint-defence-pool = { $dice }: { $pool }
line-abort-failed = { $who } tries to abort an action and defend, but is too slow.
roll-to-abort = Abort the action
nothing-to-abort = Nothing is declared that could be aborted. Declare an action first.
too-late-to-abort = A character can abort an action only before it has begun to act.
abort-tried = This character has already tried to abort in this turn. Wait for the next turn.
no-action-to-abort = This action is done or no longer declared. Choose another action to abort.
abort-to-a-defence = An action can be aborted only for a dodge, block or parry. Choose one of these.
every-defence-already = { $action } already defends against every attack of the turn. Keep this action.

# Rolls of a fight.
roll-damage = Damage: { $attack }
roll-soak = Soak
roll-initiative = Initiative
action-rest = { $action } (remaining part)

# A botched disarm.
line-disarm-botched = { $who } botched a disarm. Choose what the botch costs.
option-settle-fumble = { $who }: botched disarm
ask-fumble = Botched action
ask-fumble-cost = What the botch costs
choice-cost-weapon = the { $weapon } is lost
choice-cost-blow = { $who } strikes
choice-cost-nothing = nothing
hint-cost-blow = damage without an attack roll
fumble-settled = The cost of this botch has been chosen already.
cost-not-possible = This cost is no longer possible: the weapon is gone, or the opponent has left.

# Changing an action.
option-change-action = Change the action
option-change-to = Change to: { $action }
line-change-failed = { $who } tries to change the action, but is too slow.
roll-to-change = Change the action
claim-test = the test for the change
claim-earlier-test = the test for an earlier change
share-of-test = the dice for the test
ask-test-share = Dice for the test (0: split evenly)
hint-change-cost = costs 1 { $store } and a test
hint-change-replaces = replaces { $actions }
hint-change-replaces-not-extra = replaces { $actions }; extra actions stay
nothing-to-change = Nothing is declared that could be changed. Declare an action first.
change-too-late = All declared actions are done. Wait for the next turn.
change-to-ordinary = Choose an ordinary action for the change, without extra actions.
declared-already = This action is declared already. Choose another action.

# Declaring.
option-declare-nothing = Do nothing
turn-is-declared = This character has declared already. The action can be changed when this character’s turn to act comes.
no-action-left = This character has no action left in this turn. Wait for the next turn.
turn-is-over = The turn is over. Wait for the next turn.
declares-first = The slowest characters declare first. Wait until { $who } has declared.

# Giving up a chance roll.
line-gives-up = { $who } gives up: { $action }.
option-let-give-up = Let { $who } give up
hint-chance-roll = { $action } has become a chance roll
ask-giving-up-costs = Giving up uses the turn
option-give-up = Give up: { $action }
hint-give-up-turn = a chance roll; giving up uses your turn
hint-give-up-free = a chance roll; you may declare something else
only-a-chance-roll = Only an action that has become a chance roll can be given up.
no-player-to-choose = { $who } has no player. Give the action up yourself.
may-give-up-already = { $who } is already allowed to give this action up.
ask-to-give-up = Ask the Storyteller if you may give this action up, or roll.

# Initiative.
line-roll-off = Initiative is tied: { $who } rolls { $faces }.
then = { $first }, then { $next }
override-initiative = initiative set to { $n }.
option-set-initiative = Set { $who }’s initiative
ask-initiative = Successes of initiative
not-in-turns = This character has no place in the turn order. Join the turns first.

# Moving and cover.
line-moves = { $who } moves { $metres } m.
decimal = { $whole }.{ $part }
option-move = Move
ask-metres = Metres
ask-metres-of = Metres (0: all { $most })
hint-metres-free = { $most } m cost no action
too-heavy = { $who } carries too much to move. Put something down.
moved-already = { $who } has moved in this turn. Wait for the next turn.
too-far = Without a sprint, { $most } m a turn are possible, not { $metres } m. Sprint instead.
sprint-declared = This character has declared a sprint, which replaces free movement.
option-cover = Cover
option-take-cover = Take cover
option-change-cover = Change cover
ask-cover = Cover
choice-cover-none = none
choice-cover-light = light
choice-cover-good = good
choice-cover-superior = superior
hint-cover-none = come out of cover
hint-cover-light = ranged attackers lose 1 die
hint-cover-good = ranged attackers lose 2 dice, own shots lose 1
hint-cover-superior = ranged attackers lose 3 dice, own shots lose 2
same-cover = { $who } has this cover already. Choose other cover.
no-cover-here = There is no cover here. Ask the Storyteller.
cover-once-a-turn = A character can take or leave cover once a turn. Wait for the next turn.

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
ask-defend-with = Declared action to use
ask-defend-as = Kind of defence
no-such-attack = That attack is over.
too-early-to-defend = Too early to defend. Wait for the attack roll.
too-late-to-defend = It is too late to defend against this attack.
no-matching-defence = No declared defence can stop this attack.

# Ruling on an attack.
option-rule-attack = Rule on { $who }’s attack
option-rule-some-attack = Rule on the attack
ask-ruled-hits = Successes to hit (−1: as rolled)
ask-ruled-dealt = Successes of damage (−1: as rolled)
ask-ruled-soaked = Levels soaked (−1: as rolled)
ask-attack-over = End the attack without further effect
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
attack-ruled-hits-unsaid = the Storyteller has set the successes to hit
attack-ruled-dealt-unsaid = the Storyteller has set the damage
attack-ruled-soaked-unsaid = the Storyteller has set the soak
attack-ruled-over = the attack ends without further effect
over-or-ruled = End the attack or set its numbers, not both.
nothing-ruled = Set successes, damage or soak, or end the attack.
harm-is-done = This attack has already caused its wounds. Set the health of the wounded character instead.
hit-is-settled = The successes to hit can no longer be changed. Set damage or soak.

# Attacks step by step.
line-step-by-step = From now on, attacks stop at every step.
line-run-on = From now on, attacks run without stopping.
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
option-declare-same = All do like { $who }
nobody-follows = Nobody else of this group can declare the same now.
option-begin-acting = Let characters act
hint-begin-acting = characters who have not declared can still declare
option-close-turn = End the turn now
option-stop-turns = Stop turns
option-join-turns = Join the turns: { $who }
option-leave-turns = Let { $who } sit out
option-yield = Yield
hint-unacted = have not acted yet: { $who }
hint-attacks-under-way = attacks under way by { $who }
turns-run = Turns are running already.
not-declaring = Nobody is declaring now.
turn-over-already = This turn is over already. Begin the next turn.
in-turns-already = This character is in the turn order already.
no-turns = No turns are running.
attack-first = An attack is under way. Finish this attack first.
not-your-slot = Wait: { $who } acts now.
nobody-acts = Nobody acts at the moment. Wait until acting begins.
hidden-cannot-yield = Hidden characters cannot yield. They can act at any time.
nobody-left-to-yield-to = All others have had their turn to act. Act now or pass.
too-late-to-yield = Too late to yield: this character has already begun to act.

option-act-now = Act now
option-will-be-lost = { $action }: will be lost
option-act = { $action }, { $dice }
hint-hits-without-roll = hits without a roll
target-gone = The target is no longer there.

line-action-lost = { $who }: { $action } is lost. { $why }
actor-is-out = { $who } is incapacitated and cannot act.
target-is-out = { $target } is already incapacitated.
hint-free-change = the change costs nothing and needs no test: { $why }
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
hint-movement-left = this character can still move
slot-taken = { $who }: { $state }. Choose “{ $instead }” first.
claim-pool = { $action }: { $dice }, { $pool }.
two-texts = { $one } { $two }
change-also = { $dice } The change { $replaces }.
