"""Ready fights: one for each rule set, with opponents for two or three ready characters."""

from typing import Final

from domain.core.words import phrase
from domain.rules.rule_types import ReadyFight
from domain.rulesets._ready_characters import character

NAME: Final = "The loading bay"
TEXT: Final = phrase("opening-loading-bay")
HIDDEN: Final = ("Nils",)
"""The hidden opponent of each fight, a lookout. The Storyteller reveals him when the fight starts, or when the players
look for him (X4)."""

CLASSIC: Final = ReadyFight(
    NAME,
    TEXT,
    (
        character(
            "Brandt",
            "a foreman with a length of chain",
            "Strength 3, Dexterity 2, Stamina 3, Charisma 2, Manipulation 2, Appearance 2, Perception 2, "
            "Intelligence 2, Wits 2, Athletics 2, Brawl 3, Dodge 2, Intimidation 2, Melee 3, Willpower 4",
            "Willpower 4",
            items="chain, leather jacket",
        ),
        character(
            "Nils",
            "a lookout, quicker than he is brave",
            "Strength 2, Dexterity 3, Stamina 2, Charisma 2, Manipulation 2, Appearance 2, Perception 3, "
            "Intelligence 2, Wits 3, Alertness 3, Athletics 3, Brawl 1, Dodge 3, Firearms 2, Stealth 2, Willpower 3",
            "Willpower 3",
            items="revolver",
        ),
        character(
            "Mother Agate",
            "who pays them, and has not eaten",
            "Strength 3, Dexterity 3, Stamina 3, Charisma 2, Manipulation 4, Appearance 2, Perception 3, "
            "Intelligence 3, Wits 3, Brawl 3, Intimidation 3, Occult 2, Fortitude 1, Blood a turn 1, Willpower 6",
            "Willpower 6, Blood 8",
            kind="vampire",
            flags=("fangs", "claws-lethal"),
        ),
    ),
    HIDDEN,
)

STORYTELLING: Final = ReadyFight(
    NAME,
    TEXT,
    (
        character(
            "Brandt",
            "a foreman with a length of chain",
            "Intelligence 2, Wits 2, Resolve 2, Strength 3, Dexterity 2, Stamina 3, Presence 2, Manipulation 2, "
            "Composure 2, Athletics 2, Brawl 3, Weaponry 3, Intimidation 2, Willpower 4",
            "Willpower 4",
            items="chain, leather jacket",
        ),
        character(
            "Nils",
            "a lookout, quicker than he is brave",
            "Intelligence 2, Wits 3, Resolve 2, Strength 2, Dexterity 3, Stamina 2, Presence 2, Manipulation 2, "
            "Composure 2, Athletics 3, Brawl 1, Firearms 2, Stealth 2, Willpower 4",
            "Willpower 4",
            items="revolver",
        ),
        character(
            "Mother Agate",
            "who pays them, and knows what waits upstairs",
            "Intelligence 3, Wits 3, Resolve 4, Strength 2, Dexterity 3, Stamina 2, Presence 4, Manipulation 4, "
            "Composure 3, Occult 3, Athletics 1, Brawl 2, Weaponry 2, Intimidation 3, Persuasion 3, Willpower 7",
            "Willpower 7",
            items="knife",
        ),
    ),
    HIDDEN,
)

NIGHTFALL: Final = ReadyFight(
    NAME,
    TEXT,
    (
        character(
            "Brandt",
            "a foreman with a length of chain",
            "Strength 3, Dexterity 3, Endurance 3, Charisma 2, Manipulation 2, Appearance 2, Intelligence 2, "
            "Intuition 2, Perception 2, Athletics 2, Brawl 3, Dodge 2, Melee 3, Unarmed 3, Intimidation 2, Ideals 4, "
            "Willpower 4, Fate 1",
            "Willpower 4, Fate 1",
            items="chain, leather jacket",
        ),
        character(
            "Nils",
            "a lookout, quicker than he is brave",
            "Strength 2, Dexterity 4, Endurance 2, Charisma 2, Manipulation 2, Appearance 2, Intelligence 2, "
            "Intuition 3, Perception 3, Athletics 3, Brawl 1, Dodge 3, Initiative 1, Target 3, Unarmed 2, Alertness 3, "
            "Stealth 2, Ideals 3, Willpower 3, Fate 1",
            "Willpower 3, Fate 1",
            items="revolver",
        ),
        character(
            "Mother Agate",
            "who pays them, and has not eaten",
            "Strength 4, Dexterity 3, Endurance 3, Charisma 2, Manipulation 4, Appearance 2, Intelligence 3, "
            "Intuition 3, Perception 3, Athletics 2, Brawl 4, Dodge 2, Unarmed 3, Intimidation 3, Celerity 1, "
            "Fortitude 1, Blood a turn 1, Ideals 4, Willpower 6, Fate 2",
            "Willpower 6, Fate 2, Blood 8",
            kind="vampire",
            flags=("fangs", "claws-lethal"),
        ),
    ),
    HIDDEN,
)
