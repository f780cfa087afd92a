### Every rule: its title and its text, in our own words. A text has at most two lines of 105 characters. The rules that
### it builds on are data (`RELATED` in domain/rules/rule_index.py).

## Chapters

chapter-G = Authority of the Storyteller
chapter-D = Dice pools and single rolls
chapter-S = The Storytelling System
chapter-X = The Storyteller’s secrets
chapter-E = Longer and opposed tasks
chapter-M = Several actions in one turn
chapter-T = Time
chapter-I = Turn order (Nightfall; the other rule sets may use it)
chapter-F = Feats (Nightfall)
chapter-C = Combat (Nightfall)
chapter-W = The text roller

## G

rule-title-G0 = Every number is a default
rule-text-G0 =
    The chronicle sets its switches, and the Storyteller may override any pool, difficulty, result or
    state. Everyone can read who changed what.

rule-title-G1 = Settling an action without dice
rule-text-G1 =
    The Storyteller settles an action without dice: it succeeds or it fails.
    The story shows the decision; there is no roll.

rule-title-G2 = Settling an action by a trait
rule-text-G2 =
    The Storyteller may settle an action by a trait of the character:
    at the named rating or above it succeeds, below it fails.

rule-title-G3 = Goal and method
rule-text-G3 =
    The player states a goal and a method. The Storyteller answers: no roll needed, settled, or a roll
    with a difficulty or modifiers. Ordinary actions need no roll; dangerous or doubtful ones do.

rule-title-G4 = What a botch leads to
rule-text-G4 =
    After a botch or a dramatic failure the Storyteller adds a consequence: a text, an effect or both.
    It applies at once or is kept for a later scene.

rule-title-G5 = A plain failure does no harm
rule-text-G5 =
    A plain failure means only that the action did not succeed.
    If it also does harm, the Storyteller says so separately.

rule-title-G6 = Asking for another trait or a bonus
rule-text-G6 =
    A player may propose another attribute or ability, a specialty or a bonus for a roll.
    It counts only after the Storyteller accepts.

## D

rule-title-D1 = Dots
rule-text-D1 =
    Traits are rated in dots, 0 to 5 for people and more for elders; each dot is one die.
    Each rating has a word, which a chronicle can change: 0 untrained, 1 poor, 2 average, 3 good, ...

rule-title-D2 = Which traits make a pool
rule-text-D2 =
    A pool is one attribute, or one attribute and one ability; two abilities never combine.
    Two attributes combine only in special cases. Willpower, Humanity and other 1 to 10 traits roll alone.

rule-title-D3 = A mortal’s ten dice
rule-text-D3 =
    The traits of an ordinary mortal give at most 10 dice.
    Dice beyond the tenth are left out of the pool.

rule-title-D4 = Successes and ones
rule-text-D4 =
    A die at or above the difficulty is a success, and a 10 always is. Each 1 removes one success. With
    1 or more left the roll succeeds; otherwise it fails or is a botch. Storytelling has rules of its own.

rule-title-D5 = Botches
rule-text-D5 =
    One of two rules, as the chronicle chooses: no die succeeded and at least one shows 1; or
    there are more ones than successes (the default of V20).

rule-title-D6 = Degrees of success
rule-text-D6 =
    Degrees by successes: 1 marginal, 2 moderate, 3 complete, 4 exceptional, 5 or more phenomenal.
    Storytelling does not use them.

rule-title-D7 = Specialties
rule-text-D7 =
    V20: each 1 removes a success, beginning at the left; then each remaining 10 counts as two successes.
    Storytelling: a specialty adds one die to the pool.

rule-title-D8 = Difficulties
rule-text-D8 =
    A difficulty is a number from 2 to 10, and each has a word; 6 is standard.
    At 2 (in V20 at 3) hardly any roll is needed; at 10, more dice can mean more botches.

rule-title-D9 = The odds at high difficulties
rule-text-D9 =
    At high difficulties a larger pool can botch more often. If more ones than successes are a botch,
    botch and success are equally likely at difficulty 10. Otherwise that is true only for 1 or 2 dice.

rule-title-D10 = Automatic success
rule-text-D10 =
    Revised: a simple action with a pool at least as large as its difficulty may take one success without
    a roll, but not while turns run, under tension, or where the Storyteller excludes it.

rule-title-D11 = Willpower on a roll
rule-text-D11 =
    Revised and V20: one point of Willpower, spent before the roll, adds a success that ones cannot remove,
    and the roll cannot botch; only once a turn. Storytelling: it adds three dice instead.

rule-title-D12 = The free botch
rule-text-D12 =
    If the chronicle says so, each character’s first botch of a session counts as a failure.
    It applies to the players’ and the Storyteller’s characters alike.

rule-title-D13 = Trying again
rule-text-D13 =
    After a failure, trying again is harder. Revised, V20: +1 difficulty, then +2, up to 10.
    Nightfall: one die less for each earlier failure. Storytelling: no penalty.

rule-title-D14 = Reflexives
rule-text-D14 =
    A reflexive is not an action and costs other actions no dice, even if it is rolled: soak, spending blood,
    virtues, resisting control, changing or aborting an action. Acts of will need consciousness.

rule-title-D15 = An ability at 0
rule-text-D15 =
    An ability at 0 dots adds no dice and brings no penalty.
    Storytelling has a penalty instead.

rule-title-D16 = Ratings and points
rule-text-D16 =
    Some traits, such as Willpower, Blood and Fate, have a rating and points.
    Spending lowers the points and leaves the rating as it is.

rule-title-D17 = A chronicle’s own traits
rule-text-D17 =
    Each chronicle has its list of attributes, abilities and advantages, and may add new ones.
    Any attribute may combine with any ability.

rule-title-D18 = Difficulty from an opponent
rule-text-D18 =
    A difficulty may come from an opponent: one trait, the sum of two, or a trait plus a number (Wits + 3).
    It is never below 2 or above 10. If none is given, it is 6.

rule-title-D19 = A pool without dice
rule-text-D19 =
    A pool that penalties reduce to 0 dice cannot be rolled.
    In Storytelling it becomes a chance die.

## S

rule-title-S1 = How a pool is built
rule-text-S1 =
    The pool is attribute + skill, or the attributes of an attribute task.
    All bonuses are added first; then all penalties are taken off.

rule-title-S2 = No dots in the skill
rule-text-S2 =
    Without dots in the skill, and if the Storyteller permits it, the attribute is rolled alone.
    The penalty, taken after the bonuses, is −3 for a Mental skill, −1 for Physical or Social.

rule-title-S3 = The size of modifiers
rule-text-S3 =
    A modifier is from −5 to +5: slight 1, moderate 3, extreme 5. Several modifiers add up.
    The chronicle chooses who lists them. A tool’s rating is added to every roll that uses the tool.

rule-title-S4 = Tens are rolled again
rule-text-S4 =
    Each 10 is a success and is rolled again for as long as it shows 10.
    Every new roll of 8 or higher adds a success.

rule-title-S5 = The chance die
rule-text-S5 =
    A pool of 0 or less becomes one chance die, which succeeds only on a 10.
    A 10 is rolled again, and the new rolls need a 10 too.

rule-title-S6 = Dramatic failure
rule-text-S6 =
    A 1 on the first throw of a chance die is a dramatic failure.
    Only a chance die can have a dramatic failure.

rule-title-S7 = Giving up before a chance roll
rule-text-S7 =
    Before a chance roll the Storyteller may let the player give the action up, if the character could
    judge the odds. The Storyteller also says whether that uses up the turn; by default it does not.

rule-title-S8 = Exceptional success
rule-text-S8 =
    Five or more successes are an exceptional success.
    One is enough for most actions; the count matters only where a roll says so.

rule-title-S9 = Attribute tasks
rule-text-S9 =
    An attribute task rolls one attribute, or two added, and no skill.
    Lifting is Strength + Stamina, holding one’s breath is Stamina.

rule-title-S10 = Words for modifiers
rule-text-S10 =
    Each modifier has a word, from +1 (some help) to +5 (effortless), −1 (a snag) to −5 (near hopeless).
    Ready ratings: knife +1, halberd +5, fast car +3, light rain −1, two deadbolts −3, monsoon −5.

## X

rule-title-X1 = Rolls by the Storyteller
rule-text-X1 =
    The Storyteller rolls for a character, and nobody else sees the dice or that there was a roll. The player
    is told what the character learns: at once, later or never. The player accepts the result.

rule-title-X2 = Hidden modifiers
rule-text-X2 =
    On a player’s roll the Storyteller may add or remove dice: openly, without the reason, or hidden.
    If hidden, other people see no dice and no count: only success or failure, and the wound.

rule-title-X3 = Hidden difficulty
rule-text-X3 =
    If the difficulty is hidden, the player sees the dice, and the result once the Storyteller tells it.
    The player sees nothing from which the difficulty could be worked out.

rule-title-X4 = Hidden characters
rule-text-X4 =
    The Storyteller’s characters may be hidden altogether, even in the order of initiative.
    They can be revealed later.

rule-title-X5 = How often control was taken
rule-text-X5 =
    The program counts how often the Storyteller took control from each player.
    Only the Storyteller sees the count; players tire of losing control.

rule-title-X6 = Which roll a ruling changes
rule-text-X6 =
    A ruling changes the character’s next rolled action, or the one roll that it was given for. It changes
    soak, initiative, damage, tests of will and other reflexives only if the ruling names them.

rule-title-X7 = Lasting circumstances
rule-text-X7 =
    The Storyteller gives a character, a side or the scene a lasting modifier, which may be hidden. It names
    the rolls that it changes, and lasts until the Storyteller ends it, or the turn or scene ends.

## E

rule-title-E1 = Extended tasks
rule-text-E1 =
    Successes add up over several rolls towards a goal; each roll takes one interval of time.
    A botch restarts, ends or only delays the task, as the chronicle chooses. Rolls or time may be limited.

rule-title-E2 = Resisted tasks
rule-text-E2 =
    Both sides roll, each its own pool against its own difficulty. The side with more successes wins,
    by the difference; if both have equally many, nobody wins.

rule-title-E3 = Contests over several rounds
rule-text-E3 =
    Either the winner of each round scores the margin, and the first to reach the goal wins; or all add up
    their successes, and the first to lead by the goal wins. Pools and goals may differ by side and round.

rule-title-E4 = Teamwork
rule-text-E4 =
    If the Storyteller allows it, several characters each roll their own pool and add the successes.
    The chronicle chooses whether one botch spoils it. In most social tasks it is not allowed.

rule-title-E5 = What each success gives
rule-text-E5 =
    A roll may give something for each success, such as one hour or one more fact.
    A roll may also take a fixed time, whether it succeeds or fails.

## M

rule-title-M0 = Classic combat pools
rule-text-M0 =
    Revised and V20: punch Dexterity + Brawl, dodge Dexterity + Dodge, melee weapon Dexterity + Melee,
    shot Dexterity + Firearms. House rules may change which traits a manoeuvre rolls.

rule-title-M1 = Several actions: growing penalties
rule-text-M1 =
    Revised, V20: of several actions declared together, the first loses as many dice as there are actions,
    each further one loses one more. An action whose pool falls to 0 or less may not be attempted.

rule-title-M2 = Several actions: a shared pool
rule-text-M2 =
    Nightfall: the actions divide the dice of the smallest pool, at least one die each. Penalties such as
    wounds are subtracted before that. At most 3 shares of shots may go at one target.

rule-title-M3 = Extra actions from Celerity
rule-text-M3 =
    Actions from Celerity have full pools.
    They do not count as multiple actions and cannot be divided.

rule-title-M4 = One action a turn
rule-text-M4 =
    A character has one action a turn unless more are declared.
    Storytelling has no multiple actions.

## T

rule-title-T1 = Turn, scene, chapter, story, chronicle, downtime
rule-text-T1 =
    Time is nested: turn, scene, chapter, story, chronicle; downtime passes between scenes.
    A turn is 3 seconds in Nightfall, elsewhere up to 3 minutes.

rule-title-T2 = Speech is no action
rule-text-T2 =
    Speaking is not an action.
    It is not declared and costs other actions no dice.

## I

rule-title-I1 = Initiative
rule-text-I1 =
    Initiative tests Intuition + Dexterity; the most successes act first. Ties: higher Intuition, higher
    Dexterity, a specialty, then another roll. Rolled once a scene or every turn.

rule-title-I2 = Declaring, then acting
rule-text-I2 =
    Everyone first declares actions, targets and shares; the chronicle may hide the declarations until all
    are made. Then the actions are resolved from the highest initiative down.

rule-title-I3 = Yielding
rule-text-I3 =
    A character may yield: the character lets the others act first, and acts after them.
    Several characters who yield act in order of initiative. If all yield, the turn ends.

rule-title-I4 = Changing an action
rule-text-I4 =
    On the character’s turn to act, the declared action may be changed. This costs one Fate and a share of
    the dice for a test of Intuition + Dexterity. If the test fails, the old action stays.

rule-title-I5 = Aborting to a defence
rule-text-I5 =
    Characters who have not acted yet may turn their declared action into a dodge, block or parry.
    That needs a success on Intuition + Dexterity, one try a turn; a failure changes nothing.

## F

rule-title-F1 = Standing up
rule-text-F1 =
    Standing up alone takes the turn and needs no roll.
    As one of several actions it tests Dexterity + Athletics; on a failure the character stays down.

rule-title-F2 = Moving and sprinting
rule-text-F2 =
    10 m a turn are free. A sprint is an action instead: roll Dexterity + Athletics, and run 2 × (10 +
    Athletics + successes) metres. Extra actions raise the factor 2. On a botch the runner falls.

rule-title-F3 = Readying and reloading
rule-text-F3 =
    Readying a weapon or loading a prepared clip needs no roll as the only action. Otherwise dice are shared,
    and Dexterity + Melee or Firearms must succeed, or the attack that needs the weapon is lost.

rule-title-F4 = Spending blood
rule-text-F4 =
    Spending blood is reflexive.
    A trait of the character limits how many points it may spend in one turn.

rule-title-F5 = Load
rule-text-F5 =
    A character carries 10 kg for each dot of Strength freely. More costs one die on physical skills; each
    full 10 kg of it halves free movement. With twice the free load the character cannot move.

## C

rule-title-C1 = Melee attack
rule-text-C1 =
    Strength + Unarmed or Melee, without a modifier.
    Damage is the weapon’s, or Strength without a weapon.

rule-title-C2 = Ranged attack
rule-text-C2 =
    Target + Dexterity; damage is the weapon’s.
    −2 beyond the weapon’s range; beyond twice the range no shot is possible.

rule-title-C3 = Called shot
rule-text-C3 =
    The attacker gives up at most 5 dice: each adds one die of damage, or bypasses one point of armour.
    Or the shot ignores cover, at a penalty that the Storyteller sets. The chronicle may allow mixing these.

rule-title-C4 = Bite
rule-text-C4 =
    Dexterity + Brawl + 1 against a target that the biter has clinched, held or tackled; needs fangs.
    Damage is Strength + 1, aggravated. After a tackle it is possible only on the next turn.

rule-title-C5 = Kiss
rule-text-C5 =
    Rolled like a bite, without damage. Each turn the biter drains as much blood as they may spend in a turn.
    A victim who fails a test of Ideals does not resist; for a mortal the test costs one Fate.

rule-title-C6 = Claw
rule-text-C6 =
    Dexterity + Brawl; needs claws. Damage is Strength + 1.
    It is aggravated from feral claws and lethal from bone claws.

rule-title-C7 = Clinch
rule-text-C7 =
    Strength + Unarmed locks both together. From the next turn each may deal Strength damage or try to break
    free, which needs more successes than the other side rolls. The clincher may also bite or kiss.

rule-title-C8 = Disarm
rule-text-C8 =
    The pool of the attack, −2. If the damage successes exceed the opponent’s Strength, the weapon is
    lost and nobody is hurt. If not, the damage counts. After a botch the Storyteller says what it costs.

rule-title-C9 = Hold
rule-text-C9 =
    Strength + Brawl, no damage: the target can do nothing until the target’s next turn to act.
    Then, and each time it comes again, both test Strength + Brawl; a target who wins is free.

rule-title-C10 = Sweep
rule-text-C10 =
    Dexterity + Brawl or Melee, −1 die; damage is Strength or the weapon’s. Then the target rolls Dexterity +
    Dodge, and falls with fewer successes than the attack roll had; a defence does not lower them.

rule-title-C11 = Tackle
rule-text-C11 =
    Strength + Brawl, −1; damage Strength + 1. Both then test Strength + Athletics or fall.
    A target who stays up is unbalanced: −1 on all actions of the next turn.

rule-title-C12 = Touch
rule-text-C12 =
    Roll Dexterity + Unarmed; there is no damage. The touch is part of the action that uses a power, and
    costs that action no dice. The target can dodge or parry it, but not block it.

rule-title-C13 = Stake
rule-text-C13 =
    The pool of a weapon that can stake, −4. If 3 or more levels of damage remain after soak, a vampire is
    staked: awake but immobile, and able to spend blood only on powers that say so.

rule-title-C14 = Take aim
rule-text-C14 =
    A turn spent aiming without moving gives +1 on the next attack with that weapon.
    Several turns add up, to at most the dots of Perception. A move or a wound ends the aim.

rule-title-C15 = Block
rule-text-C15 =
    Strength + Unarmed. It stops bashing attacks, struck or thrown.
    Lethal and aggravated attacks need Fortitude or armour.

rule-title-C16 = Parry
rule-text-C16 =
    Dexterity + Melee, with a melee weapon in hand, stops brawl and melee attacks. A lethal weapon that
    beats a brawl attack wounds the attacker: weapon damage + margin, which is soaked.

rule-title-C17 = Fan the hammer
rule-text-C17 =
    With a revolver, more than 3 shares of a pool may be shots at one target.
    Apart from that, each share is a normal ranged attack.

rule-title-C18 = Dodge
rule-text-C18 =
    Dexterity + Dodge stops every kind of attack.
    Against close attacks it needs room.

rule-title-C19 = Full defence
rule-text-C19 =
    Declared for the whole turn.
    The first defence has the full pool, each further one loses one more die: full, −1, −2, ...

rule-title-C20 = Defending against missiles
rule-text-C20 =
    Thrown weapons −2, arrows and bolts −3, bullets −5.
    Block and parry always take this penalty, a dodge only without cover within 1 m.

rule-title-C21 = A defence reduces the attack
rule-text-C21 =
    The successes of a defence are subtracted from those of the attack.
    If none are left, the attack misses.

rule-title-C22 = Blind or in darkness
rule-text-C22 =
    A character who is blinded or in complete darkness has −2 on all actions; what needs sight fails.
    Reflexives such as soak, initiative and tests of will are not affected.

rule-title-C23 = Several opponents
rule-text-C23 =
    In close combat each opponent after the first costs one die on attack and defence.
    The penalty is at most −4.

rule-title-C24 = The shorter reach
rule-text-C24 =
    A character with the shorter weapon must first come 1 m closer, and loses a die on that attack.
    An opponent who is held, clinched or out of the fight cannot keep anybody at a distance.

rule-title-C25 = Cover
rule-text-C25 =
    Cover costs the shooter dice: light (prone) 1, good (a wall) 2, superior (only the head shows) 3.
    Shooting from cover costs one die less than the cover gives. Close attacks ignore cover.

rule-title-C26 = Dazed
rule-text-C26 =
    One attack that does more levels after soak than Endurance (mortal) or Endurance + 2 (supernatural)
    dazes the target, who loses the next turn in which they could act.

rule-title-C27 = Targets that cannot move
rule-text-C27 =
    +2 to hit a target who is held, or clinched by somebody, and can still struggle.
    A target who is bound, staked, paralysed or incapacitated is hit without a roll, as with 1 success.

rule-title-C28 = Knocked down
rule-text-C28 =
    A character who is knocked down is prone.
    Prone gives light cover, and −2 on close attacks from the ground.

rule-title-C29 = Damage, soak, health levels
rule-text-C29 =
    Endurance and armour soak bashing, and lethal for the supernatural. Fortitude and armour soak aggravated.
    Levels: Bruised 0, Hurt −1, Injured −1, Wounded −2, Mauled −2, Crippled −5, Incapacitated.

rule-title-C30 = Free-form play
rule-text-C30 =
    Players and the Storyteller can always play without manoeuvres.
    They roll any dice that fit, or the Storyteller sets an effect.

rule-title-C31 = Called shot at an effect
rule-text-C31 =
    A called shot may aim at an effect, in addition to the damage or instead of it.
    The Storyteller sets penalty and effect. A stake that stays in the body is no longer in the hand.

rule-title-C32 = States of a character
rule-text-C32 =
    Lasting states are shown on the table, each with the way in which it ends.
    They include prone, clinched, held, bound, staked, dazed, blinded, aiming and cover.

## W

rule-title-W1 = The text roller
rule-text-W1 =
    In the chat "?throw 7 6 # comment" rolls 7 dice against difficulty 6 by the rules of the chronicle.
    The reply gives the sum and the faces. If ones can outnumber successes, a sum below 0 is a botch.

rule-title-W2 = Options of the text roller
rule-text-W2 =
    Options: a specialty, "--pool 7" in Storytelling, "--hidden" for the Storyteller.
    A line that cannot be read rolls nothing; the reply says what was expected.
