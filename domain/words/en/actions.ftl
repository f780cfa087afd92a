# Actions: declarations, dice, called shots, weapons, grapples.

# Declarations in the story.
line-declares = { $who } declares: { $actions }.
line-changes-to = { $who } changes to: { $actions }.
line-aborts-to = { $who } aborts to: { $actions }.
act-on = { $act } on { $whom }
act-in-clinch-with = { $act } (clinch with { $whom })
act-noted = { $act } ({ $notes })
act-extra = extra
acts-then = { $first }, then { $next }

# What is wrong with an action.
no-such-manoeuvre = There is no action “{ $name }”. Choose one from the list.
whole-turn = { $manoeuvre } takes the whole turn. Declare it alone.
whole-turn-without-pool = { $manoeuvre } without a roll takes the whole turn. Beside another action, roll { $pools }.
no-such-pool = { $manoeuvre } rolls { $pools }. Choose that pool.
no-share-without-pool = { $manoeuvre } rolls no dice. Leave its share at 0.
targets-missing = Pick a target.
targets-none = { $manoeuvre } has no target. Leave the target out.
targets-too-many = Pick at most { $most ->
    [one] one target
   *[other] { $most } targets
 }.
targets-twice = Pick each target once, and never the acting character.
hidden-target = { $who } is hidden. Reveal them first, or pick another target.
moves-once = Move once a turn. To get further, spend extra actions on { $manoeuvre }.
no-extra-action = Extra actions need { $trait }. Declare none.
too-many-extra-actions = { $asked } extra actions are too many: { $most } a turn.
extra-undivided = An extra action rolls its whole pool. Leave its share at 0.
part-undivided = { $manoeuvre } rolls its whole pool. Leave its share at 0.
part-of-power = Declare { $manoeuvre } once for each power that you use.
no-dice-of-share = { $dice }. { $action } costs { $cost ->
    [one] 1 die
   *[other] { $cost } dice
 }: give it a larger share.
no-dice-of-several = { $dice }. An action without dice cannot be tried: declare fewer.
no-dice-to-take-over = { $action } has no dice to take over. Choose something without a roll.
no-dice-beside = { $action } has { $dice }, and the other actions take { $taken }. Choose another action.
shares-on-one-target = { $shares } shares of ranged attacks on { $target } are too many: at most { $most }.
split = { $dice }.

# The form of an action.
ask-manoeuvre = Action
ask-targets = Target
ask-who-else = Who else
ask-pool = Pool
ask-share = Dice for this action (0: split evenly)
ask-share-modified = Dice for this action, before its { $modifier } (0: split evenly)
ask-extra = Extra action with its whole pool ({ $most } a turn)
ask-action-text = In words
choice-no-roll = No roll
hint-whole-turn = takes the whole turn
hint-dice-before = { $dice } before { $what }
before-the-target = the target’s modifiers

# Parts of pools.
part-called-shot = called shot
part-further-successes = more successes
part-defended-before = earlier defences
part-missile-thrown = thrown weapon
part-missile-medieval = arrow or bolt
part-missile-bullet = bullet
part-several-opponents = several opponents
part-closing-in = closing in
part-far-away = far away
part-fangs = fangs
part-claws = claws
part-margin = margin

# Called shots.
a-place = a place
aim = called shot: { $aims }
aim-damage = +{ $dice } damage
aim-armour = { $points } armour passed
spot = { $dice }: { $effect }
spot-with-effect = { $dice }: { $effect } ({ $damage })
spot-passes-cover = passes cover
spot-in-place-of-damage = no damage
spot-besides-damage = with the damage
line-spot = Called shot at { $place }: { $words }.
line-spot-of = Called shot at { $place } of { $whose }: { $words }.
line-spot-asked = { $who } wants to aim at { $target }: { $text }
line-no-such-spot = Nothing to aim at there.
line-spot-hit = { $who } is hit there ({ $place }): { $text }
ask-called-damage = Called shot: more damage, one die for each
ask-called-armour = Called shot: pass armour, one die for each point
ask-called-spot = Called shot at
choice-no-spot = nothing else
choice-spot-of = { $whose }: { $place }
spot-of-other = “{ $place }” belongs to somebody else. Pick its owner as the target.
spot-without-damage = A hit on “{ $place }” does no damage. Add neither damage nor armour.
called-shots = Choose one: more damage, pass armour, or pass cover.
armour-none = { $target } wears no armour. Aim at something else.
armour-less = Pass at most { $points } armour: that is all of the { $armour }.
too-many-spots = There are { $most } places to aim at already. Remove one first.
no-question-spot = Set the place yourself: you are the Storyteller.
no-turns-spot = Ask for a called shot while turns run.
no-such-question-spot = This question is answered already.
nothing-said-spot = Write where the shot goes, or what it is meant to do.
no-effect = Choose what a hit does: pass cover, a state, or an effect in words.
no-such-spot = This place to aim at is gone.
aimed-at = An attack aims there. Wait until it is over.
option-ask-for-spot = Ask for called shot
option-set-spot = Set a called shot
option-set-spot-asked = Called shot at { $target }
option-refuse-spot = No such called shot
option-drop-spot = Remove a called shot
ask-spot-target = On whom
ask-spot-wish = Where, or what for
ask-spot-question = The question
ask-spot-refusal = In words
ask-spot-place = The place
ask-spot-penalty = Dice that aiming costs
ask-spot-cover = Passes cover
ask-spot-condition = Causes a state
ask-spot-effect = Or another effect, in words
ask-spot-besides = With the damage (else in its place)
choice-anybody = anybody
choice-no-state = no state

# Attacks.
line-attack-hits = { $how }: { $who } hits { $target }.
line-attack-misses = { $how }: { $who } misses { $target }.
line-no-wound = No wound for { $who }.
harm = { $dice } { $kind }
harm-by-trait = { $trait }, { $kind }
reason-keep-feet = Staying on one’s feet

# Weapons.
line-weapon-ready = { $who } has the { $weapon } ready.
line-not-ready = { $who } does not get the { $weapon } ready in time.
line-weapon-lost = { $who } loses the { $weapon }.
line-weapon-stays = The { $weapon } of { $who } stays in { $into }.
not-in-hand = The { $weapon } is not in hand. Ready it first.
out-of-shots = The { $weapon } is out of shots. Reload it first.
not-carried = { $who } carries no { $weapon }. Choose another item.
override-in-hand = { $weapon } in hand, by ruling.
override-empty-hand = nothing in hand, by ruling.
option-put-in-hand = { $who }’s item in hand
ask-in-hand = What
choice-empty-hand = Nothing

# Grapples and kisses.
grapple-clinch = clinch
grapple-hold = hold
grapple-kiss = kiss
line-grapple-clinch = { $by } clinches { $on }.
line-grapple-hold = { $by } holds { $on }.
line-grapple-kiss = { $by } kisses { $on }.
line-unseen-grapple-clinch = Something unseen clinches { $on }.
line-unseen-grapple-hold = Something unseen holds { $on }.
line-unseen-grapple-kiss = Something unseen kisses { $on }.
grapple-kind = Choose a clinch or a hold.
grapple-of-one = Pick two different characters.
grappled = These two are in this grapple already ({ $grapple }). Choose another.
helpless-grappler = { $who } cannot move and so cannot grapple. Pick somebody else.
no-such-grapple = This grapple is over already.
override-grapple = { $grapple } begun, by ruling.
override-no-grapple = { $grapple } ended, by ruling.
option-begin-grapple = Start a grapple
option-end-grapple = End { $whose }’s { $grapple }
ask-grapple = Grapple
ask-grapple-by = Who
ask-grapple-on = Whom
ask-grapple-kind = How
reason-break-hold = Breaking the hold
reason-hold = Holding
reason-keep-clinch = Keeping the clinch
reason-keep-kiss = Keeping the kiss
reason-resist-kiss = Resisting the kiss
line-no-dice-to-break-free = { $who } has no dice left to break free with.
line-blood-lost = { $who } loses blood.
line-blood-drained = { $points ->
    [0] { $who } has no blood left.
    [one] { $who } loses { $points } point of blood.
   *[other] { $who } loses { $points } points of blood.
 }
no-kiss = There is no kiss to resist.
tried-to-resist = Already tried this turn. Try again next turn.
option-resist-kiss = Resist the kiss
option-resists-kiss = { $who }: resist the kiss
hint-costs-point = costs 1 { $store }
