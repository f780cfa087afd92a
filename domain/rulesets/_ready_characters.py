"""Ready characters: three for each rule set. A player can take one and play at once."""

from typing import Final

from domain.rules.character_file import Character, CharacterKind, ListedItem
from domain.rulesets._weapons import carried


def dots(text: str) -> tuple[tuple[str, int], ...]:
    """Return the traits and their dots that a text lists, such as "Strength 3, Self-Control 2"."""
    words = (item.rsplit(" ", 1) for item in text.split(", "))
    return tuple((name, int(dots)) for name, dots in words)


def character(
    name: str,
    concept: str,
    traits: str,
    pools: str,
    *specialties: str,
    kind: CharacterKind = "mortal",
    items: str = "",
    flags: tuple[str, ...] = (),
) -> Character:
    """Return a character with full stores of points."""
    full = tuple((store, rating, rating) for store, rating in dots(pools))
    listed = tuple(ListedItem.of(item) for item in carried(items))
    return Character(name, concept, kind, dots(traits), specialties, full, listed, flags)


NURSE, COLLECTOR, CURATOR = (
    ("Ilse Marten", "a night nurse who has seen too much"),
    ("Corvin Hale", "a debt collector with a long shadow"),
    ("Teodora Vance", "a museum curator who deals in other people's secrets"),
)

CLASSIC: Final = (
    character(
        *NURSE,
        "Strength 2, Dexterity 3, Stamina 3, Charisma 3, Manipulation 2, Appearance 2, Perception 4, Intelligence 3, "
        "Wits 3, Alertness 3, Athletics 1, Brawl 1, Dodge 1, Empathy 3, Streetwise 2, Subterfuge 1, Drive 2, "
        "Stealth 2, Investigation 2, Medicine 4, Occult 1, Conscience 4, Self-Control 3, Courage 3, Willpower 6, "
        "Humanity 8",
        "Willpower 6",
        "Medicine: wounds",
        items="knife",
    ),
    character(
        *COLLECTOR,
        "Strength 4, Dexterity 3, Stamina 3, Charisma 2, Manipulation 3, Appearance 2, Perception 3, Intelligence 2, "
        "Wits 3, Alertness 2, Athletics 3, Brawl 4, Dodge 3, Intimidation 3, Streetwise 3, Drive 2, Firearms 1, "
        "Melee 2, Stealth 2, Investigation 1, Law 1, Potence 1, Fortitude 1, Blood a turn 1, Conscience 2, "
        "Self-Control 3, Courage 4, Willpower 5, Humanity 6",
        "Willpower 5, Blood 10",
        "Brawl: grappling",
        kind="vampire",
        items="brass knuckles, leather jacket",
        flags=("fangs",),
    ),
    character(
        *CURATOR,
        "Strength 2, Dexterity 2, Stamina 2, Charisma 3, Manipulation 4, Appearance 3, Perception 3, Intelligence 4, "
        "Wits 3, Alertness 2, Empathy 2, Expression 2, Subterfuge 4, Etiquette 3, Firearms 2, Stealth 2, Academics 4, "
        "Investigation 3, Law 2, Occult 3, Conscience 3, Self-Control 4, Courage 3, Willpower 7, Humanity 7",
        "Willpower 7",
        "Occult: relics",
        items="pistol",
    ),
)

STORYTELLING: Final = (
    character(
        *NURSE,
        "Intelligence 3, Wits 3, Resolve 2, Strength 2, Dexterity 3, Stamina 2, Presence 2, Manipulation 2, "
        "Composure 3, Investigation 2, Medicine 4, Occult 1, Athletics 1, Brawl 1, Drive 2, Stealth 2, Empathy 3, "
        "Persuasion 1, Streetwise 2, Willpower 5, Morality 7",
        "Willpower 5",
        "Medicine: wounds",
        items="knife",
    ),
    character(
        *COLLECTOR,
        "Intelligence 2, Wits 3, Resolve 3, Strength 4, Dexterity 3, Stamina 3, Presence 3, Manipulation 2, "
        "Composure 2, Investigation 1, Athletics 3, Brawl 4, Drive 2, Larceny 2, Stealth 2, Weaponry 2, "
        "Intimidation 3, Streetwise 3, Subterfuge 1, Willpower 5, Morality 6",
        "Willpower 5",
        "Brawl: grappling",
        items="brass knuckles, leather jacket",
    ),
    character(
        *CURATOR,
        "Intelligence 4, Wits 3, Resolve 4, Strength 2, Dexterity 2, Stamina 2, Presence 2, Manipulation 4, "
        "Composure 3, Academics 4, Investigation 3, Occult 3, Politics 2, Firearms 2, Larceny 1, Stealth 1, "
        "Expression 2, Persuasion 2, Socialize 3, Subterfuge 4, Willpower 7, Morality 7",
        "Willpower 7",
        "Occult: relics",
        items="pistol",
    ),
)

NIGHTFALL: Final = (
    character(
        *NURSE,
        "Strength 2, Dexterity 4, Endurance 3, Charisma 3, Manipulation 2, Appearance 2, Intelligence 3, Intuition 4, "
        "Perception 3, Athletics 2, Brawl 2, Dodge 4, Initiative 1, Melee 2, Target 3, Unarmed 2, Alertness 3, "
        "Drive 2, Empathy 3, Investigation 2, Medicine 4, Stealth 2, Ideals 6, Willpower 6, Fate 3",
        "Willpower 6, Fate 3",
        "Initiative",
        items="revolver, knife",
    ),
    character(
        *COLLECTOR,
        "Strength 4, Dexterity 3, Endurance 4, Charisma 2, Manipulation 3, Appearance 2, Intelligence 2, Intuition 3, "
        "Perception 3, Athletics 3, Brawl 4, Dodge 2, Firearms 1, Melee 3, Target 1, Unarmed 4, Intimidation 3, "
        "Streetwise 3, Stealth 2, Ideals 4, Willpower 5, Fate 3",
        "Willpower 5, Fate 3",
        "Brawl: grappling",
        items="chain, stake, protective vest",
    ),
    character(
        *CURATOR,
        "Strength 3, Dexterity 4, Endurance 3, Charisma 3, Manipulation 4, Appearance 3, Intelligence 4, Intuition 4, "
        "Perception 3, Athletics 2, Brawl 4, Dodge 3, Melee 2, Unarmed 2, Alertness 2, Intimidation 2, Occult 3, "
        "Stealth 3, Subterfuge 4, Celerity 1, Fortitude 2, Blood a turn 2, Ideals 3, Willpower 6, Fate 3",
        "Willpower 6, Fate 3, Blood 12",
        "Subterfuge: small talk",
        kind="vampire",
        items="sword, leather jacket",
        flags=("fangs", "claws-aggravated"),
    ),
)
