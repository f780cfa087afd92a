"""Armour: the armour that a character wears, and the defence that it makes possible (C15, C29)."""

from domain.core.state import View
from domain.features.characters.character import sheet
from domain.features.rolls.pools import dots
from domain.rules.equipment import Item


def armour(view: View, actor: str) -> Item | None:
    """Return the best armour that a character carries (ours), or None (C29)."""
    worn = [item for item in sheet(view, actor).items if item.armour]
    return max(worn, key=lambda item: item.armour, default=None)


def can_block_lethal(view: View, actor: str) -> bool:
    """True if a character can block lethal and aggravated attacks with its body: through Fortitude or armour (C15)."""
    return dots(view, actor, "Fortitude") > 0 or armour(view, actor) is not None
