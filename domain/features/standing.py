"""Going down, and getting up again (C28, F1)."""

from domain.deciding import Deciding
from domain.features.conditions import bear, bears, shed


def go_down(table: Deciding, actor: str) -> None:
    """A character is knocked off its feet; one that lies there already stays so."""
    if bears(table.full, actor, "prone") is None:
        bear(table, actor, "prone")


def get_up(table: Deciding, actor: str) -> None:
    """A character stands on its feet again."""
    lying = bears(table.full, actor, "prone")
    if lying is not None:
        shed(table, lying)
