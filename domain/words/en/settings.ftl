### The rule sets, and the switches and numbers that a chronicle may change.

## One line about each rule set

about-ruleset-nightfall = Turn-by-turn combat with ten-sided dice. Every roll has the same difficulty; circumstances add or remove dice.
about-ruleset-revised = Ten-sided dice against a difficulty of 2 to 10; each 1 takes a success away.
about-ruleset-storytelling = Every die of 8 or more succeeds, tens are rolled again, and circumstances add or remove dice.
about-ruleset-v20 = Like Revised, but more ones than successes are a botch, and a specialty makes tens count twice.

## Switches: dice

switch-botch = What is a botch?
switch-botch-rule-of-one = A 1 and no success at all
switch-botch-negative-sum = More ones than successes
switch-free-botch = What does a character’s first botch of a session count as?
switch-free-botch-off = A botch
switch-free-botch-on = A failure
switch-retry = Higher difficulty of a third try
switch-retry-step = +2
switch-retry-cumulative = +3 (1 + 2)
switch-retry-penalty = Is trying again harder?
switch-retry-penalty-offer = The Storyteller decides each time
switch-retry-penalty-apply = Yes
switch-retry-penalty-off = No
switch-difficulty = Difficulty of every roll
switch-difficulty-5 = 5
switch-difficulty-6 = 6
switch-difficulty-7 = 7
switch-difficulty-8 = 8
switch-modifiers = How are the modifiers of a roll listed?
switch-modifiers-itemised = Each on its own
switch-modifiers-mixed = Each bonus on its own, all penalties as one sum
switch-modifiers-single = All as one sum
switch-untrained = Who may try a skill without dots?
switch-untrained-allowed = Everyone
switch-untrained-ask = Only players whom the Storyteller asks to roll
switch-unarmed = Which trait is rolled for Unarmed?
switch-unarmed-unarmed = Unarmed
switch-unarmed-brawl = Brawl
switch-shooting = Which trait is rolled for Target?
switch-shooting-target = Target
switch-shooting-firearms = Firearms

## Switches: turns and fights

switch-initiative = When is initiative rolled?
switch-initiative-scene = Once a scene
switch-initiative-turn = Every turn
switch-declare = Who declares first?
switch-declare-lowest-first = The slowest
switch-declare-any-order = Anybody, in any order
switch-declarations = When are declarations seen?
switch-declarations-open = At once
switch-declarations-hidden = When all have declared
switch-reactions = How does a target defend?
switch-reactions-ask = The attack waits for the target’s choice
switch-reactions-automatic = A declared defence is used automatically
switch-turns = How does the next turn begin?
switch-turns-storyteller = The Storyteller begins it
switch-turns-automatic = Automatically
switch-called-shots = What may a called shot do?
switch-called-shots-one = One of: more damage, ignore armour, ignore cover
switch-called-shots-mixed = Several of these at once
switch-extra-successes = What do extra successes of an attack do?
switch-extra-successes-ignore = Nothing
switch-extra-successes-add = Each adds a damage die
switch-damage = What damage does an attack do?
switch-damage-successes = 1 level for each success, minus armour
switch-damage-rolled = Damage is rolled, then soaked

## Switches: tasks

switch-extended-botch = What does a botch do in an extended task?
switch-extended-botch-restart = The side starts again at 0
switch-extended-botch-fail = The task fails
switch-extended-botch-continue = It only wastes the roll
switch-teamwork-botch = What does one botch do in teamwork?
switch-teamwork-botch-spoils = It spoils the whole round
switch-teamwork-botch-ignored = Nothing
switch-teamwork-social = Is teamwork possible in social tasks?
switch-teamwork-social-forbidden = No
switch-teamwork-social-penalty = Yes, each loses 1 die per other helper

## Numbers

number-mortal-pool = Most dice from a mortal’s traits
number-shares = Most shots at one target in a turn
number-metres-a-turn = Free movement in a turn, in metres
number-kilograms-a-dot = Free kilograms per dot of Strength (0: loads do not count)
number-opponents = Most dice lost to having several opponents (0: none)
number-closing = Dice that the shorter weapon loses (0: none)
