"""Ready characters: two for each rule set, to take and play at once."""

from domain.ruleset import Part, Ready


def _dots(text: str) -> tuple[Part, ...]:
    """ "Strength 3, Self-Control 2" as traits with their dots."""
    words = (item.rsplit(" ", 1) for item in text.split(", "))
    return tuple((name, int(dots)) for name, dots in words)


def _ready(name: str, concept: str, kind: str, dots: str, pools: str, *specialties: str) -> Ready:
    """A character whose stores of points are full."""
    return Ready(name, concept, kind, _dots(dots), specialties, tuple((n, d, d) for n, d in _dots(pools)))


CLASSIC = (
    _ready(
        "Ilse Marten",
        "a night nurse who has seen too much",
        "mortal",
        "Strength 2, Dexterity 3, Stamina 3, Charisma 3, Manipulation 2, Appearance 2, Perception 4, Intelligence 3, "
        "Wits 3, Alertness 3, Athletics 1, Brawl 1, Empathy 3, Streetwise 2, Subterfuge 1, Drive 2, Stealth 2, "
        "Investigation 2, Medicine 4, Occult 1, Conscience 4, Self-Control 3, Courage 3, Willpower 6, Humanity 8",
        "Willpower 6",
        "Medicine: wounds",
    ),
    _ready(
        "Corvin Hale",
        "a debt collector with a long shadow",
        "vampire",
        "Strength 4, Dexterity 3, Stamina 3, Charisma 2, Manipulation 3, Appearance 2, Perception 3, Intelligence 2, "
        "Wits 3, Alertness 2, Athletics 3, Brawl 4, Intimidation 3, Streetwise 3, Drive 2, Firearms 1, Melee 2, "
        "Stealth 2, Investigation 1, Law 1, Potence 1, Fortitude 1, Conscience 2, Self-Control 3, Courage 4, "
        "Willpower 5, Humanity 6",
        "Willpower 5, Blood 10",
        "Brawl: grappling",
    ),
)

STORYTELLING = (
    _ready(
        "Ilse Marten",
        "a night nurse who has seen too much",
        "mortal",
        "Intelligence 3, Wits 3, Resolve 2, Strength 2, Dexterity 3, Stamina 2, Presence 2, Manipulation 2, "
        "Composure 3, Investigation 2, Medicine 4, Occult 1, Athletics 1, Brawl 1, Drive 2, Stealth 2, Empathy 3, "
        "Persuasion 1, Streetwise 2, Willpower 5, Morality 7",
        "Willpower 5",
        "Medicine: wounds",
    ),
    _ready(
        "Corvin Hale",
        "a debt collector with a long shadow",
        "mortal",
        "Intelligence 2, Wits 3, Resolve 3, Strength 4, Dexterity 3, Stamina 3, Presence 3, Manipulation 2, "
        "Composure 2, Investigation 1, Athletics 3, Brawl 4, Drive 2, Larceny 2, Stealth 2, Weaponry 2, "
        "Intimidation 3, Streetwise 3, Subterfuge 1, Willpower 5, Morality 6",
        "Willpower 5",
        "Brawl: grappling",
    ),
)

NIGHTFALL = (
    _ready(
        "Ilse Marten",
        "a night nurse who has seen too much",
        "mortal",
        "Strength 2, Dexterity 4, Endurance 3, Charisma 3, Manipulation 2, Appearance 2, Intelligence 3, Intuition 4, "
        "Perception 3, Athletics 2, Brawl 2, Dodge 4, Initiative 1, Melee 2, Unarmed 2, Alertness 3, Drive 2, "
        "Empathy 3, Investigation 2, Medicine 4, Stealth 2, Ideals 6, Willpower 6, Fate 3",
        "Willpower 6, Fate 3",
        "Initiative",
    ),
    _ready(
        "Corvin Hale",
        "a debt collector with a long shadow",
        "mortal",
        "Strength 4, Dexterity 3, Endurance 4, Charisma 2, Manipulation 3, Appearance 2, Intelligence 2, Intuition 3, "
        "Perception 3, Athletics 3, Brawl 4, Dodge 2, Firearms 1, Melee 3, Target 1, Unarmed 4, Intimidation 3, "
        "Streetwise 3, Stealth 2, Ideals 4, Willpower 5, Fate 3",
        "Willpower 5, Fate 3",
        "Brawl: grappling",
    ),
)
