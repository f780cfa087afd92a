"""Sprint (F2): an action that takes the place of the free metres. A failure still moves, a botch trips."""

from domain.command import Choice, Input
from domain.deciding import Deciding
from domain.features.actions import Action, extra_actions
from domain.features.declarations import has_declared
from domain.features.load import metres
from domain.features.moving import check_free, cover_ground
from domain.features.pools import dots
from domain.features.rolling import Pool, roll_counted
from domain.features.standing import go_down
from domain.manoeuvre import Manoeuvre
from domain.state import View


class Sprint(Manoeuvre):
    name = "sprint"
    label = "Sprint"
    rule = "F2"
    pools = (("Dexterity", "Athletics"),)
    targets = (0, 0)
    unrolled = True
    moves = True

    def may(self, view: View, actor: str) -> None:
        # Who declares may mean to stand up first.
        if has_declared(view, actor):
            check_free(view, actor)

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        swift = extra_actions(view, actor)
        choices = tuple(Choice(str(n), str(n), f"{2 + n} times") for n in range(swift + 1))
        return (Input("spent", "Extra actions spent on it", "choice", choices, default="0"),) if swift else ()

    def spends(self, action: Action) -> int:
        return int(action.detail("spent", "0"))

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        full, won = table.full, 0
        if pool.parts:
            verdict = roll_counted(table, pool)
            if verdict.result in ("botch", "dramatic_failure"):
                go_down(table, actor)
                return
            won = max(verdict.net, 0)
        times = 2 + self.spends(action)
        cover_ground(table, actor, times * (metres(full, actor) + dots(full, actor, "Athletics") + won))
