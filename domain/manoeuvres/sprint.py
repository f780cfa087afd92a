"""Sprint (F2): an action that replaces the free movement. A character that fails still moves; one that botches
falls."""

from domain.core.audience import STORYTELLER
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase, said, typed
from domain.features.actions.action_pools import extra_actions
from domain.features.actions.declaration import has_declared
from domain.features.actions.knockdown import knock_down
from domain.features.actions.load import metres
from domain.features.combat.movement import check_can_move, cover_ground
from domain.features.rolls.make_roll import RollRequest, roll, tell_success
from domain.features.rolls.pools import dots
from domain.features.rolls.roll_modifiers import RulingNoted
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.pool import Pool


class Sprint(Manoeuvre):
    name = "sprint"
    rule = "F2"
    pools = (("Dexterity", "Athletics"),)
    targets = (0, 0)
    unrolled = True
    moves = True

    def check_available(self, view: View, actor: str) -> None:
        # A character that is declaring may plan to stand up first, so lying on the ground is no reason to refuse.
        if has_declared(view, actor):
            check_can_move(view, actor)

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        swift = extra_actions(view, actor)
        choices = tuple(Choice(str(n), typed(str(n)), phrase("hint-sprint", times=2 + n)) for n in range(swift + 1))
        return (Input("spent", phrase("ask-sprint-extra"), "choice", choices, default="0"),) if swift else ()

    def extra_actions(self, action: Action) -> int:
        return int(action.detail("spent", "0"))

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        times, base = 2 + self.extra_actions(action), metres(table.full, actor) + dots(table.full, actor, "Athletics")
        deed = roll(table, RollRequest(pool, visible_effect="success", tell_success=False)) if pool.parts else None
        trips = deed is not None and deed.verdict.result in ("botch", "dramatic_failure")
        won = deed.successes if deed else 0
        if deed and deed.kept:
            # The exact distance would reveal the hidden count of successes, so the table sees only the shortest
            # possible distance (X2 iii, X3).
            seen = said(pool.reason)
            if won:
                seen = phrase("sprint-at-least", rule="F2", sprint=seen, metres=Typed(f"{times * base:g}"))
            elif trips:
                seen = phrase("sprint-falls", rule="F2", sprint=seen)
            tell_success(table, pool, won=won > 0, words=seen)
            if won:
                run = Typed(f"{times * (base + won):g}")
                note = phrase("note-sprint", rule="F2", who=character_ref(actor), metres=run)
                table.emit(STORYTELLER, RulingNoted(actor, note))
        if trips:
            knock_down(table, actor)
        elif deed and deed.kept and won:
            cover_ground(table, actor, times * base, quietly=True)
        else:
            cover_ground(table, actor, times * (base + won))
