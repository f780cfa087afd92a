"""Falling, and standing up again (C28, F1)."""

from domain.core.audience import Audience
from domain.core.deciding import Deciding
from domain.core.words import phrase
from domain.features.characters.conditions import add_condition, bears, end_condition
from domain.features.characters.wounds import can_stir
from domain.features.rolls.pools import parts, successes


def knock_down(table: Deciding, actor: str) -> None:
    """Put a character on the ground, unless it lies on the ground already."""
    if bears(table.full, actor, "prone") is None:
        add_condition(table, actor, "prone")


def keep_feet(table: Deciding, actor: str, traits: tuple[str, ...], audience: Audience, *, least: int = 1) -> None:
    """Let a character test `traits`; with fewer than `least` successes it falls. A character whose body does not obey
    falls without a test."""
    full, why = table.full, phrase("reason-keep-feet")
    pool = parts(full, actor, traits)
    if not can_stir(full, actor) or successes(table, actor, why, pool, traits=traits, audience=audience) < least:
        knock_down(table, actor)


def stand_up(table: Deciding, actor: str) -> None:
    """Let a character that lies on the ground stand up."""
    lying = bears(table.full, actor, "prone")
    if lying is not None:
        end_condition(table, lying)
