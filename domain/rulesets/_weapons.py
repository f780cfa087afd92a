"""The weapons and armour of every rule set here (C29). A chronicle may change them (G0).

The skill of a weapon has the name that the manoeuvres use. Rules that call it differently have an alias.
"""

from typing import Final

from domain.rules.equipment import Item

CLOSE: Final = (
    Item("brass knuckles", "Unarmed", 4, "bashing"),
    Item("knife", "Melee", 4, "lethal"),
    Item("stake", "Melee", 3, "lethal", flags=("stake",)),
    Item("club", "Melee", 4, "bashing", 1, kilograms=1),
    Item("sword", "Melee", 6, "lethal", 1, kilograms=2),
    Item("axe", "Melee", 6, "lethal", 1, kilograms=2),
    Item("chain", "Melee", 4, "bashing", 2, flags=("sweeps",), kilograms=2),
    Item("staff", "Melee", 5, "bashing", 2, flags=("sweeps",), kilograms=2),
    Item("spear", "Melee", 5, "lethal", 2, kilograms=2),
    Item("halberd", "Melee", 7, "lethal", 2, flags=("sweeps",), kilograms=3),
)
MISSILES: Final = (
    Item("stone", "Target", 2, "bashing", range=15, missile="thrown", kilograms=1),
    Item("throwing knife", "Target", 3, "lethal", range=8, missile="thrown"),
    Item("bow", "Target", 4, "lethal", range=60, missile="medieval", flags=("stake",), kilograms=1),
    Item("crossbow", "Target", 5, "lethal", range=40, missile="medieval", flags=("stake",), kilograms=4),
    Item("revolver", "Target", 5, "lethal", range=15, missile="bullet", flags=("revolver",), kilograms=1),
    Item("pistol", "Target", 5, "lethal", range=20, missile="bullet", flags=("clip",), kilograms=1),
    Item("shotgun", "Target", 8, "lethal", range=20, missile="bullet", kilograms=4),
    Item("rifle", "Target", 8, "lethal", range=150, missile="bullet", flags=("clip",), kilograms=4),
)
ARMOUR: Final = (
    Item("leather jacket", armour=1, kilograms=3),
    Item("protective vest", armour=3, kilograms=4),
    Item("mail", armour=4, kilograms=15),
)
WEAPONS: Final = (*CLOSE, *MISSILES, *ARMOUR)

_BY_NAME: Final = {item.name: item for item in WEAPONS}


def carried(names: str) -> tuple[Item, ...]:
    """Return the items with the given names, e.g. "knife, mail"."""
    return tuple(_BY_NAME[name] for name in names.split(", ") if name)
