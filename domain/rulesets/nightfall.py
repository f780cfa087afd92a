"""`nightfall`: a game with house rules, for turn-by-turn combat with the classic dice."""

from collections.abc import Mapping, Sequence

import msgspec

from domain.rules.house_rules import HouseRules
from domain.rules.rule_types import Number, Retry, Switch, TraitGroup
from domain.rules.ruleset import (
    CLOSING,
    KILOGRAMS,
    METRES,
    MORTAL_POOL,
    OPPONENTS,
    TASK_SWITCHES,
    TURN_SWITCHES,
    no_difficulty,
)
from domain.rulesets import _contest_scripts, _ready_characters, _ready_fights
from domain.rulesets._classic import FREE_BOTCH, PENALTY_APPLIED, RULE_OF_ONE_FIRST, _Classic
from domain.rulesets._traits import BLOOD, BLOOD_A_TURN, FATE, POWERS, UNDEAD, WILLPOWER
from domain.rulesets._weapons import WEAPONS

SHARES = Number("shares", 3, "M2", 1, 20)
"""The most shares of a turn's dice for shots at one target. Only fanning the hammer may exceed it (C17)."""


class Nightfall(_Classic):
    """All rolls have the same difficulty, and circumstances change the pool. Several actions share a pool (M2)."""

    id = "nightfall"
    title = "Nightfall"
    ready = _ready_characters.NIGHTFALL
    fight = _ready_fights.NIGHTFALL
    scripts = (_contest_scripts.NIGHTFALL,)
    weapons = WEAPONS
    switches = (
        RULE_OF_ONE_FIRST,
        FREE_BOTCH,
        PENALTY_APPLIED,
        Switch("difficulty", ("6", "5", "7", "8"), "D8"),
        *TURN_SWITCHES,
        *TASK_SWITCHES,
        Switch("called-shots", ("one", "mixed"), "C3"),
        Switch("extra-successes", ("ignore", "add"), "C1"),
        Switch("unarmed", ("Unarmed", "Brawl"), "D17"),
        Switch("shooting", ("Target", "Firearms"), "D17"),
    )
    willpower = False
    initiative = ("Intuition", "Dexterity")
    splits = "share"
    turn_seconds = (3, 3)
    soak = "Endurance"
    change_cost = "Fate"
    stores = (WILLPOWER, FATE, BLOOD)
    powers = POWERS
    undead = UNDEAD
    numbers = (
        MORTAL_POOL,
        SHARES,
        METRES,
        msgspec.structs.replace(KILOGRAMS, value=10),
        msgspec.structs.replace(OPPONENTS, value=4),
        msgspec.structs.replace(CLOSING, value=1),
    )
    traits = (
        TraitGroup("Physical", ("Strength", "Dexterity", "Endurance"), kind="attribute"),
        TraitGroup("Social", ("Charisma", "Manipulation", "Appearance"), kind="attribute"),
        TraitGroup("Mental", ("Intelligence", "Intuition", "Perception"), kind="attribute"),
        TraitGroup(
            "Combat",
            ("Athletics", "Brawl", "Dodge", "Firearms", "Initiative", "Melee", "Target", "Unarmed"),
            kind="ability",
        ),
        TraitGroup(
            "Abilities",
            ("Alertness", "Drive", "Empathy", "Expression", "Intimidation", "Investigation", "Medicine", "Occult",
             "Persuasion", "Stealth", "Streetwise", "Subterfuge", "Survival"),
            kind="ability",
        ),
        TraitGroup("Powers", ("Celerity", "Fortitude")),
        BLOOD_A_TURN,
        TraitGroup("Scales", ("Fate", "Ideals", "Willpower"), 10, "alone"),
    )  # fmt: skip

    def __init__(self, choices: Mapping[str, str] | None = None, house: HouseRules | None = None) -> None:
        super().__init__(choices, house)
        self.one_difficulty = int(self.choices["difficulty"])
        self.renamed = {"Unarmed": self.choices["unarmed"], "Target": self.choices["shooting"]} | self.renamed

    def difficulty(self, asked: int = 0) -> int:
        return asked or self.one_difficulty

    def retry_cost(self, failures: int) -> Retry:
        """Return the cost of a further try: each failure removes a die, because the difficulty cannot change (D13)."""
        return Retry(dice=failures)

    def check_difficulty(self, difficulty: int) -> None:
        if difficulty != self.one_difficulty:
            raise no_difficulty()

    def may_pair(self, traits: Sequence[str]) -> bool:
        """True for Dexterity and Wits: they are rolled for initiative, and to change or abort an action (I1, I4,
        I5)."""
        return set(traits) == set(self.initiative)
