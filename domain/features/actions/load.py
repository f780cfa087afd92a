"""Load: the weight that a character carries, how much of it is too much, and how far the character can move in a turn
(F2, F5).

The weight is on the sheet, which only the player and the Storyteller read. If it is too much, everybody sees a
condition.
"""

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.character import sheet
from domain.features.characters.conditions import add_condition, bears, end_condition
from domain.features.rolls.pools import dots
from domain.features.table.settings import rules_of, setting
from domain.tracked_view import memoized


def excess_load(view: View, actor: str) -> int:
    """Return how many kilograms too much a character carries; 0 or less if it carries no more than its allowance."""
    rules, written = rules_of(view), sheet(view, actor)
    a_dot = rules.number("kilograms-a-dot")
    return sum(item.kilograms for item in written.items) - allowance(view, actor) if a_dot else 0


def allowance(view: View, actor: str) -> int:
    """Return the kilograms that a character can carry without a penalty: a number of kilograms for each dot of
    Strength, which the chronicle may change."""
    return rules_of(view).number("kilograms-a-dot") * dots(view, actor, "Strength")


@memoized
def metres(view: View, actor: str) -> float:
    """Return how many metres a character can move in a turn beside its actions. The weight of a dot is the number of
    kilograms that the allowance counts for each dot of Strength; each full weight of a dot above the allowance halves
    the distance. At twice the allowance it cannot move (F5)."""
    rules, over = rules_of(view), excess_load(view, actor)
    whole = float(rules.number("metres-a-turn"))
    if over <= 0:
        return whole
    if over >= allowance(view, actor):
        return 0.0
    return whole * 0.5 ** (over // rules.number("kilograms-a-dot"))


def update_load(table: Deciding, actor: str) -> None:
    """Begin or end the condition of a load that is too heavy, after a character's sheet was written. Between scenes no
    character has this condition."""
    borne = bears(table.full, actor, "load")
    loaded = excess_load(table.full, actor) > 0 and setting(table.full).place == "scene"
    if loaded and borne is None:
        add_condition(table, actor, "load")
    elif borne is not None and not loaded:
        end_condition(table, borne)
