"""Aborting: giving up a declared action for a defence, at any moment before it was taken (I5)."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from domain.core.audience import Kind
from domain.core.bounds import Count, Id, Name, ShortText
from domain.core.command import Choice, Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.action import Action, check_action, manoeuvre, readied_by
from domain.features.actions.declaration import Declaration, begun, declaration, dice_now, in_place, pool_now
from domain.features.actions.matching_defence import Meeting, can_meet, defence_pool, defences, lasts, waiting
from domain.features.characters.character import FACES, own, owned
from domain.features.characters.wounds import check_will
from domain.features.combat.declare_action import declare, declared_to, kept_back
from domain.features.combat.initiative import slot_of
from domain.features.combat.turns import able, running
from domain.features.rolls.pools import check_test, check_throw, in_dice, in_words, parts, size, succeeds
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Defence
from domain.rules.rule_types import Part


class AbortFailed(Event, frozen=True):
    """A character could not give up its action for a defence; it does not get another try this turn."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    id: str

    def apply(self, records: Partition, at: int) -> None:
        found = declaration(records, self.id)
        if found is not None:
            records.put(msgspec.structs.replace(found, tried=True))
        tell(records, at, "{0} tries to defend itself instead, and cannot in time.", self.id)


def abortable(view: View, actor: str) -> Declaration:
    """The declaration of a character that may still abort what it declared. Raises `Refusal`."""
    running(view)
    declared = declaration(view, actor)
    if declared is None:
        raise Refusal("not-declared", "Nothing is declared that could be aborted (I5).")
    check_will(view, actor, "aborting")
    if not able(view, slot_of(view, actor), "waiting", "yielded", "late") or begun(view, actor):
        raise Refusal("acted", "An action can be aborted only before the character has acted (I5).")
    if declared.tried:
        raise Refusal("tried", "One try a turn to abort (I5).")
    return declared


def may_abort(view: View, actor: str) -> bool:
    """Whether a character might still abort something, as far as this view sees (I5)."""
    try:
        declared = abortable(view, actor)
    except Refusal:
        return False
    return any(not manoeuvre(action.manoeuvre).defence for _, action in declared.left())


def aborted(view: View, declared: Declaration, place: int, defence: Action) -> Declaration:
    """The declaration with one action turned into a defence. Raises `Refusal`."""
    return msgspec.structs.replace(in_place(view, declared, place, defence, "I5"), tried=True)


def check_abort(view: View, declared: Declaration, place: int, defence: Action) -> None:
    """Whether this action may be turned into this defence. Raises `Refusal`."""
    chosen = manoeuvre(defence.manoeuvre)
    if place not in dict(declared.left()):
        raise Refusal("no-such-action", "There is no such action left to abort (I5).")
    if not isinstance(chosen, Defence) or chosen.lasts_turn:
        raise Refusal("no-defence", "An action is aborted into a defence: dodge, block or parry (I5).")
    old = declared.actions[place]
    if lasts(old):
        raise Refusal("any-defence", f"{manoeuvre(old.manoeuvre).label} is every defence already (C19, I5).")
    check_action(view, declared.id, defence, readied_by(declared.actions[:place]))
    check_throw(view, dice_now(view, aborted(view, declared, place, defence), place))


def tested(view: View, actor: str) -> tuple[Part, ...]:
    """What a character rolls to abort (I5)."""
    return parts(view, actor, rules_of(view).initiative)


def check_can_test(view: View, actor: str) -> None:
    """Whether a character has dice for the test, which would use up its one try (D19, I5); what everybody hears ruled
    waits while the test is hidden as the declaration is. Raises `Refusal`."""
    if kept_back(view, actor):
        check_throw(view, size(tested(view, actor)))
    else:
        check_test(view, actor, tested(view, actor), "reflex")


class AbortAction(Command, frozen=True):
    """Turn a declared action into a defence (I5): a reflexive initiative test. `place`: which action, the first
    being 0. While the declaration is hidden, so are the test and what comes of it (I2)."""

    actor: Id
    defence: Name
    place: Count = 0
    traits: ShortText = ""

    def check(self, view: View) -> None:
        own(view, self.actor)
        declared = abortable(view, self.actor)
        check_abort(view, declared, self.place, Action(self.defence, traits=self.traits))
        check_can_test(view, self.actor)

    def decide(self, table: Deciding) -> None:
        full = table.full
        declared = abortable(full, self.actor)
        test = tested(full, self.actor)
        heard = declared_to(full, self.actor)
        traits = rules_of(full).initiative
        if succeeds(table, self.actor, "Aborting the action", test, traits=traits, audience=heard, kind="reflex"):
            defence = Action(self.defence, traits=self.traits)
            declare(table, aborted(full, declared, self.place, defence), "aborts to")
        else:
            table.emit(heard, AbortFailed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            try:
                declared = abortable(view, face.id)
                check_can_test(view, face.id)
            except Refusal:
                continue
            for place, action in declared.left():
                old, into = manoeuvre(action.manoeuvre), tuple(_defences(view, declared, place))
                if into:
                    whose = f" for {face.name}" if view.seat.is_storyteller else ""
                    which = Input(
                        "place", "Action", "choice", (Choice(str(place), old.label, old.rule),), 1, 1, str(place)
                    )
                    asked = (which, Input("defence", "Defence", "choice", into, default=into[0].value))
                    yield Option(cls.__name__, face.id, f"Abort{whose}: {old.label}", "I5", "change", inputs=asked)


def _defences(view: View, declared: Declaration, place: int) -> Iterator[Choice]:
    """What the action at this place may become, but for what is declared already, with the dice that it would have:
    against the attack that waits for it, if one does, as many as it would meet that with (C20)."""
    blow, ready = waiting(view, declared.id), {action.manoeuvre for _, action in declared.left()}
    for chosen in defences():
        defence = Action(chosen.name)
        if not allowed(check_abort, view, declared, place, defence):
            continue
        became = aborted(view, declared, place, defence)
        pool = pool_now(view, became, place)
        if blow is not None:
            pool = defence_pool(view, blow, Meeting(place, chosen), became)
        if chosen.name not in ready and (blow is None or (chosen.stops(view, blow) and can_meet(view, blow, chosen))):
            yield Choice(chosen.name, chosen.label, f"{in_dice(view, size(pool))}: {in_words(view, pool)}")
