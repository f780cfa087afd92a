"""Changing one's mind: on its own slot a character does something else than it declared (I4)."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, TypeVar

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.bounds import Count, Id
from domain.core.command import Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.action import (
    Action,
    apart,
    check_action,
    check_not_alone,
    details,
    manoeuvre,
    pays,
    rolls,
    traits_of,
)
from domain.features.actions.action_costs import Claim, check_moves, check_one_target, claim, paid, sums
from domain.features.actions.action_form import inputs
from domain.features.actions.available import open_manoeuvres
from domain.features.actions.declaration import Declaration, declaration, wear
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.character import FACES, face_audience, own, owned
from domain.features.characters.conditions import bears
from domain.features.characters.points import check_points, may_spend, spend
from domain.features.combat.declare_action import declare
from domain.features.combat.replace_pointless_action import Pointless, may_replace, pointless, replacement
from domain.features.combat.take_action import check_slot_free, loses
from domain.features.combat.turns import may_act, own_time
from domain.features.combat.unfinished_actions import joined
from domain.features.rolls.pools import check_test, parts, permitted, size, succeeds, with_dice
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Manoeuvre
from domain.rules.action_dice import cuts, even, split
from domain.rules.rule_types import Part, Split

T = TypeVar("T")
Way = tuple[Manoeuvre, str, bool, tuple[Input, ...]]
"""How a change is offered: what it is to, the hint, whether it is urgent, and what it asks."""


class ChangeFailed(Event, frozen=True):
    """A character could not change its mind in time: what it declared stands."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "{0} cannot change its mind in time.", self.id)


class Payment(NamedTuple):
    """What a change is paid with: what the actions took that were taken already, and what the test and the new action
    ask for (I4, M1, M2)."""

    kind: Split
    before: tuple[Claim, ...]
    wanted: tuple[Claim, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All of them, shares that nobody names being even parts of what is left."""
        asked, before = self.wanted, self.before
        if self.kind == "share" and before and not any(c.share for c in asked):
            left = min(c.pool for c in (*before, *asked)) - sum(c.share for c in before)
            asked = tuple(c._replace(share=share) for c, share in zip(asked, even(left, len(asked)), strict=True))
        return (*before, *asked)

    def dice(self) -> tuple[int, ...]:
        """The dice of the test and of the new action, if it rolls. Raises `Refusal`."""
        if len(self.claims) > 1:
            return paid(self.kind, self.claims)[len(self.before) :]
        return tuple(c.pool for c in self.claims)


def payment(view: View, declared: Declaration, action: Action, dice: int) -> Payment:
    """What changing to this action is paid with; the test has this share. A new action that rolls nothing leaves the
    test its whole pool. Raises `Refusal`."""
    rules, actor = rules_of(view), declared.id
    test = Claim("The test", size(testing(view, actor)), dice)
    if not rolls(view, actor, action):
        return Payment(rules.splits, _before(view, declared), (test,))
    if rules.splits == "none":
        split("none", (test.pool,), (dice or action.dice,))
        return Payment("none", (), (test,))
    return Payment(rules.splits, _before(view, declared), (test, claim(view, actor, action)))


def _before(view: View, declared: Declaration) -> tuple[Claim, ...]:
    """What was taken already of the dice that all of a turn's actions share; one alone had its whole pool."""
    rules = rules_of(view)
    if rules.splits == "none":
        return ()
    # What was attempted needs no dice any more, though the aim that it had is used up.
    claims = [claim(view, declared.id, one)._replace(certain=True) for one in _shared(view, declared)]
    test = Claim("The test before", size(testing(view, declared.id)), sum(declared.cuts))
    if rules.splits == "share":
        claims = [c if c.share else c._replace(share=max(c.pool, 0)) for c in claims]
        return (*claims, test) if test.share else tuple(claims)
    before = test._replace(share=0, certain=True)
    return (*claims, *[before] * _tests(declared, len(claims)))


def _tests(declared: Declaration, taken: int) -> int:
    """How many tests have lost dice already, beside so many actions that were taken: of N that pay together the last
    loses 2N-1 (M1), and the rest of them is still to come."""
    left = [cut for place, action in declared.left() if not action.extra and (cut := declared.cuts[place])]
    return (left[-1] + 1) // 2 - taken - len(left) if left else 0


def _shared(view: View, declared: Declaration) -> list[Action]:
    """The actions taken already that had a part of the dice."""
    taken = (declared.actions[place] for place in sorted(declared.used))
    return [one for one in taken if not apart(one) and pays(view, declared.id, one)]


def changeable(view: View, actor: str) -> Declaration:
    """The declaration of a character in which there is something left to change; it may be to do nothing. Raises
    `Refusal`."""
    declared = declaration(view, actor)
    if declared is None:
        raise Refusal("not-declared", "Nothing is declared that could be changed (I4).")
    over = any(not declared.actions[place].extra for place in declared.used)
    if bears(view, actor, "defending") or (over and all(action.extra for _, action in declared.left())):
        raise Refusal("done", "What was declared is done, and nothing is left of it that could be changed (I4, M4).")
    return declared


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


class ChangeAction(Command[Declaration | None], frozen=True):
    """Do something else than declared (I4): costs a point, and takes a success in the initiative test, which is
    split with the new action. `test`: the test's share of the shared pool; where neither share is named, each
    is an even part (M2). It replaces everything that is left but extra actions. Where the next action has become
    pointless, it replaces that one alone, without a cost and without a test (`replacing.py`)."""

    actor: Id
    action: Action
    test: Count = 0

    def check(self, view: View) -> Declaration | None:
        """Returns what is declared afterwards where that takes no test."""
        own(view, self.actor)
        own_time(view, self.actor)
        check_slot_free(view, self.actor)
        if old := pointless(view, self.actor):
            self.check_new(view)
            return replacement(view, old, self.action)
        declared = changeable(view, self.actor)
        check_points(view, self.actor, rules_of(view).change_cost, rule="I4")
        self.check_new(view)
        check_change(view, declared, self.action, self.test)
        return None

    def check_new(self, view: View) -> None:
        """Whether the new action is legal by itself. Raises `Refusal`."""
        check_action(view, self.actor, self.action)
        if self.action.extra or manoeuvre(self.action.manoeuvre).extra_actions(self.action):
            raise Refusal("not-extra", "Change to an ordinary action: one without extra actions of Celerity (I4, M3).")

    def in_words(self, view: View) -> str:
        if old := pointless(view, self.actor):
            return f"No cost and no test: {old.why}"
        declared = changeable(view, self.actor)
        due = payment(view, declared, self.action, self.test)
        rest = f"It {given_up(declared)}." if len(replaceable(declared)) > 1 else ""
        return " ".join(filter(None, (sums(due.kind, due.claims), rest)))

    def decide(self, table: Deciding[Declaration | None]) -> None:
        full, rules = table.full, rules_of(table.full)
        if table.checked is not None:
            declare(table, table.checked, "changes to")
            return
        declared = changeable(full, self.actor)
        due = payment(full, declared, self.action, self.test)
        dice = due.dice()
        action = manoeuvre(self.action.manoeuvre).complete(full, self.actor, self.action)
        action = replace(action, dice=dice[1]) if rules.splits == "share" and dice[1:] else action
        test = tested(full, self.actor, dice[0])
        spend(table, self.actor, rules.change_cost)
        if succeeds(table, self.actor, "Changing the action", test, traits=rules.initiative, kind="reflex"):
            cut = cuts(rules.splits, len(due.before) + 2)[-1]  # beside the test, whether it rolls or not
            if rules.splits == "share":  # what the tests took of the dice is gone for another change, too
                cut = dice[0] + sum(declared.cuts[place] for place, left in declared.left() if not left.extra)
            declare(table, replaced(declared, action, cut, wear(full, self.actor, action)), "changes to")
        else:
            table.emit(face_audience(full, self.actor), ChangeFailed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if not may_act(view, face.id) or not allowed(check_slot_free, view, face.id):
                continue
            whose = f"{face.name}: " if view.seat.is_storyteller else ""
            old = pointless(view, face.id)
            ways = cls.free(view, old) if old else cls.paid(view, face.id)
            for chosen, hint, urgent, asked in ways:
                label = f"{whose}Change to: {chosen.label}"
                yield Option(cls.__name__, face.id, label, hint, "change", urgent, asked)

    @classmethod
    def free(cls, view: View, old: Pointless) -> Iterator[Way]:
        """What a pointless action may be replaced with. Its dice, and whether it is an extra one, are those of the old
        one: neither is asked."""
        actor = old.declared.id
        for chosen in open_manoeuvres(view, actor):
            if may_replace(view, old, chosen):
                asked = inputs(view, actor, chosen, beside=old.beside)
                asked = tuple(one for one in asked if one.name not in ("dice", "extra"))
                yield chosen, f"no cost, no test (I4): {old.why}", True, asked

    @classmethod
    def paid(cls, view: View, actor: str) -> Iterator[Way]:
        """What all that is left may be changed to for a point and a test."""
        cost = rules_of(view).change_cost
        if not may_spend(view, actor, cost) or not allowed(changeable, view, actor):
            return
        declared, urgent = changeable(view, actor), bool(loses(view, actor))
        most = size(testing(view, actor))
        shared = Input("test", "Share of the dice for the test (0: an even part)", "number", most=most)
        own_share = (shared,) if rules_of(view).splits == "share" else ()
        before = "" if rules_of(view).splits == "none" else "the test’s share"
        hint = "; ".join(filter(None, (f"costs a point of {cost} and a test (I4)", given_up(declared))))
        for chosen in open_manoeuvres(view, actor):
            rolled = (" + ".join(pool) for pool in chosen.pools_in(rules_of(view)) if permitted(view, actor, pool))
            usual = Action(chosen.name, traits=next(rolled, "") if chosen.unrolled else "")
            ready = allowed(chosen.check_hand, view, in_hand(view, actor))
            if ready and allowed(check_change, view, declared, usual, 0):
                yield chosen, hint, urgent, (*own_share, *inputs(view, actor, chosen, beside=True, before=before))


def replaceable(declared: Declaration) -> list[Action]:
    """The actions that are still to come and that a change replaces: all but extra ones (M3)."""
    return [action for _, action in declared.left() if not action.extra]


def given_up(declared: Declaration) -> str:
    """What a change replaces, in words; "" where nothing was declared."""
    labels = [f"“{manoeuvre(action.manoeuvre).label}”" for action in replaceable(declared)]
    stay = ", but no extra action" if any(action.extra for _, action in declared.left()) else ""
    return f"replaces {joined(labels)}{stay}" if labels else ""


def check_change(view: View, declared: Declaration, action: Action, test: int) -> None:
    """Whether all that is left of a declaration may be changed to this, with such a share for the test. Raises
    `Refusal`."""
    check_moves((action, *(left for _, left in declared.left() if left.extra)))
    check_payable(view, declared, action, test)
    check_other(view, declared, action)


def check_other(view: View, declared: Declaration, action: Action) -> None:
    """Whether this is something else than all that is left of what was declared (I4). Raises `Refusal`."""
    left = replaceable(declared)
    if [one.manoeuvre for one in left] != [action.manoeuvre] or action.text not in ("", left[0].text):
        return
    if meant(view, declared.id, left[0]) == meant(view, declared.id, action):
        raise Refusal("not-other", "That is declared already: change to something else (I4).")


def meant(view: View, actor: str, action: Action) -> Action:
    """What an action comes to, however it is put: without its words, the usual pool and the usual answers named."""
    chosen = manoeuvre(action.manoeuvre)
    action = chosen.complete(view, actor, action)
    usual = {asked.name: asked.default for asked in details(view, actor, chosen)}
    answers = usual | {name: answer for name, answer in action.details if answer}
    pool = " + ".join(traits_of(view, actor, action))
    return replace(action, traits=pool, text="", details=tuple(sorted(answers.items())))


def check_payable(view: View, declared: Declaration, action: Action, test: int) -> None:
    """Whether a character can pay for the test and this action in its place, which is one of several shares with those
    taken before (M2), and has dice for the test (D19). Raises `Refusal`."""
    check_not_alone(view, action)
    if rules_of(view).splits == "share":
        check_one_target(view, [*_shared(view, declared), action])
    dice = payment(view, declared, action, test).dice()
    check_test(view, declared.id, tested(view, declared.id, dice[0]), "reflex")


def testing(view: View, actor: str) -> tuple[Part, ...]:
    """All that a character has for the test to change its mind. It shares its dice as an action does (I4, M2), but is a
    reflexive like the test to abort (I5): blindness and what else bears on all actions takes nothing from it, wounds do
    (D14, C22, X7)."""
    return parts(view, actor, rules_of(view).initiative)


def tested(view: View, actor: str, dice: int) -> tuple[Part, ...]:
    """What a character rolls to change its mind, with so many dice of its own (I4)."""
    return with_dice(testing(view, actor), dice)
