"""Load: what a character carries, what of it is too much, and how far it gets in a turn (F2, F5).

The sheet says what is carried, and only its player reads that. That it is too much everybody sees, as a condition.
"""

from domain.core.state import View
from domain.deciding import Deciding
from domain.features.characters.character import sheet
from domain.features.characters.conditions import add_condition, bears, end_condition
from domain.features.rolls.pools import dots
from domain.features.table.settings import rules_of, setting


def too_much(view: View, actor: str) -> int:
    """The kilograms that a character carries beyond what is free; 0 or below where all of it is."""
    rules, written = rules_of(view), sheet(view, actor)
    a_dot = rules.number("kilograms-a-dot")
    return sum(item.kilograms for item in written.items) - allowance(view, actor) if a_dot else 0


def allowance(view: View, actor: str) -> int:
    """The kilograms that a character carries with ease: ten for each dot of Strength, or what the chronicle says."""
    return rules_of(view).number("kilograms-a-dot") * dots(view, actor, "Strength")


def metres(view: View, actor: str) -> float:
    """How far a character gets in a turn besides anything else: halved by every full ten kilograms (what a dot
    carries) that it has too much, and nowhere at twice of what is free (F5)."""
    rules, over = rules_of(view), too_much(view, actor)
    whole = float(rules.number("metres-a-turn"))
    if over <= 0:
        return whole
    if over >= allowance(view, actor):
        return 0.0
    return whole * 0.5 ** (over // rules.number("kilograms-a-dot"))


def weigh(table: Deciding, actor: str) -> None:
    """After its sheet was written: a character is loaded, or no longer is; a chronicle weighs nothing."""
    borne = bears(table.full, actor, "load")
    loaded = too_much(table.full, actor) > 0 and setting(table.full).place == "scene"
    if loaded and borne is None:
        add_condition(table, actor, "load")
    elif borne is not None and not loaded:
        end_condition(table, borne)
