"""`storytelling`: the Storytelling System of 2004. Modifiers change the pool, there are no difficulties, and tens are
re-rolled (S1 to S8)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, Words, phrase, signed, term
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.house_rules import HouseRules
from domain.rules.odds import SIDES, Odds, Tail, odds_of_tail, reroll_tail
from domain.rules.rule_types import Dice, Part, Result, Switch, Throw, TraitGroup, Verdict, Word
from domain.rules.ruleset import TASK_SWITCHES, TURN_SWITCHES, no_difficulty
from domain.rulesets import _contest_scripts, _ready_characters, _ready_fights
from domain.rulesets._pool_rules import _Pools
from domain.rulesets._weapons import WEAPONS

SUCCEEDS_AT = 8
EXCEPTIONAL_AT = 5
WILLPOWER_DICE = 3
"""The dice that a point of Willpower gives (D11)."""
DICE_ABOVE_RATING = 3
"""The rating of a weapon that has no rating under its name is its damage dice minus this number, from 1 to 5 (S3,
ours): sword 3, rifle 5."""
NEVER = Fraction(0)
DRAMATIC = phrase("why-dramatic", rule="S6")
CHANCE_FAILED = phrase("why-chance-failed", rule="S5")
MENTAL = "Mental skills"
"""The group of skills for which a character without dots has the greater penalty (S2)."""
MENTAL_SKILLS = TraitGroup(
    MENTAL,
    ("Academics", "Computer", "Crafts", "Investigation", "Medicine", "Occult", "Politics", "Science"),
    kind="ability",
)

STEPS = (
    Word(-5, "near hopeless"), Word(-4, "punishing"), Word(-3, "stiff"), Word(-2, "awkward"), Word(-1, "a snag"),
    Word(1, "some help"), Word(2, "comfortable"), Word(3, "smooth"), Word(4, "very easy"), Word(5, "effortless"),
)  # fmt: skip
RATINGS = (
    Word(1, "knife"), Word(5, "halberd"), Word(3, "fast car"), Word(1, "a lock already damaged"),
    Word(-3, "two deadbolts"), Word(-1, "light rain"), Word(-5, "monsoon"),
)  # fmt: skip


class Storytelling(_Pools):
    """Every die succeeds at 8. A pool of 0 or less is a chance die."""

    id = "storytelling"
    title = "Storytelling System"
    ready = _ready_characters.STORYTELLING
    fight = _ready_fights.STORYTELLING
    scripts = (_contest_scripts.STORYTELLING,)
    weapons = WEAPONS
    switches = (
        Switch("modifiers", ("itemised", "mixed", "single"), "S3"),
        Switch("damage", ("successes", "rolled"), "S3"),
        Switch("untrained", ("allowed", "ask"), "S2"),
        *TURN_SWITCHES,
        *TASK_SWITCHES,
    )
    initiative = ("Dexterity", "Composure")
    steps = STEPS
    ratings = RATINGS
    results = ("success", "exceptional", "failure", "dramatic_failure")
    specialties = True
    specialty_dice = 1
    willpower = True
    willpower_dice = WILLPOWER_DICE
    lists_bonuses = True
    rerolls = True
    always = SUCCEEDS_AT
    aliases = (("Unarmed", "Brawl"), ("Melee", "Weaponry"), ("Target", "Firearms"), ("Dodge", "Athletics"))
    traits = (
        TraitGroup("Mental", ("Intelligence", "Wits", "Resolve"), kind="attribute"),
        TraitGroup("Physical", ("Strength", "Dexterity", "Stamina"), kind="attribute"),
        TraitGroup("Social", ("Presence", "Manipulation", "Composure"), kind="attribute"),
        MENTAL_SKILLS,
        TraitGroup(
            "Physical skills",
            ("Athletics", "Brawl", "Drive", "Firearms", "Larceny", "Stealth", "Survival", "Weaponry"),
            kind="ability",
        ),
        TraitGroup(
            "Social skills",
            ("Animal Ken", "Empathy", "Expression", "Intimidation", "Persuasion", "Socialize", "Streetwise",
             "Subterfuge"),
            kind="ability",
        ),
        TraitGroup("Scales", ("Willpower", "Morality"), 10, "alone"),
    )  # fmt: skip

    def __init__(self, choices: Mapping[str, str] | None = None, house: HouseRules | None = None) -> None:
        super().__init__(choices, house)
        # A chronicle may have renamed its groups. Then the mental skills are those of `MENTAL_SKILLS` (ours).
        mental = [group for group in self.traits if group.name == MENTAL] or [MENTAL_SKILLS]
        self.mental = frozenset(trait for group in mental for trait in group.traits)

    def difficulty(self, asked: int = 0) -> int:
        return 0 if asked == SUCCEEDS_AT else asked

    def check_permitted(self, traits: Sequence[tuple[str, int]], *, called: bool = False) -> None:
        """Raise `Refusal` for a skill without dots if only the Storyteller may permit the roll. If the switch permits
        such rolls in general, the Storyteller can still rule that one does not count (S2, G0)."""
        missing = [name for name, dots in traits if not dots and self.is_ability(self.trait(name))]
        if missing and not called and self.choices["untrained"] == "ask":
            raise Refusal("untrained", rule="S2", trait=term(missing[0]))

    def parts(self, traits: Sequence[tuple[str, int]]) -> tuple[Part, ...]:
        untrained = [name for name, dots in traits if not dots and self.is_ability(self.trait(name))]
        return (
            *traits,
            *(
                (phrase("part-no-trait", trait=term(name)), -3 if self.trait(name) in self.mental else -1)
                for name in untrained
            ),
        )

    def check(self, throw: Throw) -> None:
        super().check(throw)
        if throw.difficulty:
            raise no_difficulty()
        if not SUCCEEDS_AT <= throw.again <= 11:
            raise Refusal("again", rule="S4")

    def degree(self, successes: int) -> str:
        return "exceptional" if successes >= EXCEPTIONAL_AT else ""

    def success_result(self, successes: int) -> Result:
        return "exceptional" if self.degree(successes) else "success"

    def order_parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Return traits and bonuses first, then all penalties, including the penalty for a missing skill (S1, S2)."""
        return tuple(sorted(parts, key=lambda part: part[1] < 0))

    def check_modifiers(self, modifiers: Sequence[int], *, by_storyteller: bool = True) -> None:
        way = self.choices["modifiers"]
        given = [m for m in modifiers if m]
        if way == "mixed" and not by_storyteller and min(given, default=0) < 0:
            raise Refusal("penalty", rule="S3")
        if way == "single" and len(given) > 1:
            raise Refusal("one-modifier", rule="S3")
        if way == "mixed" and sum(m < 0 for m in given) > 1:
            raise Refusal("one-penalty", rule="S3")
        for modifier in given:
            if modifier > 5 or (modifier < -5 and way != "mixed"):
                raise Refusal("modifier", rule="S3", dice=signed(modifier))

    def may_pair(self, traits: Sequence[str]) -> bool:
        """True for any two attributes: together they make an attribute task (S9)."""
        return True

    def storyteller_may_lift(self, kinds: Sequence[str]) -> bool:
        return True

    def weapon_dice(self, item: Item) -> tuple[Part, ...]:
        """Return the weapon's rating (S3). Bare hands are no equipment."""
        rating = self.rating(item.name) or min(max(item.damage - DICE_ABOVE_RATING, 1), 5)
        return ((item.name, rating),) if item != BARE_HANDS else ()

    @property
    def rolls_damage(self) -> bool:
        return self.choices["damage"] == "rolled"

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        if self.is_chance(throw):
            return chance_roll(dice)
        faces = tuple(chain(face, throw.again, dice) for face in dice(dice_count(throw)))
        worth = face_worth(faces, SUCCEEDS_AT)
        return verdict(faces, worth, sum(die[0] == 1 for die in faces))

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> Words:
        die = verdict.faces[place]
        chance = self.is_chance(throw)
        succeeded = sum(face >= (SIDES if chance else SUCCEEDS_AT) for face in die)
        if not succeeded and chance:
            return phrase("die-dramatic") if die[0] == 1 else phrase("die-chance-failed")
        if len(die) > 1:
            return phrase("die-rolled-again", successes=succeeded, times=len(die) - 1)
        return phrase("die-success") if succeeded else phrase("die-no-success")

    def is_chance(self, throw: Throw) -> bool:
        return dice_count(throw) < 1

    def notation(self, throw: Throw) -> str:
        """Return the notation of the throw. The faces after "!" are re-rolled."""
        if self.is_chance(throw):
            return "1d10c[=10]![=10]"
        return f"{dice_count(throw)}d10c[>={SUCCEEDS_AT}]" + (f"![>={throw.again}]" if throw.again <= SIDES else "")

    def compute_odds(self, throw: Throw) -> Odds:
        if self.is_chance(throw):
            return CHANCE_ODDS
        pool = dice_count(throw)
        rolled_again = SIDES + 1 - throw.again
        succeeding = SIDES + 1 - SUCCEEDS_AT
        tail = reroll_tail(pool, succeeding - rolled_again, rolled_again)
        return odds_of_tail(tail, Fraction(pool * succeeding, SIDES - rolled_again), result_odds(tail))


def dice_count(throw: Throw) -> int:
    """Return the number of dice of a throw, including those from a specialty (D7) and from Willpower (D11)."""
    return throw.pool + throw.specialty + WILLPOWER_DICE * throw.willpower


def result_odds(tail: Tail, dramatic: Fraction = NEVER) -> dict[str, Fraction]:
    """Return the probability of each result: failure for 0 successes, exceptional success for 5 or more (S8).
    `dramatic` is the probability of a dramatic failure (S6)."""
    none = tail.chance(0)
    few = sum((tail.chance(count) for count in range(1, EXCEPTIONAL_AT)), NEVER)
    return {"dramatic_failure": dramatic, "failure": none - dramatic, "success": few, "exceptional": 1 - none - few}


CHANCE = Tail(1, 1, Fraction(1, SIDES), lambda count: Fraction(SIDES - 1, SIDES ** (count + 1)))
"""The odds of a chance die: each 10 is a success, and the die is re-rolled after it (S5)."""
CHANCE_ODDS = odds_of_tail(CHANCE, Fraction(1, SIDES - 1), result_odds(CHANCE, Fraction(1, SIDES)))


def chain(face: int, again: int, dice: Dice) -> tuple[int, ...]:
    """Return the face of a die and the faces of its re-rolls. The die is re-rolled as long as it shows `again` or more
    (S4)."""
    faces = [face]
    while faces[-1] >= again:
        faces += dice(1)
    return tuple(faces)


def chance_roll(dice: Dice) -> Verdict:
    """Roll a chance die: only a 10 succeeds and is rolled again (S5). A 1 on the first throw is a dramatic failure
    (S6)."""
    die = chain(dice(1)[0], 10, dice)
    worth = face_worth((die,), 10)
    if die[0] == 1:
        return Verdict((die,), (), 0, 1, 0, "dramatic_failure", "", (-1,), DRAMATIC)
    return verdict((die,), worth, 0, NO_WORDS if any(worth) else CHANCE_FAILED)


def face_worth(faces: tuple[tuple[int, ...], ...], least: int) -> tuple[int, ...]:
    """Return the value of each face, if faces from `least` on succeed."""
    return tuple([int(face >= least) for die in faces for face in die])


def verdict(faces: tuple[tuple[int, ...], ...], worth: tuple[int, ...], ones: int, why: Words = NO_WORDS) -> Verdict:
    """Return the verdict: 0 successes are a failure, 5 or more are exceptional (S8)."""
    successes = sum(worth)
    result: Result = "failure"
    if successes:
        result = "exceptional" if successes >= EXCEPTIONAL_AT else "success"
    return Verdict(faces, (), successes, ones, successes, result, "", worth, why)
