# The visible states of a character. A state is written as it follows the name: "Anna: prone."

condition-aiming = aiming
condition-blinded = blinded
condition-bound = bound
condition-clinched = clinched
condition-cornered = cornered
condition-cover = in cover
condition-dazed = dazed
condition-defending = on full defence
condition-held = held
condition-holding = holding
condition-inside = inside a weapon’s reach
condition-kissed = kissed
condition-kissing = drinking
condition-load = heavily loaded
condition-near-cover = near cover
condition-out-of-shots = out of shots
condition-paralysed = paralysed
condition-prone = prone
condition-staked = staked
condition-unbalanced = unbalanced
condition-unplayed = free to be played
condition-unresisting = unresisting
condition-upper-hand = at an advantage

condition-aiming-dice = aiming +{ $dice }
condition-clinching = clinching
condition-cover-level = in { $level ->
    [1] light
    [2] good
   *[3] superior
 } cover
state-defending-again = on full defence, next defence −{ $dice }
state-inside-of = inside { $whose }’s reach
state-upper-hand-over = at an advantage over { $whom }

# How a state ends, as it follows "Ends".
ends-aiming = with the attack, by moving, or by a wound
ends-blinded = when the character can see again
ends-bound = when untied
ends-clinched = when either character breaks free
ends-cornered = when there is room again, or by moving
ends-cover = on leaving the cover
ends-dazed = after the lost turn
ends-defending = at the end of the turn
ends-held = when the held character wins the test on its turn to act
ends-holding = when the held character wins the test, or by moving
ends-inside = a turn after the last attack from this near, or when one moves away
ends-kissed = when the drinker does something else or is shaken off
ends-kissing = by doing anything else
ends-load = when the character carries less
ends-near-cover = by moving away
ends-out-of-shots = when the weapon is reloaded
ends-paralysed = when its cause has passed
ends-prone = by standing up
ends-staked = when the stake is drawn
ends-unbalanced = at the end of the next turn
ends-unplayed = when a player takes the character up
ends-unresisting = after a success with Ideals, or at the end of the kiss
ends-upper-hand = at the end of the turn after the tackle
ends-by-turn = { $ends }; at the latest at the end of turn { $turn }

line-condition-began = { $who }: { $what }.
line-condition-ended = { $who }: no longer { $what }.

# What a state makes its bearer do in place of an action.
option-wait-in-clinch = Pass (clinched)
line-locked-in-clinch = { $who } is locked in the clinch until the next turn.
option-lose-turn = Lose the turn
line-dazed = { $who } is dazed and loses the turn.
option-struggle = Try to get free
line-not-free = { $who } does not get free.
option-let-it-happen = Let it happen
line-not-resisting = { $who } does not resist.

# What a state forbids.
one-in-a-clinch = In a clinch, declare only one action.
clinched = A character in a clinch can only hurt the opponent or break free. The clincher can also bite or kiss.
clinched-this-turn = The clinch began in this turn. The character can act from the next turn on.
dazed = Dazed: you lose this turn. Wait for the next.
held = A held character can do nothing before its next turn to act, not even defend.
unresisting = The victim of a kiss can act only after a success with Ideals.
body-does-not-obey = The body cannot act ({ $state }): only actions of mind and senses are possible.
blinded = { $manoeuvre } needs sight. Choose another action.
rooted = No movement is possible in this state: { $state }. The state ends { $ends }.

# The Storyteller lays and ends states by hand.
no-such-condition = There is no state “{ $name }”.
not-laid-by-hand = “{ $state }” comes from an action in play. You cannot set this state by hand.
not-ended-by-hand = You cannot end “{ $state }” by hand. This state ends { $ends }.
state-number = Give “{ $state }” { $most ->
    [0] no number
   *[other] a number from { $least } to { $most }
 }.
turns-between-scenes = Between scenes no turns pass. Leave out the turns.
ends-with-scene = “{ $state }” ends with its scene. Set this state in a scene.
override-state = { $state }, by ruling.
override-no-state = no longer { $state }, by ruling.
ask-condition = State
ask-condition-number = Number, if the state has one
ask-condition-turns = Number of further turns (0: until the state ends by itself)
choice-condition-of = { $who }: { $state }
option-lay-condition = { $whom }: set a state
option-end-condition = End { $who }’s state
