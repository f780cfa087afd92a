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
