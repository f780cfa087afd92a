"""`revised`: classic World of Darkness, Revised edition."""

from domain.rules.rule_types import TraitGroup, Word
from domain.rulesets import _contest_scripts, _ready_characters, _ready_fights
from domain.rulesets._classic import _Classic
from domain.rulesets._traits import ADVANTAGES, ATTRIBUTES, BLOOD, FROM_FIVE_ON, POOLS, POWERS, UNDEAD, WILLPOWER
from domain.rulesets._weapons import WEAPONS


class Revised(_Classic):
    """Ones cancel successes. A botch needs a 1 and no success (D4, D5)."""

    id = "revised"
    title = "Classic, Revised edition"
    ready = _ready_characters.CLASSIC
    fight = _ready_fights.CLASSIC
    scripts = (_contest_scripts.CLASSIC,)
    weapons = WEAPONS
    automatic = True
    splits = "subtract"
    stores = (WILLPOWER, BLOOD)
    powers = POWERS
    undead = UNDEAD
    pools = POOLS
    aliases = (("Unarmed", "Brawl"), ("Target", "Firearms"))
    chooses_difficulty = True
    difficulties = (Word(2, "hardly worth a roll"), Word(3, "easy"), Word(4, "routine"), *FROM_FIVE_ON)
    traits = (
        *ATTRIBUTES,
        TraitGroup(
            "Talents",
            ("Alertness", "Athletics", "Brawl", "Dodge", "Empathy", "Expression", "Intimidation", "Leadership",
             "Streetwise", "Subterfuge"),
            kind="ability",
        ),
        TraitGroup(
            "Skills",
            ("Animal Ken", "Crafts", "Drive", "Etiquette", "Firearms", "Melee", "Performance", "Security", "Stealth",
             "Survival"),
            kind="ability",
        ),
        TraitGroup(
            "Knowledges",
            ("Academics", "Computer", "Finance", "Investigation", "Law", "Linguistics", "Medicine", "Occult",
             "Politics", "Science"),
            kind="ability",
        ),
        *ADVANTAGES,
    )  # fmt: skip
