"""Take aim (C14): a turn without moving gives one die on the next attack with the weapon in hand. The dice of several
turns add up, to at most as many as the dots of Perception."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import term
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.conditions import add_condition, borne_by
from domain.features.combat.movement import Covered
from domain.features.rolls.pools import dots
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from domain.rules.pool import Pool


class TakeAim(Manoeuvre):
    name = "aim"
    rule = "C14"
    pools = ()
    needed_traits = ("Perception",)
    targets = (0, 0)
    by_sight = True

    def check_available(self, view: View, actor: str) -> None:
        if view.get(Covered, actor) is not None:
            raise Refusal("aim-moved", rule="C14")
        held = in_hand(view, actor)
        if held == BARE_HANDS:
            raise Refusal("aim-without-weapon", rule="C14")
        if turns_aimed(view, actor, held.name) >= dots(view, actor, "Perception"):
            raise Refusal("aimed", rule="C14", weapon=term(held.name), trait=term("Perception"))

    def takes_whole_turn(self, action: Action) -> bool:
        return True

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        held = in_hand(table.full, actor).name
        add_condition(table, actor, "aiming", value=turns_aimed(table.full, actor, held) + 1, source=held)


def turns_aimed(view: View, actor: str, weapon: str) -> int:
    """Return the number of turns that the actor has aimed this weapon."""
    return next((b.value for b in borne_by(view, actor) if b.name == "aiming" and b.source == weapon), 0)
