"""Every rule in two lines of our own words, by its number.

A rule is a line that begins with its number, and an indented second line. Both have at most 100 characters, so that
RULES.md and the page can show them below the title from `rule_index.py`. Numbers in brackets refer to further rules.
"""

from typing import Final

_TEXTS: Final = """
G0  All numbers are defaults. A chronicle switches the named options, and the Storyteller may override
    any pool, difficulty, result or state. An override is an event that names its author.
G1  The Storyteller settles an action without dice: it succeeds or it fails.
    The decree is recorded; there is no roll.
G2  A decree may depend on a trait of the character.
    At the named score or above the action succeeds, below it the action fails.
G3  The player states an aim and a method. The Storyteller answers: no roll needed, a decree, or a
    pool with a difficulty or modifiers. Ordinary actions need no roll; dangerous or doubtful ones do.
G4  After a botch or a dramatic failure the Storyteller records a consequence: a text, an effect or
    both. It applies at once or is kept for a later scene.
G5  A plain failure means only that the action did not succeed.
    If it also does harm, the harm is an event of its own.
G6  A player may propose another attribute or skill, a specialty or a bonus for a roll.
    It counts only after the Storyteller accepts; propose, accept and refuse are events.
D1  Traits are rated in dots, 0 to 5 for people and more for elders; each dot is one die.
    Each rating has a word that a chronicle can change: 0 abysmal, 1 poor, 2 average, 3 good, ...
D2  A pool is one attribute, or one attribute and one ability; two abilities never combine.
    Two attributes need a special case. Willpower, Humanity and other 1 to 10 traits roll alone.
D3  The traits of an ordinary mortal give at most 10 dice.
    Dice beyond the tenth are left out of the pool.
D4  Except in storytelling, a die at or above the difficulty succeeds, and a 10 always does. Each 1
    removes one success. 1 or more left: a success. Otherwise: a failure, or a botch (D5).
D5  Switch "botch". rule-of-one: no die succeeded and at least one shows 1.
    negative-sum (v20's default): successes minus ones is below zero.
D6  Degrees by successes: 1 marginal, 2 moderate, 3 complete, 4 exceptional, 5 or more phenomenal.
    The storytelling rule set does not use them.
D7  v20: each 1 removes the leftmost success that is left; then each remaining 10 adds one success.
    storytelling: a specialty adds one die to the pool.
D8  Difficulties run from 2 to 10 and have words, such as 6 standard. Others are refused.
    2 (in v20 3) hints that no roll is needed, 10 warns of D9. Both are advice only.
D9  At high difficulties a larger pool can botch more often. With negative-sum at difficulty 10, botch
    and success are equally likely for every pool; with rule-of-one for 1 and 2 dice only.
D10 revised: a simple action with a pool at least as large as its difficulty may take one success
    without a roll, but not while turns run, under tension, or where the Storyteller excludes it.
D11 revised and v20: one Willpower point, spent before the roll, adds a success that ones cannot cancel
    and rules out a botch; once a turn. storytelling: it adds three dice instead.
D12 Switch, off by default: each character's first botch of a session counts as a failure.
    It applies to the players' and the Storyteller's characters alike.
D13 After a failure, trying again is harder. revised, v20: +1 difficulty, then +2, up to 10.
    nightfall: one die less for each earlier failure. storytelling: no penalty.
D14 A reflexive takes no action and reduces no pool, even if it is rolled: soak, spending blood,
    Virtue checks, resisting control, change (I4), abort (I5). Acts of will need consciousness.
D15 An ability at 0 dots adds no dice and brings no penalty.
    In the storytelling rule set S2 applies instead.
D16 Some traits, such as Willpower, blood and Fate, have a rating and a store of points.
    Spending lowers the points and leaves the rating as it is.
D17 Attributes, abilities and advantages are data of the chronicle, which may add new ones.
    Any attribute may combine with any ability.
D18 A difficulty may come from an opponent: one trait, two added, or one and a constant (Wits + 3).
    It is held between 2 and 10 and recorded with its source. If none is given, it is 6.
D19 A classic pool that penalties reduce to 0 dice cannot be rolled.
    The storytelling rule set rolls a chance die instead (S5).
S1  The pool is attribute + skill, or an attribute task (S9).
    All bonuses are added first; then all penalties are taken off.
S2  Without dots in the skill, and if the Storyteller permits it, the attribute is rolled alone.
    The penalty, applied after the bonuses, is -3 for a Mental skill, -1 for Physical or Social.
S3  One modifier is at most 5 either way, and modifiers add up: slight 1, moderate 3, extreme 5.
    A switch decides who lists them. A tool's rating joins every roll that uses the tool.
S4  Each 10 is a success and is rolled again for as long as it shows 10.
    Every new roll of 8 or higher adds a success. Each die's chain is stored.
S5  A pool of 0 or less becomes one chance die, which succeeds only on a 10.
    A 10 is rolled again, and the new rolls need a 10 too.
S6  A 1 on the first throw of a chance die is a dramatic failure.
    No other roll has one.
S7  Before a chance roll the Storyteller may let the player give the action up, if the character could
    judge the odds. She also rules whether that uses up the turn; by default it does not.
S8  Five or more successes are an exceptional success.
    One is enough for most actions; the count matters only where a roll says so.
S9  An attribute task rolls one attribute, or two added, and no skill.
    Lifting is Strength + Stamina, holding one's breath is Stamina.
S10 Each modifier has a word, from +1 (some help) to +5 (effortless), -1 (a snag) to -5 (near hopeless).
    Ready ratings: knife +1, halberd +5, fast car +3, light rain -1, two deadbolts -3, monsoon -5.
X1  The Storyteller builds and rolls a pool for a character; only she sees the dice or that she rolled.
    She tells the character what it knows: at once, later or never. The player must abide by it.
X2  On a player's roll the Storyteller may add or remove dice: openly, without the reason, or hidden.
    If hidden, nobody else receives dice, count or margin: only success or failure and the wound.
X3  If the difficulty is hidden, the player sees the dice, and the result once it is told.
    Nothing that is sent to the player lets the difficulty be worked out.
X4  The Storyteller's characters may be hidden altogether, even in the initiative order.
    They can be revealed later.
X5  The program counts how often the Storyteller took control from each player.
    Only she sees the count; players tire of losing control.
X6  A ruling changes the character's next rolled action, or the one roll that it was given for.
    Soak, initiative, damage, tests of will and other reflexives do not count, unless it names them.
X7  The Storyteller gives a character, a side or the scene a lasting modifier, which may be hidden.
    It names what it affects and lasts until she ends it, or the turn or scene does. Tasks take one too.
E1  Successes add up over several rolls towards a goal; each roll moves the clock by one interval.
    A botch restarts, fails or continues the task (a switch). A limit of rolls or a deadline ends it.
E2  Both sides roll, each its own pool against its own difficulty.
    The higher count wins by the margin; if both are equal, nobody prevails.
E3  tally: each round's margin goes to its winner, first to reach the goal. lead: totals run, first to
    lead by the goal. Pools, difficulties and goals may differ by side and round.
E4  If the Storyteller allows it, several characters each roll their own pool and add the successes.
    A switch decides whether one botch spoils it. In most social tasks it is forbidden.
E5  A roll may give something for each success, such as one hour or one more fact.
    It may also take a fixed time, which passes in success and failure alike.
M0  revised and v20: punch Dexterity + Brawl, dodge Dexterity + Dodge, melee weapon Dexterity + Melee,
    shot Dexterity + Firearms. House rules may change which traits a manoeuvre rolls.
M1  revised, v20: of N actions declared together, the first loses N dice, the second N + 1, and so on.
    An action whose pool falls to 0 or less may not be attempted.
M2  nightfall: the smallest pool of the actions is shared out among them, at least one die each.
    Wounds and the like come off before sharing. One target takes at most 3 shares of shots (C17).
M3  Actions from Celerity have full pools.
    They do not count as multiple actions and cannot be divided.
M4  A character has one action a turn unless more are declared.
    The storytelling rule set has no multiple actions.
T1  Time is nested: turn, scene, chapter, story, chronicle; downtime passes between scenes.
    A turn is 3 seconds in nightfall, elsewhere up to 3 minutes. The history shows all six.
T2  Speaking is not an action.
    It is not declared and takes no dice from an action.
I1  Initiative tests Intuition + Dexterity; the most successes act first. Ties: higher Intuition, higher
    Dexterity, a specialty, then a roll-off. Rolled per scene or per turn (switch).
I2  Everyone first declares actions, targets and shares; a switch can hide this until all have done so.
    Then the actions are resolved from the highest initiative down.
I3  On their turn characters may let the next one act first; they act after all others have acted.
    Those who yielded act in order of initiative. If all yield, the turn ends empty.
I4  A character may change the declared action on their turn, for one Fate and a success on Intuition
    + Dexterity; the test shares the dice (M2). If it fails, the old declaration stays.
I5  Characters who have not acted yet may turn their declared action into a dodge, block or parry.
    That needs a success on Intuition + Dexterity, one try a turn; a failure changes nothing.
F1  Standing up alone takes the turn and needs no roll.
    As one of several actions it tests Dexterity + Athletics; on a failure the character stays down.
F2  10 m a turn are free. A sprint is an action instead: 2 x (10 + Athletics + successes) metres, tested
    with Dexterity + Athletics. Each extra action spent raises the factor; a botch trips.
F3  Readying a weapon or loading a prepared clip alone needs no roll. With another action the dice are
    shared and Dexterity + Melee or Firearms must succeed, or the attack that needs it is lost.
F4  Spending blood is reflexive.
    A trait of the character limits how many points it may spend in one turn.
F5  Free load is 10 kg for each dot of Strength. More costs one die on physical skills, and every full
    further 10 kg halves free movement. At twice the free load the character cannot move.
C1  Strength + Unarmed or Melee. Damage is the weapon's, or Strength without a weapon.
    The attack has no modifier.
C2  Target + Dexterity; damage is the weapon's.
    -2 beyond the weapon's range; beyond twice the range the shot is refused.
C3  A called shot gives up n dice, at most 5, for n dice of damage or for passing n points of armour.
    It may pass cover at a penalty that the Storyteller sets. A switch allows mixing these.
C4  Dexterity + Brawl + 1 against a target that one has clinched, held or tackled; needs fangs.
    Damage is Strength + 1, aggravated. After a tackle it is possible only on the next turn.
C5  Rolled and allowed as a bite (C4), no damage. Each turn it drains what the biter may spend (F4).
    A victim who fails on Ideals does not resist; a mortal pays one Fate to make the test.
C6  Dexterity + Brawl; needs claws. Damage is Strength + 1.
    It is aggravated from Feral Claws and lethal from claws of bone.
C7  Strength + Unarmed locks both. From the next turn each may deal Strength damage or try to get free,
    which needs more successes than the other side rolls. The clincher may also bite or kiss.
C8  The pool of the attack, -2. If the damage successes exceed the opponent's Strength, the weapon is
    lost and nobody is hurt. If not, the damage stands. After a botch the Storyteller rules the cost.
C9  Strength + Brawl, no damage: the target can do nothing until their next slot.
    In each of these slots both test Strength + Brawl; the target who wins is free.
C10 Dexterity + Brawl or Melee, -1. After damage the target tests Dexterity + Dodge against all
    successes of the attack's test, or falls. Damage is Strength or the weapon's.
C11 Strength + Brawl, -1; damage Strength + 1. Both then test Strength + Athletics or fall.
    A target who stays up is unbalanced: -1 on all actions of the next turn.
C12 Dexterity + Unarmed, no damage. It is part of a power's own action and shares no dice.
    It can be dodged or parried, not blocked.
C13 The pool of a weapon that can stake, -4. If 3 or more levels remain after soak, a vampire is staked:
    awake but immobile, and without blood except for powers marked as usable.
C14 A turn spent aiming without moving gives +1 on the next attack with that weapon.
    Turns add up to at most Perception; moving or a wound loses the bonus.
C15 Strength + Unarmed. It stops bashing attacks, struck or thrown.
    Lethal and aggravated attacks need Fortitude or armour.
C16 Dexterity + Melee, with a melee weapon in hand, stops brawl and melee attacks. A lethal weapon that
    beats a brawl attack wounds the attacker: weapon damage + margin, which is soaked.
C17 A revolver may put more than 3 shares of a pool on one target (M2).
    Otherwise each share is a ranged attack.
C18 Dexterity + Dodge stops every kind of attack.
    Against close attacks it needs room.
C19 Declared for the whole turn.
    The first defence has the full pool, each further one loses one more die: full, -1, -2, ...
C20 Block and parry always take this penalty, a dodge only without cover within 1 m.
    Thrown weapons -2, medieval missiles -3, bullets -5.
C21 The successes of a defence are taken from those of the attack (E2).
    If none are left, the attack misses.
C22 A character who is blinded or in complete darkness has -2 on all actions; what needs sight fails.
    Reflexives such as soak, initiative and tests of will are not affected.
C23 In close combat each opponent after the first costs one die on attack and defence.
    The penalty is at most -4.
C24 Against a longer weapon the shorter one must first close 1 m, and that attack loses a die.
    An opponent who is held, clinched or out keeps nobody at a distance.
C25 Cover costs the shooter dice: light (prone) 1, good (a wall) 2, superior (only the head shows) 3.
    Shooting from cover costs one die less than it gives. Close attacks ignore it.
C26 One attack that does more levels after soak than Endurance (mortal) or Endurance + 2 (supernatural)
    dazes the target, who loses the next turn in which an action would be possible.
C27 +2 to hit a target who is held, or clinched by somebody, and still struggles.
    One who is bound, staked, paralysed or out is hit without a roll, as with 1 success.
C28 A character who is knocked down is prone.
    Prone gives light cover (C25) and -2 on close attacks from the ground.
C29 Endurance and armour soak bashing, and lethal if one is supernatural. Aggravated: Fortitude, armour.
    Levels: Bruised 0, Hurt -1, Injured -1, Wounded -2, Mauled -2, Crippled -5, Incapacitated.
C30 Players and the Storyteller can always leave the manoeuvres aside.
    They roll without a manoeuvre, or the Storyteller sets an effect.
C31 A called shot may aim at an effect, in addition to the damage or instead of it.
    The Storyteller sets penalty and effect. A stake that has gone in is no longer in the hand.
C32 Lasting states are shown on the table, each with the way in which it ends.
    They include prone, clinched, held, bound, staked, dazed, blinded, aiming and cover.
W1  In the chat "?throw POOL DIFFICULTY # comment" rolls by the rules of the chronicle.
    The reply is "# SUM", then the expression and its faces. Below 0 is a botch (D5).
W2  Options: a specialty, "--pool 7" in the storytelling rule set, "--hidden" for the Storyteller.
    A line that cannot be read rolls nothing; the reply says what was expected.
"""


def _read(texts: str) -> dict[str, tuple[str, str]]:
    """Return the two lines of every rule, by number."""
    lines = [line for line in texts.splitlines() if line]
    return {
        first.split()[0]: (first.split(maxsplit=1)[1], second.strip())
        for first, second in zip(lines[::2], lines[1::2], strict=True)
    }


TWO_LINES: Final[dict[str, tuple[str, str]]] = _read(_TEXTS)
