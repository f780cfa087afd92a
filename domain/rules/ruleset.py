"""Rule sets: the base class of all games. The features ask the rule set object and never branch on a game's name.

Each file in `rulesets/` has one subclass, which overrides only the differences. The value types are in
`domain/rules/rule_types.py`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec

from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, Words, phrase
from domain.rules.character_file import Character
from domain.rules.equipment import Item
from domain.rules.house_rules import HouseRules
from domain.rules.odds import Odds
from domain.rules.rule_types import (
    Dice,
    Faces,
    ManoeuvrePools,
    Number,
    Part,
    Power,
    ReadyFight,
    Result,
    Retry,
    RollKind,
    Split,
    Store,
    Switch,
    Throw,
    TraitGroup,
    TraitKind,
    Verdict,
    Word,
)
from domain.rules.task_terms import Script

TURN_SWITCHES = (
    Switch("initiative", ("scene", "turn"), "I1", True),
    Switch("declare", ("lowest-first", "any-order"), "I2", True),
    Switch("declarations", ("open", "hidden"), "I2", True),
    Switch("reactions", ("ask", "automatic"), "C21", True),
    Switch("turns", ("storyteller", "automatic"), "T1", True),
)
"""The switches of every rule set with turns. They are public, and fixed for a scene."""

TASK_SWITCHES = (
    Switch("extended-botch", ("restart", "fail", "continue"), "E1"),
    Switch("teamwork-botch", ("spoils", "ignored"), "E4"),
    Switch("teamwork-social", ("forbidden", "penalty"), "E4"),
)
"""The switches of every rule set for longer and opposed tasks."""


MORTAL_POOL = Number("mortal-pool", 10, "D3", 1, 100)
METRES = Number("metres-a-turn", 10, "F2", 1, 100)
KILOGRAMS = Number("kilograms-a-dot", 0, "F5", 0, 100)
"""The kilograms that a character carries without a penalty for each dot of Strength. 0: loads do not count."""
OPPONENTS = Number("opponents", 0, "C23", 0, 10)
"""The most dice that a character loses because it has several opponents. 0: it loses none."""
CLOSING = Number("closing", 0, "C24", 0, 5)

DOTS = ("abysmal", "poor", "average", "good", "exceptional", "outstanding")
"""The words for the dots of a trait; the first is for 0 dots (D1)."""


def no_difficulty() -> Refusal:
    """Return the refusal of a command that sets a difficulty, for rules in which circumstances change the pool, and not
    the difficulty."""
    return Refusal("no-difficulty", rule="D4")


class RuleSet:
    """Base of the rule sets. `switches` are the chronicle's options; a switch that is not set has its default. Every
    attribute that is not a `ClassVar` is a table, and the chronicle's house rules may replace it (G0)."""

    id: ClassVar[str]
    title: ClassVar[str]
    """The stored name of the rule set. The message `term-...` of this name is its text, and the message
    `about-ruleset-ID` is a line about it."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    traits: tuple[TraitGroup, ...] = ()
    """Attributes, abilities and advantages (D17)."""
    dots: tuple[str, ...] = DOTS
    """The words for the dots of a trait; the first is for 0 dots. A rating above the last word has no word (D1)."""
    difficulties: tuple[Word, ...] = ()
    """Words for difficulties (D8)."""
    steps: tuple[Word, ...] = ()
    """Words for modifiers, from the worst to the best (S10)."""
    ratings: tuple[Word, ...] = ()
    """Circumstances and things with the modifier that each gives (S10)."""
    stores: tuple[Store, ...] = (Store("Willpower"),)
    """The traits that have points beside their rating (D16)."""
    powers: tuple[Power, ...] = ()
    """The powers that a character may have. A sheet stores them as flags."""
    undead: ClassVar[frozenset[str]] = frozenset()
    """Names of the traits, stores and powers that mortals never have. They are not offered to mortals."""
    weapons: tuple[Item, ...] = ()
    """Weapons and armour that a player can add to a sheet."""
    aliases: tuple[tuple[str, str], ...] = ()
    """Further names for traits. If a manoeuvre names a trait that these rules lack, the trait beside it here is rolled
    instead."""
    pools: tuple[ManoeuvrePools, ...] = ()
    """The manoeuvres whose pools differ from the pools in their own files (M0)."""
    numbers: tuple[Number, ...] = (MORTAL_POOL, METRES, KILOGRAMS, OPPONENTS, CLOSING)
    """The numbers of the rules that are in force."""
    ready: ClassVar[tuple[Character, ...]] = ()
    """Characters that are ready to play."""
    fight: ClassVar[ReadyFight | None] = None
    """A fight that is ready to play."""
    initiative: ClassVar[tuple[str, str]] = ("Dexterity", "Wits")
    """The two traits of an initiative test (I1)."""
    splits: ClassVar[Split] = "none"
    scripts: ClassVar[tuple[Script, ...]] = ()
    """Contests that are ready to begin (E3)."""
    turn_seconds: ClassVar[tuple[int, int]] = (3, 180)
    """The least and the greatest length of a turn, in seconds. The default is the least (T1)."""
    soak: ClassVar[str] = "Stamina"
    """The trait that reduces damage (C29)."""
    change_cost: ClassVar[str] = "Willpower"
    """The store that pays for changing a declared action (I4)."""
    physical_traits: ClassVar[frozenset[str]] = frozenset(
        {"Athletics", "Brawl", "Dodge", "Firearms", "Melee", "Stealth", "Survival", "Target", "Unarmed", "Weaponry"}
    )
    """The skills that a load hinders (F5); the list is ours."""
    will_traits: ClassVar[frozenset[str]] = frozenset(
        {"Conscience", "Courage", "Humanity", "Ideals", "Morality", "Self-Control", "Willpower"}
    )
    """The traits that a test of will rolls (D14, X6); the list is ours."""
    sight_traits: ClassVar[frozenset[str]] = frozenset(
        {"Alertness", "Archery", "Awareness", "Firearms", "Investigation", "Perception", "Target"}
    )
    """The traits that need sight (X7); the list is ours."""
    health: tuple[Word, ...] = (
        Word(0, "Bruised"),
        Word(-1, "Hurt"),
        Word(-1, "Injured"),
        Word(-2, "Wounded"),
        Word(-2, "Mauled"),
        Word(-5, "Crippled"),
        Word(-5, "Incapacitated"),
    )
    """For each level of damage: its name, and the dice that it removes from every pool. At the last level a character
    cannot act (C29)."""

    results: ClassVar[tuple[Result, ...]] = ("success", "failure", "botch")
    """The possible results of a roll."""
    chooses_difficulty: ClassVar[bool] = False
    """True if a roll may have its own difficulty, with or without a word for it (D4, D8, S1)."""
    willpower: ClassVar[bool] = False
    """True if a player may spend a point of Willpower on a roll, for a success or for dice (D11)."""
    willpower_dice: ClassVar[int] = 0
    """The dice that a point of Willpower gives, 0 if it gives a success instead (D11)."""
    specialties: ClassVar[bool] = False
    """True if a specialty changes a roll (D7)."""
    specialty_dice: ClassVar[int] = 0
    """The dice that a specialty adds, 0 if it changes the value of faces instead (D7)."""
    automatic: ClassVar[bool] = False
    """True if a large pool may take a success without a roll (D10)."""
    lists_bonuses: ClassVar[bool] = False
    """True if players list their own bonuses (S3). If False, a bonus counts only if the Storyteller agrees (G6)."""
    rerolls: ClassVar[bool] = False
    """True if high faces are rolled again (S4)."""
    always: ClassVar[int] = 0
    """The lowest face that succeeds, in rules in which it is always the same; 0 in rules with difficulties."""

    def __init__(self, choices: Mapping[str, str] | None = None, house: HouseRules | None = None) -> None:
        self.choices = {s.name: s.choices[0] for s in self.switches} | dict(choices or {})
        for table, own in house.tables() if house is not None else ():
            setattr(self, table, own)
        self.renamed = dict(self.aliases)
        self.kinds: dict[str, TraitKind] = {t: g.kind for g in self.traits for t in g.traits}
        self.kinds = {a: self.kinds[t] for a, t in self.aliases if t in self.kinds} | self.kinds
        set_here = dict(house.numbers) if house is not None else {}
        named = [(trait, group.name) for group in self.traits for trait in group.traits]
        self._places = {trait: (place, group) for place, (trait, group) in enumerate(named)}
        self.numbers = tuple(msgspec.structs.replace(n, value=set_here.get(n.name, n.value)) for n in self.numbers)
        self._values = {n.name: n.value for n in self.numbers}
        # House rules list only the manoeuvres whose pools they change, so the rule set's own rows come first.
        self._pools = {
            row.manoeuvre: tuple(tuple(pool.split(" + ")) for pool in row.pools)
            for row in (*type(self).pools, *self.pools)
        }

    def difficulty(self, asked: int = 0) -> int:
        """Return the difficulty of a roll. `asked`: the difficulty that a person chose for it, 0 if nobody chose one
        (D18). In rules without difficulties the result is 0, unless a difficulty was asked for: then the result is that
        difficulty, and `check` refuses it."""
        return asked or 6

    def chosen_difficulty(self, difficulty: int) -> int:
        """Return a difficulty that was chosen earlier, or 0 if a difficulty cannot be chosen under these rules. The
        house rules may have changed since it was chosen (G0)."""
        return difficulty if self.chooses_difficulty else 0

    def trait(self, name: str) -> str:
        """Return the trait that is rolled under this name: the trait itself or, for an alias, the trait that it stands
        for."""
        return self.renamed.get(name, name)

    def place(self, trait: str) -> tuple[int, str]:
        """Return a trait's position on a sheet and the name of its group. Unknown traits come last."""
        return self._places.get(trait, (len(self._places), "Also"))

    def roll_kind(self, traits: Sequence[str]) -> RollKind:
        """Return the kind of a free roll: `will` if it rolls only traits of will, else `action` (D14, X6)."""
        return "will" if traits and all(self.trait(name) in self.will_traits for name in traits) else "action"

    def health_levels(self, count: int) -> tuple[Word, ...]:
        """Return the health levels of a character that has `count` of them (C29).

        Each level weighs as much as the level of `health` at the same share of the table, rounded up, and only the last
        one is the last of `health`. So 3 levels cost 1 die, 2 dice and the fight; 10 levels cost 0, 1, 1, 1, 2, 2, 2, 5
        and 5 dice and the fight. The reason: a wound penalty says how near a character is to the last level. Without
        the light levels, a weak opponent would lose 2 or 5 dice with the first wound; without the heavy ones it would
        never get weaker. One way serves every rule set and every house table, because all of them use the table of
        C29 for characters of each size."""
        *before, last = self.health
        if not before:
            before = [RuleSet.health[0]]
        shares = (-(-place * len(self.health) // count) for place in range(1, count))
        return (*(before[min(share, len(before)) - 1] for share in shares), last)

    @property
    def willpower_gives(self) -> Words:
        """The gain from a point of Willpower on a roll; no words if these rules do not allow it (D11)."""
        if not self.willpower:
            return NO_WORDS
        dice = self.willpower_dice
        return phrase("willpower-gives-dice", dice=dice) if dice else phrase("willpower-gives-success")

    def is_ability(self, name: str) -> bool:
        """True if this is the name or an alias of an ability (D17)."""
        return self.kinds.get(name) == "ability"

    def number(self, name: str) -> int:
        """Return a number of the rules, as the chronicle has set it (G0)."""
        return self._values[name]

    def pools_of(
        self, manoeuvre: str, usual: tuple[tuple[str, ...], ...], follows: tuple[str, ...] = ()
    ) -> tuple[tuple[str, ...], ...]:
        """Return the pools that a manoeuvre rolls under these rules (M0).

        `usual` are the pools in the manoeuvre's own file. `follows` names another manoeuvre for each of these pools: if
        these rules have no row for this manoeuvre, the pool of the other manoeuvre is rolled (C8, C13). A row with the
        wrong number of pools is ignored: it is a house rule from an older version of the manoeuvre.
        """
        found = self._pools.get(manoeuvre, ())
        if len(found) == len(usual):
            return found
        if not follows:
            return usual
        followed = list(usual)
        for place, name in enumerate(follows):
            row = self._pools.get(name, ())
            if len(row) == follows.count(name):
                followed[place] = row[follows[:place].count(name)]
        return tuple(followed)

    def parts(self, traits: Sequence[tuple[str, int]]) -> tuple[Part, ...]:
        """Return the parts of a pool of traits with their dots: labels and dice (D1, D15, S2)."""
        return tuple(traits)

    def weapon_dice(self, item: Item) -> tuple[Part, ...]:
        """Return the dice that a weapon gives to a roll that uses it (S3)."""
        return ()

    @property
    def rolls_damage(self) -> bool:
        """True if the damage of an attack is rolled and then soaked (C1, C29). If False, the successes of the attack
        are its levels of damage (S3)."""
        return True

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        """Roll the dice and judge the result. No throw is refused here, as `check` would do: a hidden modifier may
        leave a pool without dice. Re-rolls are drawn after the pool's own dice, die after die."""
        raise NotImplementedError

    def compute_odds(self, throw: Throw) -> Odds:
        """Compute the exact odds of a throw that `check` allows. Raise `Refusal` if the rule set computes no odds."""
        raise Refusal("no-odds", rule="D9")

    def odds(self, throw: Throw) -> Odds:
        """Return the result of `compute_odds`, which is stored for later calls."""
        return _cached_odds(self, throw)

    def judge(self, throw: Throw, faces: Faces) -> Verdict:
        """Judge a throw by the faces that it showed. Raise `Refusal` if the throw cannot show them."""
        left = [die[0] for die in faces] + [face for die in faces for face in die[1:]]

        def next_ones(count: int) -> tuple[int, ...]:
            taken = tuple(left[:count])
            del left[:count]
            if len(taken) < count:
                raise Refusal("faces-too-few")
            return taken

        verdict = self.throw(throw, next_ones)
        if left or verdict.faces != faces:
            raise Refusal("faces-impossible")
        return verdict

    def explain_dice(self, throw: Throw, faces: Faces) -> tuple[Words, ...]:
        """Return a few words about each die of a throw. Raise `Refusal` like `judge`."""
        verdict = self.judge(throw, faces)
        return tuple(
            phrase("die-line", die=one_after_the_other(die), what=self.describe_die(throw, verdict, place))
            for place, die in enumerate(faces)
        )

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> Words:
        """Return a few words about the die with this index in a throw."""
        start = sum(map(len, verdict.faces[:place]))
        worth = sum(verdict.worth[start : start + len(verdict.faces[place])])
        return phrase("die-counts", n=worth) if worth else phrase("die-counts-nothing")

    def is_chance(self, throw: Throw) -> bool:
        """True if this throw is a chance roll (S5)."""
        return False

    def notation(self, throw: Throw) -> str:
        """Return the throw in the notation of typed throws: the dice, what counts as a success (c), and what removes
        one (W1)."""
        return f"{throw.pool}d10"

    def check(self, throw: Throw) -> None:
        """Raise `Refusal` if this throw is not allowed at all (D8, D19)."""
        raise NotImplementedError

    def check_traits(self, traits: Sequence[str], *, called: bool = False) -> None:
        """Raise `Refusal` if these traits may not be rolled together (D2). `called`: the Storyteller asks for the
        roll."""
        raise NotImplementedError

    def check_permitted(self, traits: Sequence[tuple[str, int]], *, called: bool = False) -> None:
        """Raise `Refusal` if a character with these dots may not make the roll at all (S2). `called`: the Storyteller
        asks for the roll."""

    def degree(self, successes: int) -> str:
        """Return the word for this number of successes, "" if the rules have none (D6, S8)."""
        return ""

    def success_result(self, successes: int) -> Result:
        """Return the result of a roll with this number of successes, which is at least 1 (S8)."""
        return "success"

    def retry_cost(self, failures: int) -> Retry:
        """Return the cost of a further try after this number of failures (D13)."""
        return Retry()

    @property
    def retry_penalty(self) -> str:
        """The way in which the retry penalty is applied: always, only if the Storyteller says so, or never (D13)."""
        return self.choices.get("retry-penalty", "off")

    def rating(self, circumstance: str) -> int:
        """Return the rating of a circumstance, 0 for a name without a rating (S10)."""
        return next((word.value for word in self.ratings if word.label == circumstance), 0)

    def order_parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Return the parts of a pool in the order in which the rules count them (S1)."""
        return parts

    def check_modifiers(self, modifiers: Sequence[int], *, by_storyteller: bool = True) -> None:
        """Raise `Refusal` if a modifier may not be added to a pool (S3). `by_storyteller`: True if the Storyteller sets
        the modifiers."""


def one_after_the_other(die: tuple[int, ...]) -> int | Words:
    """Return the faces of a die, and of its re-rolls, in words."""
    so_far: int | Words = die[0]
    for face in die[1:]:
        so_far = phrase("die-again", before=so_far, face=face)
    return so_far


@lru_cache(maxsize=1024)
def _cached_odds(rules: RuleSet, throw: Throw) -> Odds:
    return rules.compute_odds(throw)
