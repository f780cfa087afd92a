"""Equipment: the items on a sheet (rules 9): weapons, armour, loads."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Name

Damage = Literal["bashing", "lethal", "aggravated"]
"""Kinds of damage, from the lightest to the worst (C29)."""
Missile = Literal["", "thrown", "medieval", "bullet"]
"""The class of a missile, which decides how hard it is to dodge (C20); "" for an item that is no missile."""
ItemFlag = Literal["revolver", "clip", "stake", "sweeps"]
"""Special uses of a weapon: fan the hammer (C17), reload from a prepared clip (F3), stake (C13), a sweep that deals the
weapon's own damage (C10)."""

Skill = Annotated[str, Meta(max_length=60)]
DamageDice = Annotated[int, Meta(ge=0, le=20)]
Metres = Annotated[int, Meta(ge=0, le=5000)]
Rating = Annotated[int, Meta(ge=0, le=10)]
Kilograms = Annotated[int, Meta(ge=0, le=1000)]


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One carried item. A weapon has a `skill`, the ability that it is used with. Armour has a rating. A load has a
    weight (F5)."""

    name: Name
    skill: Skill = ""
    damage: DamageDice = 0
    """Dice of damage."""
    kind: Damage = "bashing"
    reach: Metres = 0
    """Metres; 0 for a fist (C24)."""
    range: Metres = 0
    """Metres; 0 for an item that is no missile (C2)."""
    missile: Missile = ""
    armour: Rating = 0
    """The dice that armour adds to the soak roll of its wearer (C29). In rules that roll no damage: the levels of
    damage that it removes (S3)."""
    flags: Annotated[tuple[ItemFlag, ...], Meta(max_length=4)] = ()
    kilograms: Kilograms = 0


Items = Annotated[tuple[Item, ...], Meta(max_length=30)]
Flags = Annotated[tuple[Name, ...], Meta(max_length=30)]
"""Powers that a character has or lacks, by name: "fangs", "claws-lethal", "Rat's Rage", ... A power that has dots
(Fortitude) is a trait instead."""

BARE_HANDS = Item("bare hands", "Unarmed")
"""The weapon of a character that holds nothing. Its damage is Strength (C1)."""
