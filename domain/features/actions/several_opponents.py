"""Several opponents at once: in close combat, each opponent after the first costs a character one die (C23).

Declarations and grapples show who fights with whom. For a visible character only visible ones count; otherwise its
rolls would reveal hidden ones.
"""

from collections.abc import Iterator

from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.declaration import Declaration
from domain.features.actions.grapples import grips, other_party
from domain.features.characters.character import Face, hidden
from domain.features.characters.wounds import incapacitated
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack
from domain.records.blow import Blow
from domain.rules.rule_types import Part
from domain.tracked_view import memoized


def opponents_penalty(view: View, blow: Blow, actor: str, instead: Declaration | None = None) -> tuple[Part, ...]:
    """Return the dice that a character's attack or defence loses because it has several opponents. `instead`: a
    declaration to count in place of the present one, because the character would declare it, or would give up an action
    for a defence (I5)."""
    seen = view if hidden(view, actor) else view.public
    most = rules_of(view).number("opponents")
    cost = min(len(opponents(seen, actor, instead)) - 1, most) if blow.close and most else 0
    return ((phrase("part-several-opponents"), -cost),) if cost > 0 else ()


def opponents(view: View, actor: str, instead: Declaration | None = None) -> set[str]:
    """Return the opponents of a character in close combat in this turn, as far as this view sees."""
    found = {other_party(view, grip.grapple, actor) for grip in grips(view, actor)}
    for by, on in close_attacks(view, instead):
        if actor in (by, on):
            found.add(by if on == actor else on)
    return {who for who in found if view.get(Face, who) is not None and not incapacitated(view, who)}


def close_attacks(view: View, instead: Declaration | None = None) -> Iterator[tuple[str, str]]:
    """Yield attacker and target of each declared attack in close combat."""
    yield from (found for found in declared_close_attacks(view) if instead is None or found[0] != instead.id)
    if instead is not None:
        yield from close_attacks_of(instead)


@memoized
def declared_close_attacks(view: View) -> tuple[tuple[str, str], ...]:
    """Return attacker and target of each attack in close combat that is declared."""
    return tuple(found for declared in view.all(Declaration) for found in close_attacks_of(declared))


def close_attacks_of(declared: Declaration) -> Iterator[tuple[str, str]]:
    """Yield attacker and target of each attack in close combat of a declaration."""
    for action in declared.actions:
        chosen = manoeuvre(action.manoeuvre)
        if isinstance(chosen, Attack) and chosen.reaches(action) != "ranged":
            yield from ((declared.id, target) for target in action.targets)
