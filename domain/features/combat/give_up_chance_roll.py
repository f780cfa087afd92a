"""Giving up: if a declared action has become a chance roll, the Storyteller may let the player give it up (S7). She
also decides whether this uses the turn. If not, the character may declare another action.

Only the player and the Storyteller know of this permission. The table learns the pool when it is rolled.
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.declaration import ActionUsed, declaration, has_begun_to_act
from domain.features.characters.character import (
    FACES,
    Face,
    by_seat,
    character,
    face_audience,
    own,
    owned,
    sheet_audience,
)
from domain.features.combat.declare_action import drop_declaration
from domain.features.combat.finish_slot import SlotDone, finish_slot
from domain.features.combat.next_action import next_action, next_pool
from domain.features.combat.turns import check_own_time, may_act
from domain.features.rolls.roll_modifiers import open_parts
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.rules.rule_types import Throw
from domain.tracked_view import memoized


class GivingUp(Record, frozen=True):
    """The Storyteller's permission to give up this declared action (S7); its id is the character's. `costs_turn`:
    giving up uses the turn."""

    beside_sheet: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    action: Action
    costs_turn: bool

    def restating_event(self) -> Event:
        return GivingUpAllowed(self.id, self.action, self.costs_turn)


class GivingUpAllowed(Event, frozen=True):
    """The Storyteller permits a character to give up a declared action that has become a chance roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    action: Action
    costs_turn: bool

    def apply(self, records: Partition, at: int) -> None:
        records.put(GivingUp(self.id, self.action, self.costs_turn))


class GivingUpEnded(Event, frozen=True):
    """A character used its permission to give up an action."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(GivingUp, self.id)


class ActionAbandoned(Event, frozen=True):
    """A character gave up a declared action before its roll (S7)."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("how",)

    id: str
    how: Words

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-gives-up", who=character_ref(self.id), action=self.how))


def chance_action(view: View, actor: str) -> tuple[int, Action]:
    """Return a character's next action and its index, if public rulings have made it a chance roll (S5). Raise
    `Refusal` if they do not, or if it is not the character's time to act."""
    check_own_time(view, actor)
    coming, pool = next_action(declaration(view, actor)), next_pool(view, actor)
    rules = rules_of(view)
    ruled = Pool(actor, "", (*pool, *open_parts(view, actor)))
    if coming is None or not pool or not rules.is_chance(ruled.throw(rules)):
        raise Refusal("only-a-chance-roll", rule="S7")
    return coming


@memoized
def has_chance_action(view: View, actor: str) -> bool:
    """True if the action that a character would take next has become a chance roll (S5)."""
    rules = rules_of(view)
    chance = rules.is_chance(Throw(0, rules.difficulty()))  # only rules with chance rolls need this check
    return chance and may_act(view, actor) and allowed(chance_action, view, actor)


def allowance(view: View, actor: str, action: Action) -> GivingUp | None:
    """Return the permission to give up this action, if this view has one."""
    found = view.get(GivingUp, actor)
    return found if found is not None and found.action == action else None


class LetGiveUp(Command[Action], frozen=True):
    """Permit a player to give up her character's next action, which has become a chance roll (S7). `costs_turn`: giving
    up uses the turn; otherwise the character may declare a different action."""

    actor: Id
    costs_turn: bool = False

    def check(self, view: View) -> Action:
        """Return the action that may be given up."""
        storyteller_only(view)
        face = character(view, self.actor)
        if not face.player:
            raise Refusal("no-player-to-choose", rule="S7", who=character_ref(face.id))
        _, action = chance_action(view, self.actor)
        found = allowance(view, self.actor, action)
        if found is not None and found.costs_turn == self.costs_turn:
            raise Refusal("may-give-up-already", rule="S7", who=character_ref(face.id))
        return action

    def decide(self, table: Deciding[Action]) -> None:
        player = character(table.full, self.actor).player
        table.emit(sheet_audience(player), GivingUpAllowed(self.actor, table.checked, self.costs_turn))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in view.all(Face) if view.seat.is_storyteller else ():
            if has_chance_action(view, face.id) and allowed(cls(face.id).check, view):
                label = phrase("option-let-give-up", rule="S7", who=character_ref(face.id))
                hint = phrase("hint-chance-roll", action=chance_label(view, face.id))
                costs = Input("costs_turn", phrase("ask-giving-up-costs"), "flag", rarely=True)
                yield Option(cls.__name__, face.id, label, hint, "act", inputs=(costs,))


class AbandonAction(Command[tuple[int, Action]], frozen=True):
    """Give up the next declared action, because it has become a chance roll (S7). A player needs the Storyteller's
    permission; for her own characters the Storyteller needs none."""

    actor: Id

    def check(self, view: View) -> tuple[int, Action]:
        """Return the index of the action, and the action."""
        face = own(view, self.actor)
        place, action = chance_action(view, self.actor)
        if allowance(view, self.actor, action) is None and not (view.seat.is_storyteller and not face.player):
            raise Refusal("ask-to-give-up", rule="S7")
        return place, action

    def decide(self, table: Deciding[tuple[int, Action]]) -> None:
        full, where = table.full, face_audience(table.full, self.actor)
        place, action = table.checked
        leave = allowance(full, self.actor, action)
        table.emit(where, ActionAbandoned(self.actor, manoeuvre(action.manoeuvre).words))
        if leave is not None:
            table.emit(sheet_audience(character(full, self.actor).player), GivingUpEnded(self.actor))
        if leave is not None and leave.costs_turn:
            table.emit(where, SlotDone(self.actor, NO_WORDS))
        elif has_begun_to_act(full, self.actor):
            table.emit(where, ActionUsed(self.actor, place))
            finish_slot(table, self.actor)
        else:
            drop_declaration(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if has_chance_action(view, face.id) and allowed(cls(face.id).check, view):
                _, action = chance_action(view, face.id)
                leave = allowance(view, face.id, action)
                costs = leave is not None and leave.costs_turn
                hint = phrase("hint-give-up-turn" if costs else "hint-give-up-free")
                label = phrase("option-give-up", rule="S7", action=chance_label(view, face.id))
                yield Option(cls.__name__, face.id, by_seat(view, face.id, label), hint, "act", leave is not None)


def chance_label(view: View, actor: str) -> Words:
    """Return the label of a character's next action."""
    _, action = chance_action(view, actor)
    return manoeuvre(action.manoeuvre).words
