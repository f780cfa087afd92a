# Actions: declarations, dice, called shots, weapons, grapples.

# Declarations in the story.
line-declares = { $who } declares: { $actions }.
line-changes-to = { $who } changes to: { $actions }.
line-aborts-to = { $who } aborts an action and now declares: { $actions }.
act-on = { $act } on { $whom }
act-in-clinch-with = { $act } (clinch with { $whom })
act-noted = { $act } ({ $notes })
act-extra = extra action
acts-then = { $first }, then { $next }

# What is wrong with an action.
no-such-manoeuvre = There is no action “{ $name }”. Choose one from the list.
whole-turn = { $manoeuvre } takes the whole turn. Declare no other action beside it.
whole-turn-without-pool = { $manoeuvre } without a roll takes the whole turn. To add another action, choose the pool { $pools }.
no-such-pool = { $manoeuvre } can roll only { $pools }. Choose another pool.
no-share-without-pool = { $manoeuvre } rolls no dice. Leave its number of dice at 0.
targets-missing = Pick a target.
targets-none = { $manoeuvre } has no target. Leave the target out.
targets-too-many = Pick at most { $most ->
    [one] one target
   *[other] { $most } targets
 }.
targets-twice = Pick each target only once, and do not pick the acting character.
hidden-target = { $who } is hidden. Reveal this character first, or pick another target.
moves-once = Only one action a turn may move the character. To get further, spend extra actions on { $manoeuvre }.
no-extra-action = Extra actions need { $trait }. Declare no extra actions for this character.
too-many-extra-actions = { $asked } extra actions are too many: this character has at most { $most } a turn.
extra-undivided = An extra action rolls its whole pool. Leave its number of dice at 0.
part-undivided = { $manoeuvre } rolls its whole pool. Leave its number of dice at 0.
part-of-power = Declare { $manoeuvre } only once for each power that the character uses.
no-dice-of-share = { $dice }. Modifiers cost { $action } { $cost ->
    [one] 1 die
   *[other] { $cost } dice
 }: give this action more dice.
no-dice-of-several = { $dice }. An action that has no dice left cannot be tried: declare fewer actions.
no-dice-to-take-over = { $action } has no dice, so its replacement gets none. Choose an action without a roll.
no-dice-beside = { $action } has a pool of { $dice }. The other actions take { $taken }, so none is left for it.
shares-on-one-target = { $shares } ranged attacks on { $target } are too many: declare at most { $most }.
split = { $dice }.

# The form of an action.
ask-manoeuvre = Action
ask-targets = Target
ask-who-else = Other characters involved
ask-pool = Pool
ask-share = Dice for this action (0: split evenly)
ask-share-modified = Dice for this action, before its { $modifier } (0: split evenly)
ask-extra = As an extra action with its whole pool ({ $most } a turn)
ask-action-text = What the character does, in words
choice-no-roll = No roll
hint-whole-turn = takes the whole turn
hint-dice-before = { $dice }, not yet counting { $what }
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
part-margin = extra successes of the parry

# Called shots.
a-place = an unknown place
aim = called shot: { $aims }
aim-damage = +{ $dice } damage
aim-armour = ignores { $points } armour
spot = { $dice }: { $effect }
spot-with-effect = { $dice }: { $effect } ({ $damage })
spot-passes-cover = ignores cover
spot-in-place-of-damage = instead of damage
spot-besides-damage = in addition to damage
line-spot = Called shot at { $place }: { $words }.
line-spot-of = Called shot at { $place } of { $whose }: { $words }.
line-spot-asked = { $who } wants to make a called shot at { $target }: { $text }
line-no-such-spot = No: this called shot is not possible.
line-spot-hit = { $who } is hit by a called shot ({ $place }): { $text }
ask-called-damage = Called shot for more damage: each +1 costs one attack die
ask-called-armour = Called shot to ignore armour: each point costs one attack die
ask-called-spot = Called shot at a place
choice-no-spot = no special place
choice-spot-of = { $whose }: { $place }
spot-of-other = “{ $place }” is a place on another character. Pick that character as the target.
spot-without-damage = A hit on “{ $place }” does no damage. Do not choose more damage or less armour with it.
called-shots = A called shot can do only one of these: add damage, ignore armour, or ignore cover. Choose one.
armour-none = { $target } wears no armour that an attack could ignore. Leave the armour at 0.
armour-less = Ignore at most { $points } armour: the { $armour } gives no more.
too-many-spots = { $most } called shots are set already. Remove one of them first.
no-question-spot = You are the Storyteller: set the called shot yourself instead of asking for it.
no-turns-spot = You can ask for a called shot only while turns run.
no-such-question-spot = This question is answered already.
nothing-said-spot = Write where the character aims, or what a hit is meant to do.
no-effect = Choose what a hit does: it ignores cover, causes a state, or has an effect in words.
no-such-spot = This called shot has been removed already.
aimed-at = An attack with this called shot is under way. Wait until that attack is over.
option-ask-for-spot = Ask for called shot
option-set-spot = Set a called shot
option-set-spot-asked = Allow this called shot
choice-called-shot-at = Called shot at { $target }
option-refuse-spot = Refuse this called shot
option-drop-spot = Remove a called shot
ask-spot-target = Target
ask-spot-wish = Where to aim, or what the hit is meant to do
ask-spot-question = Question to answer
ask-spot-refusal = Your answer, in words
ask-spot-place = Place to aim at
ask-spot-penalty = Attack dice that the called shot costs
ask-spot-cover = The attack ignores the target’s cover
ask-spot-condition = State that a hit causes
ask-spot-effect = Another effect of a hit, in words
ask-spot-besides = Effect in addition to damage (otherwise instead of damage)
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
line-weapon-stays = The { $weapon } of { $who } stays stuck in { $into }.
not-in-hand = The { $weapon } is not in hand. Ready this weapon first.
out-of-shots = The { $weapon } is out of shots. Reload this weapon first.
not-carried = { $who } carries no { $weapon }. Choose another item.
override-in-hand = { $weapon } in hand, by ruling.
override-empty-hand = nothing in hand, by ruling.
option-put-in-hand = { $who }’s item in hand
ask-in-hand = Item in hand
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
grappled = These two characters are in this grapple already ({ $grapple }). Choose other characters or another grapple.
helpless-grappler = { $who } cannot move and so cannot grapple. Pick another character.
no-such-grapple = This grapple is over already.
override-grapple = { $grapple } begun, by ruling.
override-no-grapple = { $grapple } ended, by ruling.
option-begin-grapple = Start a grapple
option-end-grapple = End { $whose }’s { $grapple }
ask-grapple = Grapple
ask-grapple-by = Who grapples
ask-grapple-on = Who is grappled
ask-grapple-kind = Kind of grapple
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
tried-to-resist = This character has already tried to resist in this turn. Try again next turn.
option-resist-kiss = Resist the kiss
option-resists-kiss = { $who }: resist the kiss
hint-costs-point = costs 1 { $store }
