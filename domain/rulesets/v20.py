"""`v20`: the 20th-anniversary rules as played on a chat server, with its `?throw` roller."""

from collections.abc import Iterator, Sequence
from math import comb

from domain.rules.rule_types import Throw, TraitGroup, Word
from domain.rules.ruleset import TASK_SWITCHES, TURN_SWITCHES
from domain.rulesets import _contest_scripts, _ready_characters, _ready_fights
from domain.rulesets._classic import FREE_BOTCH, NEGATIVE_SUM_FIRST, PENALTY_APPLIED, RETRY, _Classic
from domain.rulesets._traits import ADVANTAGES, ATTRIBUTES, BLOOD, FROM_FIVE_ON, POOLS, POWERS, UNDEAD, WILLPOWER
from domain.rulesets._weapons import WEAPONS


class V20(_Classic):
    """A sum below zero is a botch (D5). With a specialty, every 10 that was not removed counts twice (D7)."""

    id = "v20"
    title = "20th anniversary"
    ready = _ready_characters.CLASSIC
    fight = _ready_fights.CLASSIC
    weapons = WEAPONS
    switches = (NEGATIVE_SUM_FIRST, FREE_BOTCH, RETRY, PENALTY_APPLIED, *TURN_SWITCHES, *TASK_SWITCHES)
    scripts = (_contest_scripts.CLASSIC,)
    splits = "subtract"
    stores = (WILLPOWER, BLOOD)
    powers = POWERS
    undead = UNDEAD
    pools = POOLS
    aliases = (("Unarmed", "Brawl"), ("Target", "Firearms"))
    specialties = True
    chooses_difficulty = True
    difficulties = (Word(3, "trivial: hardly worth a roll"), Word(4, "easy"), *FROM_FIVE_ON)
    traits = (
        *ATTRIBUTES,
        TraitGroup(
            "Talents",
            ("Alertness", "Athletics", "Awareness", "Brawl", "Dodge", "Empathy", "Expression", "Intimidation",
             "Leadership", "Streetwise", "Subterfuge"),
            kind="ability",
        ),
        TraitGroup(
            "Skills",
            ("Animal Ken", "Crafts", "Drive", "Etiquette", "Firearms", "Larceny", "Melee", "Performance", "Stealth",
             "Survival"),
            kind="ability",
        ),
        TraitGroup(
            "Knowledges",
            ("Academics", "Computer", "Finance", "Investigation", "Law", "Medicine", "Occult", "Politics", "Science",
             "Technology"),
            kind="ability",
        ),
        *ADVANTAGES,
    )  # fmt: skip

    def bonus(self, throw: Throw, surviving: Sequence[int]) -> int:
        """Return the bonus: each 10 that was not removed by a 1 adds a success. Ones remove the leftmost successes
        first, so the order of the dice matters (D7)."""
        return surviving.count(10)

    def bonuses(self, throw: Throw, surviving: int, faces: int) -> Iterator[tuple[int, int]]:
        """Yield the possible bonuses. Ones remove the leftmost successes, tens included, so a remaining
        success can show any face that succeeds (D7)."""
        if not throw.specialty:
            yield from super().bonuses(throw, surviving, faces)
            return
        for tens in range(surviving + 1):
            yield tens, comb(surviving, tens) * (faces - 1) ** (surviving - tens)

    def notation(self, throw: Throw) -> str:
        """Return the notation of the throw. With a specialty, the remaining tens are counted again ("k")."""
        return super().notation(throw) + ("+@k[=10]" if throw.specialty else "")
