"""Armour: what is worn, and how much it takes (C15, C29)."""

from domain.core.state import View
from domain.features.characters.character import sheet
from domain.features.rolls.pools import dots
from domain.rules.equipment import Item


def armour(view: View, actor: str) -> Item | None:
    """The armour that a character wears, the best of what it has (ours); None without any (C29)."""
    worn = [item for item in sheet(view, actor).items if item.armour]
    return max(worn, key=lambda item: item.armour, default=None)


def can_block_lethal(view: View, actor: str) -> bool:
    """Whether a character can meet with its body what flesh cannot: with Fortitude, or armour (C15)."""
    return dots(view, actor, "Fortitude") > 0 or armour(view, actor) is not None
