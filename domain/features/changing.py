"""Changing one's mind: on its own slot a character does something else than it declared (I4)."""

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from domain.audience import Kind
from domain.bounds import Count, Id
from domain.command import Command, Input, Option, Refusal, allowed
from domain.deciding import Deciding
from domain.event import Event
from domain.features.actions import Action, check_action, check_not_alone, inputs, manoeuvre, open_manoeuvres, rolls
from domain.features.cast import FACES, face_audience, own, owned
from domain.features.declarations import Declaration, declaration, wear
from domain.features.declaring import declare
from domain.features.paying import Claim, claim, paid, sums
from domain.features.points import check_points, may_spend, spend
from domain.features.pools import parts, size, succeeds, with_dice
from domain.features.setting import rules_of
from domain.features.story import tell
from domain.features.taking import loses
from domain.features.turns import may_act, own_time
from domain.splitting import cuts, split
from domain.state import Partition, View

T = TypeVar("T")


class ChangeFailed(Event, frozen=True):
    """A character could not change its mind in time: what it declared stands."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "{0} cannot change its mind in time.", self.id)


def test_and_action(view: View, actor: str, action: Action, dice: int) -> tuple[int, ...]:
    """The dice of the test and of the new action, which are paid for like two actions (I4, M1, M2). A new action
    that rolls nothing leaves the test its whole pool. Raises `Refusal`."""
    kind, (test, *others) = rules_of(view).splits, claims(view, actor, action, dice)
    if others:
        return paid(kind, (test, *others))
    if kind == "none" and rolls(view, actor, action):
        split("none", (test.pool,), (dice or action.dice,))
    return (test.pool,)


def claims(view: View, actor: str, action: Action, dice: int) -> tuple[Claim, ...]:
    """What pays for a change: the test alone, or together with an action that rolls, where the rules split pools."""
    rules = rules_of(view)
    test = Claim("The test", size(parts(view, actor, rules.initiative)), dice)
    if rules.splits == "none" or not rolls(view, actor, action):
        return (test,)
    return test, claim(view, actor, action)


def replaced(declared: Declaration, action: Action, cut: int, worn: int) -> Declaration:
    """The declaration with all that was still to come replaced by one action; extra actions stay (M3)."""
    gone, extra = sorted(declared.used), [place for place, left in declared.left() if left.extra]

    def around(values: tuple[T, ...], new: T) -> tuple[T, ...]:
        return (*(values[place] for place in gone), new, *(values[place] for place in extra))

    return Declaration(
        declared.id,
        around(declared.actions, action),
        around(declared.cuts, cut),
        around(declared.worn, worn),
        tuple(range(len(gone))),
        declared.tried,
    )


class ChangeAction(Command, frozen=True):
    """Do something else than declared (I4): costs a point, and takes a success in the initiative test, which is
    split with the new action. `test`: the test's share of the shared pool; where neither share is named, each
    is an even part (M2)."""

    actor: Id
    action: Action
    test: Count = 0

    def check(self, view: View) -> None:
        own(view, self.actor)
        own_time(view, self.actor)
        if declaration(view, self.actor) is None:
            raise Refusal("not-declared", "Nothing is declared that could be changed (I4).")
        check_points(view, self.actor, rules_of(view).change_cost, rule="I4")
        if self.action.extra or manoeuvre(self.action.manoeuvre).spends(self.action):
            raise Refusal(
                "not-extra", "What an action is changed to is split with the test, so it is none extra (I4, M3)."
            )
        check_action(view, self.actor, self.action)
        check_payable(view, self.actor, self.action, self.test)

    def in_words(self, view: View) -> str:
        return sums(rules_of(view).splits, claims(view, self.actor, self.action, self.test))

    def decide(self, table: Deciding) -> None:
        full, rules = table.full, rules_of(table.full)
        declared = declaration(full, self.actor)
        dice = test_and_action(full, self.actor, self.action, self.test)
        action = replace(self.action, dice=dice[1]) if rules.splits == "share" and dice[1:] else self.action
        test = with_dice(parts(full, self.actor, rules.initiative), dice[0])
        spend(table, self.actor, rules.change_cost)
        if declared is not None and succeeds(table, self.actor, "Changing the action", test):
            cut = cuts(rules.splits, len(dice))[-1]
            declare(table, replaced(declared, action, cut, wear(full, self.actor, action)), "changes to")
        else:
            table.emit(face_audience(full, self.actor), ChangeFailed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        cost = rules_of(view).change_cost
        for face in owned(view):
            if not may_act(view, face.id) or declaration(view, face.id) is None or not may_spend(view, face.id, cost):
                continue
            share, urgent = rules_of(view).splits == "share", bool(loses(view, face.id))
            test = size(parts(view, face.id, rules_of(view).initiative))
            shared = Input("test", "Share of the dice for the test (0: an even part)", "number", most=test)
            own_share = (shared,) if share else ()
            for chosen in open_manoeuvres(view, face.id):
                usual = " + ".join(chosen.pools[0]) if chosen.unrolled else ""
                if not allowed(check_payable, view, face.id, Action(chosen.name, traits=usual), 0):
                    continue
                asked = (*own_share, *inputs(view, face.id, chosen, beside=True))
                whose = f"{face.name}: " if view.seat.tells else ""
                label = f"{whose}Change to: {chosen.label}"
                yield Option(cls.__name__, face.id, label, f"costs a point of {cost} (I4)", "change", urgent, asked)


def check_payable(view: View, actor: str, action: Action, test: int) -> None:
    """Whether a character can pay for the test and this action in its place. Raises `Refusal`."""
    check_not_alone(action)
    test_and_action(view, actor, action, test)
