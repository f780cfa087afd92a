# What a character can do with an action in a fight.

manoeuvre-aim = Take aim
manoeuvre-attack = Melee attack
manoeuvre-bite = Bite
manoeuvre-block = Block
manoeuvre-break-free = Break free
manoeuvre-claw = Claw
manoeuvre-clinch = Clinch
manoeuvre-disarm = Disarm
manoeuvre-dodge = Dodge
manoeuvre-fan = Fan the hammer
manoeuvre-free = Something else
manoeuvre-full-defence = Full defence
manoeuvre-hold = Hold
manoeuvre-hurt = Hurt in the clinch
manoeuvre-kiss = Kiss
manoeuvre-parry = Parry
manoeuvre-ready = Ready a weapon
manoeuvre-shoot = Ranged attack
manoeuvre-sprint = Sprint
manoeuvre-stake = Stake
manoeuvre-stand-up = Stand up
manoeuvre-sweep = Sweep
manoeuvre-tackle = Tackle
manoeuvre-touch = Touch

# What a manoeuvre needs.
weapon-none = { $manoeuvre } needs a weapon, and none for it is carried. Choose another action.
weapon-missing = Choose the weapon.
weapon-pool = { $manoeuvre } with { $weapon } rolls { $pool }. Choose that pool.
distance-without-shot = Leave the distance out: only a shot has one.
distance-missing = Give the distance to the target in metres.
distance-too-far = Too far for the { $weapon }: at most { $most } m.
no-fangs = { $manoeuvre } needs fangs. Choose another action.
not-caught = { $manoeuvre } needs a target in your clinch or hold, or tackled last turn.
clinched-other = In a clinch only the clincher can use { $manoeuvre }, and only on the clinched.
no-clinch = This needs a clinch. Choose another action.
clinch-over = The clinch in which this was declared has ended.
aim-moved = Aiming takes a turn without moving.
aim-without-weapon = Take the weapon in hand that you want to aim.
aimed = More aiming adds nothing: { $trait } is the most. Attack with the { $weapon }.
no-claws = This attack needs claws. Choose another attack.
parry-without-weapon = A parry needs a melee weapon, and none is carried. Dodge or block.
parry-empty-handed = A parry needs a melee weapon in hand. Ready one, dodge or block.
unarmed = { $target } has nothing in hand to lose. Choose another action.
nothing-said-action = Write what the character does.
holding = { $target } is held already, until they win the test on their turn to act.
no-ideals = A kiss needs { $trait }, which these rules do not have. Choose another action.
kissing = { $target } is being kissed already. The drinking goes on by itself.
all-ready = There is no weapon to draw or reload. Choose another action.
no-clip = The { $weapon } takes no clip. Reload it as the only action of the turn.
standing = The character is standing. Choose another action.

# Their forms.
ask-weapon = Weapon
ask-distance = Metres to the target, for a shot
weapon-range = { $metres } m
weapon-not-in-hand = not in hand
ask-clinch = Which clinch
choice-clinch-with = with { $whom }
choice-clinch-unseen = with something unseen
choice-larger-pool = Whichever has more dice
ask-clinch-hurt = In the first turn
choice-clinch-hurt = Hurt at once
choice-clinch-gentle = Do not hurt
ask-first-trait = Trait
ask-second-trait = With
ask-weapon-to-ready = What
hint-reload = reload
ask-sprint-extra = Extra actions spent on it
hint-sprint = { $times } × the distance
option-keep-clinch = Keep the clinch with…
option-keep-clinch-for = { $who } keeps the clinch…

# Their story.
line-does = { $who }: { $text }
line-does-with = { $who } ({ $whom }): { $text }
