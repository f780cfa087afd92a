"""Equipment: what a character carries, as a sheet lists it (rules 9): weapons, armour, and what is merely heavy."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Name

Damage = Literal["bashing", "lethal", "aggravated"]
"""Kinds of damage, the lighter first (C29)."""
Missile = Literal["", "thrown", "medieval", "bullet"]
"""How hard a missile is to dodge (C20); "" for what is none."""
ItemFlag = Literal["revolver", "clip", "stake", "sweeps"]
"""What a weapon can: be fanned (C17), be reloaded from a prepared clip (F3), stake (C13), sweep with its own damage
(C10)."""

Skill = Annotated[str, Meta(max_length=60)]
DamageDice = Annotated[int, Meta(ge=0, le=20)]
Metres = Annotated[int, Meta(ge=0, le=5000)]
Rating = Annotated[int, Meta(ge=0, le=10)]
Kilograms = Annotated[int, Meta(ge=0, le=1000)]


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One thing carried. A weapon has a `skill`, the ability it is used with; armour a rating; a load weighs (F5)."""

    name: Name
    skill: Skill = ""
    damage: DamageDice = 0
    """Dice."""
    kind: Damage = "bashing"
    reach: Metres = 0
    """0: a fist (C24)."""
    range: Metres = 0
    """0: not a missile (C2)."""
    missile: Missile = ""
    armour: Rating = 0
    """Dice that it adds to soaking while it is worn (C29); levels that it takes off where nothing is rolled (S3)."""
    flags: Annotated[tuple[ItemFlag, ...], Meta(max_length=4)] = ()
    kilograms: Kilograms = 0


Items = Annotated[tuple[Item, ...], Meta(max_length=30)]
Flags = Annotated[tuple[Name, ...], Meta(max_length=30)]
"""Powers as named switches: "fangs", "claws-lethal", "Rat's Rage" ... What has dots (Fortitude) is a trait."""

BARE_HANDS = Item("bare hands", "Unarmed")
"""What everybody has: damage is Strength (C1)."""
