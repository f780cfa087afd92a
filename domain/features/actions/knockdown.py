"""Going down, and getting up again (C28, F1)."""

from domain.core.audience import Audience
from domain.deciding import Deciding
from domain.features.characters.conditions import add_condition, bears, end_condition
from domain.features.characters.wounds import can_stir
from domain.features.rolls.pools import parts, successes


def go_down(table: Deciding, actor: str) -> None:
    """A character is knocked off its feet; one that lies there already stays so."""
    if bears(table.full, actor, "prone") is None:
        add_condition(table, actor, "prone")


def stand_firm(table: Deciding, actor: str, traits: tuple[str, ...], audience: Audience, *, least: int = 1) -> None:
    """A character tests these traits, or goes down for want of so many successes; who cannot stir does not test."""
    full, why = table.full, "Keeping its feet"
    pool = parts(full, actor, traits)
    if not can_stir(full, actor) or successes(table, actor, why, pool, traits=traits, audience=audience) < least:
        go_down(table, actor)


def get_up(table: Deciding, actor: str) -> None:
    """A character stands on its feet again."""
    lying = bears(table.full, actor, "prone")
    if lying is not None:
        end_condition(table, lying)
