"""Conditions that take effect on a character's slot, before the character can act (C5, C7, C9, C26)."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.characters.conditions import borne_by, condition
from domain.records.bearing import Bearing
from domain.tracked_view import memoized


@memoized
def slot_taker(view: View, actor: str) -> Bearing | None:
    """Return the condition that takes effect first on a character's slot, before the character can act or change its
    action (C5, C7, C9, C26)."""
    borne = sorted(borne_by(view, actor), key=lambda bearing: condition(bearing.name).slot_order)
    return next((bearing for bearing in borne if condition(bearing.name).takes_slot(view, bearing)), None)


def check_slot_free(view: View, actor: str) -> None:
    """Raise `Refusal` if a condition takes effect on a character's slot before it can act."""
    taker = slot_taker(view, actor)
    if taker is not None:
        rule = condition(taker.name)
        raise Refusal(
            "slot-taken", rule=rule.rule, who=character_ref(actor), state=taker.label, instead=phrase(rule.instead.id)
        )


def lose_slot(table: Deciding, actor: str) -> Words:
    """Apply the effects that a character's conditions have on its slot. If a condition costs the character its slot,
    return the line that says so, else `NO_WORDS` (C9, C26)."""
    orders = {condition(borne.name).slot_order for borne in borne_by(table.full, actor)}
    for order in sorted(orders):
        borne = [b for b in borne_by(table.full, actor) if condition(b.name).slot_order == order]
        lost = [condition(b.name).on_slot(table, b) for b in borne]
        if any(lost):
            return next(filter(None, lost))
    return NO_WORDS
