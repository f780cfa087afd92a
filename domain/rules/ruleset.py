"""Rule sets: what differs between the games, behind one face. The core asks the rule set object, never its name.

A rule set is one file in `rulesets/` holding one subclass; it overrides only what differs.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec

from domain.core.command import Refusal
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
    Switch("initiative", ("scene", "turn"), "When initiative is rolled: once a scene, or anew every turn (I1)", True),
    Switch("declare", ("lowest-first", "any-order"), "Who declares first: the slowest, or whoever likes (I2)", True),
    Switch(
        "declarations", ("open", "hidden"), "What is declared is seen at once, or hidden until all are in (I2)", True
    ),
    Switch(
        "reactions",
        ("ask", "automatic"),
        "An attack waits for whoever may defend itself, or a declared defence meets it",
        True,
    ),
    Switch(
        "turns", ("storyteller", "automatic"), "Who begins the next turn: the Storyteller, or it begins by itself", True
    ),
)
"""What every rule set that plays in turns lets a chronicle choose. Public, and fixed for a scene."""

TASK_SWITCHES = (
    Switch(
        "extended-botch",
        ("restart", "fail", "continue"),
        "A botch in a longer task empties the botcher's tally, ends the task, or only wastes the roll (E1, E3)",
    ),
    Switch(
        "teamwork-botch", ("spoils", "ignored"), "Whether one botch spoils what others do together in that round (E4)"
    ),
    Switch(
        "teamwork-social",
        ("forbidden", "penalty"),
        "Several in a social task: not at all, or each loses a die for every other one (E4)",
    ),
)
"""What every rule set lets a chronicle choose about longer and opposed tasks."""


MORTAL_POOL = Number("mortal-pool", 10, "The most dice of traits that an ordinary mortal rolls (D3)", 1, 100)

METRES = Number("metres-a-turn", 10, "How many metres one moves in a turn besides anything else (F2)", 1, 100)
KILOGRAMS = Number(
    "kilograms-a-dot",
    0,
    "How many kilograms a dot of Strength carries with ease; 0: loads are not counted (F5)",
    0,
    100,
)
OPPONENTS = Number(
    "opponents", 0, "The most dice that several opponents cost in close combat; 0: they cost none (C23)", 0, 10
)
CLOSING = Number("closing", 0, "Dice that the shorter reach loses when it closes in; 0: none (C24)", 0, 5)

DOTS = ("abysmal", "poor", "average", "good", "exceptional", "outstanding")
"""D1's words for a trait's dots, from none on."""


def no_difficulty() -> Refusal:
    """What is said to a difficulty, or what would make one, where circumstances change the pool instead."""
    return Refusal("no-difficulty", "These rules have no difficulties to choose: give or take dice instead (D4, S4).")


class RuleSet:
    """Base of the rule sets. `switches` are a chronicle's choices; those not named have their default. What is no
    `ClassVar` is a table: the class has the rule set's own, and a chronicle's house rules may put another there (G0).
    """

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One line for whoever picks a rule set."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    traits: tuple[TraitGroup, ...] = ()
    """Attributes, abilities and advantages (D17)."""
    dots: tuple[str, ...] = DOTS
    """Words for a trait's dots, from none on; more dots than that have no word (D1)."""
    difficulties: tuple[Word, ...] = ()
    """Words for difficulties (D8)."""
    steps: tuple[Word, ...] = ()
    """Words for modifiers, from the worst to the best (S10)."""
    ratings: tuple[Word, ...] = ()
    """Circumstances and things that are rated: what each gives or takes (S10)."""
    stores: tuple[Store, ...] = (Store("Willpower"),)
    """The traits that have points beside their rating (D16)."""
    powers: tuple[Power, ...] = ()
    """The powers that a sheet may flag."""
    undead: ClassVar[frozenset[str]] = frozenset()
    """The traits, stores and powers that no mortal has, by name: none are offered to one."""
    weapons: tuple[Item, ...] = ()
    """Weapons and armour, to be taken onto a sheet."""
    aliases: tuple[tuple[str, str], ...] = ()
    """Traits that the manoeuvres name and these rules do not have, each with the one that is rolled for it."""
    pools: tuple[ManoeuvrePools, ...] = ()
    """The manoeuvres that roll other pools here than those that their own files name (M0)."""
    numbers: tuple[Number, ...] = (MORTAL_POOL, METRES, KILOGRAMS, OPPONENTS, CLOSING)
    """Numbers of the rules, as they are in force."""
    ready: ClassVar[tuple[Character, ...]] = ()
    """Characters to take and play."""
    fight: ClassVar[ReadyFight | None] = None
    """A fight to begin with."""
    initiative: ClassVar[tuple[str, str]] = ("Dexterity", "Wits")
    """The two traits of an initiative test (I1)."""
    splits: ClassVar[Split] = "none"
    scripts: ClassVar[tuple[Script, ...]] = ()
    """Contests that are ready to be begun (E3)."""
    turn_seconds: ClassVar[tuple[int, int]] = (3, 180)
    """The least and most seconds that a turn may take; it takes the least until somebody says otherwise (T1)."""
    soak: ClassVar[str] = "Stamina"
    """The trait that takes levels off damage (C29)."""
    change_cost: ClassVar[str] = "Willpower"
    """The store that pays for changing a declared action (I4)."""
    physical_traits: ClassVar[frozenset[str]] = frozenset(
        {"Athletics", "Brawl", "Dodge", "Firearms", "Melee", "Stealth", "Survival", "Target", "Unarmed", "Weaponry"}
    )
    """The skills that a load gets in the way of (F5); which these are is ours."""
    will_traits: ClassVar[frozenset[str]] = frozenset(
        {"Conscience", "Courage", "Humanity", "Ideals", "Morality", "Self-Control", "Willpower"}
    )
    """The traits that a test of will rolls (D14, X6); which these are is ours."""
    sight_traits: ClassVar[frozenset[str]] = frozenset(
        {"Alertness", "Archery", "Awareness", "Firearms", "Investigation", "Perception", "Target"}
    )
    """The traits that a character uses its eyes for (X7); which these are is ours."""
    health: tuple[Word, ...] = (
        Word(0, "Bruised"),
        Word(-1, "Hurt"),
        Word(-1, "Injured"),
        Word(-2, "Wounded"),
        Word(-2, "Mauled"),
        Word(-5, "Crippled"),
        Word(-5, "Incapacitated"),
    )
    """What each level of damage is called and takes from every pool; the last one cannot act (C29)."""

    results: ClassVar[tuple[Result, ...]] = ("success", "failure", "botch")
    """What a roll may come to."""
    chooses_difficulty: ClassVar[bool] = False
    """Whether a roll may be at a difficulty of its own, with a word for it or without (D4, D8, S1)."""
    willpower: ClassVar[bool] = False
    """Whether a point of Willpower may be spent on a roll: it buys a success, or dice (D11)."""
    willpower_dice: ClassVar[int] = 0
    """How many dice a point of Willpower gives, 0 where it buys a success instead (D11)."""
    specialties: ClassVar[bool] = False
    """Whether a specialty changes a roll (D7)."""
    specialty_dice: ClassVar[int] = 0
    """How many dice of a character's pool it is, where it is dice and does not change what they count (D7)."""
    automatic: ClassVar[bool] = False
    """Whether a large pool may take a success without a roll (D10)."""
    lists_bonuses: ClassVar[bool] = False
    """Whether players list what helps them (S3); else a bonus counts once the Storyteller agrees (G6)."""
    rerolls: ClassVar[bool] = False
    """Whether high faces are rolled again (S4)."""
    always: ClassVar[int] = 0
    """What a die must show under rules without a difficulty, 0 where no die succeeds by itself."""

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
        # House rules name only the manoeuvres that they change; the others roll what the rule set says.
        self._pools = {
            row.manoeuvre: tuple(tuple(pool.split(" + ")) for pool in row.pools)
            for row in (*type(self).pools, *self.pools)
        }

    def difficulty(self, asked: int = 0) -> int:
        """The difficulty of a roll for which `asked` was named, 0 for none (D18); where the rules know none 0, or what
        was asked for in spite of that, which `check` refuses."""
        return asked or 6

    def chosen_difficulty(self, difficulty: int) -> int:
        """A difficulty that was named a while ago, 0 where these rules have none to choose: their own may be another
        one by now (G0)."""
        return difficulty if self.chooses_difficulty else 0

    def trait(self, name: str) -> str:
        """The trait on the sheet that this one really is (a chronicle may alias one to another)."""
        return self.renamed.get(name, name)

    def place(self, trait: str) -> tuple[int, str]:
        """Where a trait stands on a sheet, and in which group; what the rules do not know comes last."""
        return self._places.get(trait, (len(self._places), "Also"))

    def roll_kind(self, traits: Sequence[str]) -> RollKind:
        """What a free roll of these traits is: a test of will where it rolls nothing else, else an action (D14, X6)."""
        return "will" if traits and all(self.trait(name) in self.will_traits for name in traits) else "action"

    @property
    def willpower_gives(self) -> str:
        """What a point of Willpower gives a roll, in words; "" where none may be spent (D11)."""
        if not self.willpower:
            return ""
        return f"+{self.willpower_dice} dice" if self.willpower_dice else "one success"

    def is_ability(self, name: str) -> bool:
        """Whether there is an ability of this name, its own or an alias's (D17)."""
        return self.kinds.get(name) == "ability"

    def number(self, name: str) -> int:
        """A number of the rules, as the chronicle has it (G0)."""
        return self._values[name]

    def pools_of(
        self, manoeuvre: str, usual: tuple[tuple[str, ...], ...], follows: tuple[str, ...] = ()
    ) -> tuple[tuple[str, ...], ...]:
        """The pools that a manoeuvre rolls under these rules; `usual` are those that its own file names (M0). `follows`
        names a manoeuvre for each of them: without a row of its own it rolls what these rules say for that one (C8,
        C13). A house rule from before the manoeuvre had as many pools does not count."""
        found = self._pools.get(manoeuvre, ())
        if len(found) == len(usual):
            return found
        followed = list(usual)
        for place, name in enumerate(follows):
            row = self._pools.get(name, ())
            if len(row) == follows.count(name):
                followed[place] = row[follows[:place].count(name)]
        return tuple(followed)

    def parts(self, traits: Sequence[Part]) -> tuple[Part, ...]:
        """How these traits, with their dots, make a pool: labels and dice (D1, D15, S2)."""
        return tuple(traits)

    def weapon_dice(self, item: Item) -> tuple[Part, ...]:
        """What a weapon gives to the pool of a roll that uses it (S3)."""
        return ()

    @property
    def rolls_damage(self) -> bool:
        """Whether the damage of an attack is rolled, and soaked with a roll (C1, C29); else the successes of the attack
        are its levels of damage (S3)."""
        return True

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        """Roll and judge, whatever `check` would say: a pool that something hidden emptied throws nothing. Re-rolls
        are drawn one by one after the pool's own dice, die by die."""
        raise NotImplementedError

    def compute_odds(self, throw: Throw) -> Odds:
        """How likely such a throw is to come to what, for one that `check` lets pass: exactly, never by trying. Raises
        `Refusal` where the rules do not say."""
        raise Refusal("no-odds", f"How likely a throw is, {self.title} does not say (D9).")

    def odds(self, throw: Throw) -> Odds:
        """`reckon`, and what it came to is kept for when it is asked for again."""
        return _cached_odds(self, throw)

    def judge(self, throw: Throw, faces: Faces) -> Verdict:
        """What a throw came to that fell like this: the chain of each die. Raises `Refusal` for dice that no such throw
        gives."""
        left = [die[0] for die in faces] + [face for die in faces for face in die[1:]]

        def next_ones(count: int) -> tuple[int, ...]:
            taken = tuple(left[:count])
            del left[:count]
            if len(taken) < count:
                raise Refusal("faces", "These are too few faces for such a roll.")
            return taken

        verdict = self.throw(throw, next_ones)
        if left or verdict.faces != faces:
            raise Refusal("faces", "Such a roll does not show these faces.")
        return verdict

    def explain_dice(self, throw: Throw, faces: Faces) -> tuple[str, ...]:
        """What each die of a throw did, in words, die by die. Raises `Refusal` as `judged` does."""
        verdict = self.judge(throw, faces)
        return tuple(
            f"{', then '.join(map(str, die))}: {self.describe_die(throw, verdict, n)}" for n, die in enumerate(faces)
        )

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> str:
        """What the die in this place of a throw did, in a few words."""
        start = sum(map(len, verdict.faces[:place]))
        worth = sum(verdict.worth[start : start + len(verdict.faces[place])])
        return f"counts {worth}" if worth else "counts nothing"

    def is_chance(self, throw: Throw) -> bool:
        """Whether such a throw is a chance roll (S5)."""
        return False

    def notation(self, throw: Throw) -> str:
        """Such a throw as the text roller writes it: dice, what counts (c), what takes away (W1)."""
        return f"{throw.pool}d10"

    def check(self, throw: Throw) -> None:
        """Raises `Refusal` where such a throw may not be made at all (D8, D19)."""
        raise NotImplementedError

    def check_traits(self, traits: Sequence[str], *, called: bool = False) -> None:
        """Whether these traits may make a pool (D2); `called`: the Storyteller asks for it. Raises `Refusal`."""
        raise NotImplementedError

    def check_permitted(self, traits: Sequence[Part], *, called: bool = False) -> None:
        """Whether a character with these dots may try it at all (S2); `called`: the Storyteller asks for it. Raises
        `Refusal`."""

    def degree(self, successes: int) -> str:
        """The word for so many successes, "" where the rules have none (D6, S8)."""
        return ""

    def success_result(self, successes: int) -> Result:
        """What a roll that has so many successes, one or more, came to (S8)."""
        return "success"

    def retry_cost(self, failures: int) -> Retry:
        """What the next try costs after so many failures, if it costs anything at all (D13)."""
        return Retry()

    @property
    def retry_penalty(self) -> str:
        """Whether that is applied, offered to the Storyteller each time, or off (D13)."""
        return self.choices.get("retry-penalty", "off")

    def rating(self, circumstance: str) -> int:
        """What a circumstance of this name is rated at, 0 for one that is not (S10)."""
        return next((word.value for word in self.ratings if word.label == circumstance), 0)

    def order_parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts of a pool in the order in which the rules count them (S1)."""
        return parts

    def check_modifiers(self, modifiers: Sequence[int], *, tells: bool = True) -> None:
        """Whether these may be added to a pool, each by itself (S3); `tells`: the Storyteller says so. Raises
        `Refusal`."""


@lru_cache(maxsize=1024)
def _cached_odds(rules: RuleSet, throw: Throw) -> Odds:
    return rules.compute_odds(throw)
