"""Standing up (F1): as the only action it takes the whole turn without a roll; as one of several it needs a roll."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.knockdown import stand_up
from domain.features.characters.conditions import bears
from domain.features.rolls.make_roll import RollRequest, roll
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.pool import Pool


class StandUp(Manoeuvre):
    name = "stand_up"
    rule = "F1"
    usual = 3
    pools = (("Dexterity", "Athletics"),)
    targets = (0, 0)
    unrolled = True

    def check_available(self, view: View, actor: str) -> None:
        if bears(view, actor, "prone") is None:
            raise Refusal("standing", rule="F1")

    def check_still_useful(self, view: View, actor: str, action: Action) -> None:
        self.check_available(view, actor)

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        if not pool.parts or roll(table, RollRequest(pool, visible_effect="success")).successes:
            stand_up(table, actor)
