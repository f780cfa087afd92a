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
weapon-none = { $manoeuvre } needs a suitable weapon, and this character carries none. Choose another action.
weapon-missing = Choose the weapon.
weapon-pool = { $manoeuvre } with { $weapon } rolls { $pool }. Choose that pool.
distance-without-shot = Only a shot has a distance. Leave the distance out.
distance-missing = Give the distance to the target in metres.
distance-too-far = Too far for the { $weapon }: at most { $most } m.
no-fangs = { $manoeuvre } needs fangs. Choose another action.
not-caught = { $manoeuvre } needs a target that this character has clinched, holds, or tackled last turn.
clinched-other = In a clinch only the clincher can use { $manoeuvre }, and only on the clinched character.
no-clinch = This action needs a clinch. Choose another action.
clinch-over = The clinch in which this action was declared has ended.
aim-moved = A character cannot aim and move in the same turn.
aim-without-weapon = Aiming needs a weapon in hand. Ready a weapon first.
aimed = Aiming gives at most one die for each dot of { $trait }. Attack with the { $weapon } now.
no-claws = This attack needs claws. Choose another attack.
parry-without-weapon = A parry needs a melee weapon, and this character carries none. Dodge or block instead.
parry-empty-handed = A parry needs a melee weapon in hand. Ready a weapon, dodge or block.
unarmed = { $target } has nothing in hand to lose. Choose another action.
nothing-said-action = Write what the character does.
holding = This character already holds { $target }. Choose another action.
no-ideals = A kiss needs { $trait }, which these rules do not have. Choose another action.
kissing = { $target } is being kissed already. The kiss goes on without a new action.
all-ready = There is no weapon to draw or reload. Choose another action.
no-clip = The { $weapon } takes no clip. Reload this weapon as the only action of the turn.
standing = The character is standing. Choose another action.

# Their forms.
ask-weapon = Weapon
ask-distance = Metres to the target, for a shot
weapon-range = { $metres } m
weapon-not-in-hand = not in hand
ask-clinch = Which clinch
choice-clinch-with = with { $whom }
choice-clinch-unseen = with something unseen
choice-larger-pool = The pool with more dice
ask-clinch-hurt = In the first turn of the clinch
choice-clinch-hurt = Hurt at once
choice-clinch-gentle = Do not hurt
ask-first-trait = First trait
ask-second-trait = Second trait
ask-weapon-to-ready = Weapon to ready
hint-reload = reload
ask-sprint-extra = Extra actions spent on the sprint
hint-sprint = { $times } × the distance
option-keep-clinch = Choose clinch pool
option-keep-clinch-for = Clinch pool: { $who }

# Their story.
line-does = { $who }: { $text }
line-does-with = { $who } ({ $whom }): { $text }
