"""Take aim (C14): a turn without moving, for a die more on the next attack with what is in hand; turn after turn, up to
Perception."""

from domain.core.command import Refusal
from domain.core.state import View
from domain.deciding import Deciding
from domain.features.actions.action import Action
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.conditions import add_condition, borne_by
from domain.features.combat.movement import Covered
from domain.features.rolls.pools import dots
from domain.features.rolls.roll import Pool
from domain.manoeuvre import Manoeuvre
from domain.rules.equipment import BARE_HANDS


class TakeAim(Manoeuvre):
    name = "aim"
    label = "Take aim"
    rule = "C14"
    pools = ()
    goes_by = ("Perception",)
    targets = (0, 0)
    sight = True

    def may(self, view: View, actor: str) -> None:
        if view.get(Covered, actor) is not None:
            raise Refusal("moved", "To aim takes a turn without moving (C14).")
        held = in_hand(view, actor)
        if held == BARE_HANDS:
            raise Refusal("weapon", "Only a weapon that is in hand is aimed (C14, F3).")
        if aimed(view, actor, held.name) >= dots(view, actor, "Perception"):
            raise Refusal("aimed", "It is aimed as well as Perception lets it (C14).")

    def alone(self, action: Action) -> bool:
        return True

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        held = in_hand(table.full, actor).name
        add_condition(table, actor, "aiming", value=aimed(table.full, actor, held) + 1, source=held)


def aimed(view: View, actor: str, weapon: str) -> int:
    """For how many turns a character has aimed this weapon."""
    return next((b.value for b in borne_by(view, actor) if b.name == "aiming" and b.source == weapon), 0)
