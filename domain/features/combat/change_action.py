"""Changing an action: on its slot a character takes another action than it declared (I4)."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, TypeVar

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Count, Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, listed, phrase, term
from domain.features.actions.action import manoeuvre, outside_split
from domain.features.actions.action_checks import check_action, check_not_alone, details
from domain.features.actions.action_costs import (
    Claim,
    check_moves,
    check_one_target,
    claim,
    claims_in_words,
    split_dice,
)
from domain.features.actions.action_form import inputs
from domain.features.actions.action_pools import in_split, rolls_dice, traits_of
from domain.features.actions.available import open_manoeuvres
from domain.features.actions.declaration import Declaration, declaration, general_modifiers
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.character import FACES, by_seat, face_audience, own, owned
from domain.features.characters.conditions import bears
from domain.features.characters.points import check_points, may_spend, spend
from domain.features.combat.declare_action import declare
from domain.features.combat.next_action import why_next_lost
from domain.features.combat.replace_pointless_action import Pointless, find_pointless, may_replace, replacement
from domain.features.combat.slot_conditions import check_slot_free
from domain.features.combat.turns import check_own_time, may_act
from domain.features.rolls.pools import check_test, parts, permitted, size, succeeds, with_dice
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Manoeuvre
from domain.rules.action_dice import cuts, even, split
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part, Split
from domain.tracked_view import memoized

T = TypeVar("T")
ChangeOffer = tuple[Manoeuvre, Words | str, bool, tuple[Input, ...]]
"""A change that is offered: the new manoeuvre, a hint, whether the offer is urgent, and the fields of its form."""


class ChangeFailed(Event, frozen=True):
    """A character failed the test to change its action, so its declaration stays."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-change-failed", who=character_ref(self.id)))


class Payment(NamedTuple):
    """The shares of the pool that a change needs: those of the actions that were already taken, of the test, and of the
    new action (I4, M1, M2)."""

    kind: Split
    before: tuple[Claim, ...]
    wanted: tuple[Claim, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return all shares that are claimed. If no share is named, the test and the new action divide the remaining
        dice evenly."""
        wanted, before = self.wanted, self.before
        if self.kind == "share" and before and not any(c.share for c in wanted):
            left = min(c.pool for c in (*before, *wanted)) - sum(c.share for c in before)
            wanted = tuple(c._replace(share=share) for c, share in zip(wanted, even(left, len(wanted)), strict=True))
        return (*before, *wanted)

    def dice(self) -> tuple[int, ...]:
        """Return the dice of the test and, if the new action is rolled, of the new action. Raise `Refusal` if there are
        not enough dice."""
        if len(self.claims) > 1:
            return split_dice(self.kind, self.claims)[len(self.before) :]
        return tuple(c.pool for c in self.claims)


def payment(view: View, declared: Declaration, action: Action, dice: int) -> Payment:
    """Return the payment for a change to this action; `dice` is the share of the test. If the new action is not rolled,
    it takes no share. Raise `Refusal` if a share is named in rules without shares."""
    rules, actor = rules_of(view), declared.id
    test = Claim(phrase("claim-test"), size(change_test(view, actor)), dice)
    if not rolls_dice(view, actor, action):
        return Payment(rules.splits, _claims_before(view, declared), (test,))
    if rules.splits == "none":
        split("none", (test.pool,), (dice or action.dice,))
        return Payment("none", (), (test,))
    return Payment(rules.splits, _claims_before(view, declared), (test, claim(view, actor, action)))


def _claims_before(view: View, declared: Declaration) -> tuple[Claim, ...]:
    """Return the shares of the turn's dice that are already used. An action that was declared as the only one had its
    whole pool, and used no share."""
    rules = rules_of(view)
    if rules.splits == "none":
        return ()
    taken = _taken_on_shared_dice(view, declared)
    # `certain`: an action that was taken needs no more dice. If a called shot or an aim gave it some, they are used up.
    claims = [claim(view, declared.id, action)._replace(certain=True) for action in taken]
    test = Claim(phrase("claim-earlier-test"), size(change_test(view, declared.id)), sum(declared.cuts))
    if rules.splits == "share":
        claims = [c if c.share else c._replace(share=max(c.pool, 0)) for c in claims]
        return (*claims, test) if test.share else tuple(claims)
    before = test._replace(share=0, certain=True)
    return (*claims, *[before] * _tests_before(declared, len(claims)))


def _tests_before(declared: Declaration, taken: int) -> int:
    """Return how many tests have lost dice in this turn so far. The last of N actions and tests loses 2N-1 dice (M1),
    so N follows from that loss; all of them that are not actions, taken or still to come, are tests."""
    left = [cut for place, action in declared.left() if not action.extra and (cut := declared.cuts[place])]
    return (left[-1] + 1) // 2 - taken - len(left) if left else 0


def _taken_on_shared_dice(view: View, declared: Declaration) -> list[Action]:
    """Return the actions that are already taken and had a share of the dice."""
    taken = (declared.actions[place] for place in sorted(declared.used))
    return [action for action in taken if not outside_split(action) and in_split(view, declared.id, action)]


def changeable(view: View, actor: str) -> Declaration:
    """Return a character's declaration, which may be empty. Raise `Refusal` if it has none, or if no part of it can be
    changed any more."""
    declared = declaration(view, actor)
    if declared is None:
        raise Refusal("nothing-to-change", rule="I4")
    over = any(not declared.actions[place].extra for place in declared.used)
    if bears(view, actor, "defending") or (over and all(action.extra for _, action in declared.left())):
        raise Refusal("change-too-late", rule="I4")
    return declared


def with_replacement(declared: Declaration, action: Action, cut: int, worn: int) -> Declaration:
    """Return the declaration with this one action in place of all remaining actions. Extra actions stay (M3)."""
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
    """Do a different action than declared (I4). This costs a point and needs a successful initiative test, which shares
    its dice with the new action. `test`: the test's share of the pool; without a named share, both get the same (M2).
    The new action replaces all remaining actions except extra ones. If the next action has become pointless, the new
    action replaces only that action, without cost and without a test."""

    preview = "dice"
    title = phrase("option-change-action")

    actor: Id
    action: Action
    test: Count = 0

    def check(self, view: View) -> Declaration | None:
        """Return the new declaration if the change needs no test, else None."""
        own(view, self.actor)
        check_own_time(view, self.actor)
        check_slot_free(view, self.actor)
        if old := find_pointless(view, self.actor):
            self.check_new(view)
            return replacement(view, old, self.action)
        declared = changeable(view, self.actor)
        check_points(view, self.actor, rules_of(view).change_cost, rule="I4")
        self.check_new(view)
        check_change(view, declared, self.action, self.test)
        return None

    def check_new(self, view: View) -> None:
        """Raise `Refusal` if the new action could not be declared at all."""
        check_action(view, self.actor, self.action)
        if self.action.extra or manoeuvre(self.action.manoeuvre).extra_actions(self.action):
            raise Refusal("change-to-ordinary", rule="I4")

    def in_words(self, view: View) -> Words | str:
        if old := find_pointless(view, self.actor):
            return phrase("hint-free-change", rule="I4", why=old.why)
        declared = changeable(view, self.actor)
        due = payment(view, declared, self.action, self.test)
        dice = claims_in_words(due.kind, due.claims)
        if len(replaced_actions(declared)) < 2:
            return dice
        replaces = replaced_in_words(declared)
        return phrase("change-also", dice=dice, replaces=replaces) if dice else replaces

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
        test = change_test_share(full, self.actor, dice[0])
        spend(table, self.actor, rules.change_cost)
        if succeeds(table, self.actor, phrase("roll-to-change"), test, traits=rules.initiative, kind="reflex"):
            cut = cuts(rules.splits, len(due.before) + 2)[
                -1
            ]  # the test counts as an action, even if the new action is not rolled
            if rules.splits == "share":  # the dice of the tests are also lost to a later change
                cut = dice[0] + sum(declared.cuts[place] for place, left in declared.left() if not left.extra)
            declare(
                table,
                with_replacement(declared, action, cut, general_modifiers(full, self.actor, action)),
                "changes to",
            )
        else:
            table.emit(face_audience(full, self.actor), ChangeFailed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if may_act(view, face.id):
                yield from options_to_change(view, face.id)

    @classmethod
    def free_changes(cls, view: View, old: Pointless) -> Iterator[ChangeOffer]:
        """Yield the actions that may replace a pointless action at no cost. The new action takes over the dice of the
        pointless one, and is extra if the pointless one was, so the form has no fields for either."""
        actor = old.declared.id
        for chosen in open_manoeuvres(view, actor):
            if may_replace(view, old, chosen):
                fields = inputs(view, actor, chosen, beside=old.beside)
                fields = tuple(field for field in fields if field.name not in ("dice", "extra"))
                yield chosen, phrase("hint-free-change", rule="I4", why=old.why), True, fields

    @classmethod
    def paid_changes(cls, view: View, actor: str) -> Iterator[ChangeOffer]:
        """Yield the actions that may replace all remaining actions for a point and a test."""
        cost = rules_of(view).change_cost
        if not may_spend(view, actor, cost) or not allowed(changeable, view, actor):
            return
        declared, urgent = changeable(view, actor), bool(why_next_lost(view, actor))
        most = size(change_test(view, actor))
        shared = Input("test", phrase("ask-test-share"), "number", most=most)
        own_share = (shared,) if rules_of(view).splits == "share" else ()
        before = NO_WORDS if rules_of(view).splits == "none" else phrase("share-of-test")
        hint = both(phrase("hint-change-cost", rule="I4", store=term(cost)), replaced_in_words(declared))
        for chosen in open_manoeuvres(view, actor):
            rolled = (" + ".join(pool) for pool in chosen.pools_in(rules_of(view)) if permitted(view, actor, pool))
            usual = Action(chosen.name, traits=next(rolled, "") if chosen.unrolled else "")
            ready = allowed(chosen.check_hand, view, in_hand(view, actor))
            if ready and allowed(check_change, view, declared, usual, 0):
                yield chosen, hint, urgent, (*own_share, *inputs(view, actor, chosen, beside=True, before=before))


@memoized
def options_to_change(view: View, actor: str) -> tuple[Option, ...]:
    """Return the options to change an action, for a character that may act now."""
    if not allowed(check_slot_free, view, actor):
        return ()
    old = find_pointless(view, actor)
    offers = ChangeAction.free_changes(view, old) if old else ChangeAction.paid_changes(view, actor)
    return tuple(_change_options(view, actor, offers))


def _change_options(view: View, actor: str, offers: Iterator[ChangeOffer]) -> Iterator[Option]:
    for chosen, hint, urgent, fields in offers:
        label = by_seat(view, actor, phrase("option-change-to", action=chosen.words))
        yield Option(ChangeAction.__name__, actor, label, hint, "change", urgent, fields)


def replaced_actions(declared: Declaration) -> list[Action]:
    """Return the remaining actions that a change replaces: all except extra actions (M3)."""
    return [action for _, action in declared.left() if not action.extra]


def replaced_in_words(declared: Declaration) -> Words:
    """Return in words which actions a change replaces, or `NO_WORDS` if no action is left to replace."""
    named = [manoeuvre(action.manoeuvre).words for action in replaced_actions(declared)]
    if not named:
        return NO_WORDS
    if any(action.extra for _, action in declared.left()):
        return phrase("hint-change-replaces-not-extra", actions=listed(named))
    return phrase("hint-change-replaces", actions=listed(named))


def both(one: Words, other: Words) -> Words:
    """Return two hints joined into one. Each may be `NO_WORDS`."""
    return phrase("hint-both", one=one, other=other) if one and other else one or other


def check_change(view: View, declared: Declaration, action: Action, test: int) -> None:
    """Raise `Refusal` if the remaining actions may not be changed to this action, with this share for the test."""
    check_moves((action, *(left for _, left in declared.left() if left.extra)))
    check_payable(view, declared, action, test)
    check_differs(view, declared, action)


def check_differs(view: View, declared: Declaration, action: Action) -> None:
    """Raise `Refusal` if the new action equals the only action that remains (I4)."""
    left = replaced_actions(declared)
    if [old.manoeuvre for old in left] != [action.manoeuvre] or action.text not in ("", left[0].text):
        return
    if normalised(view, declared.id, left[0]) == normalised(view, declared.id, action):
        raise Refusal("declared-already", rule="I4")


def normalised(view: View, actor: str, action: Action) -> Action:
    """Return the action in a form in which equal actions are equal values: without its free text, with the usual pool
    and the default answers filled in."""
    chosen = manoeuvre(action.manoeuvre)
    action = chosen.complete(view, actor, action)
    usual = {question.name: question.default for question in details(view, actor, chosen)}
    answers = usual | {name: answer for name, answer in action.details if answer}
    pool = " + ".join(traits_of(view, actor, action))
    return replace(action, traits=pool, text="", details=tuple(sorted(answers.items())))


def check_payable(view: View, declared: Declaration, action: Action, test: int) -> None:
    """Raise `Refusal` if the character cannot pay for the test and the new action, which share dice with the actions
    already taken (M2), or has no dice for the test (D19)."""
    check_not_alone(view, action)
    if rules_of(view).splits == "share":
        check_one_target(view, [*_taken_on_shared_dice(view, declared), action])
    dice = payment(view, declared, action, test).dice()
    check_test(view, declared.id, change_test_share(view, declared.id, dice[0]), "reflex")


def change_test(view: View, actor: str) -> tuple[Part, ...]:
    """Return the whole pool of the test to change an action. The test shares dice as an action does (I4, M2), but it is
    reflexive, like the test to abort (I5): wounds reduce it, but blindness and other penalties on actions do not (D14,
    C22, X7)."""
    return parts(view, actor, rules_of(view).initiative)


def change_test_share(view: View, actor: str, dice: int) -> tuple[Part, ...]:
    """Return the pool of the test to change an action, if this many dice are its share (I4)."""
    return with_dice(change_test(view, actor), dice)
