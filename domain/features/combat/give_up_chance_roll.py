"""Giving up: a declared action that has become a chance roll need not be taken, where the Storyteller lets its player
choose (S7). Whether it uses the turn she says, too; where it does not, the character may declare something else.

Only the player and the Storyteller know of the offer. The others learn the pool only when it is rolled.
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.command import Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre
from domain.features.actions.declaration import ActionUsed, begun, declaration
from domain.features.characters.character import FACES, Face, character, face_audience, own, owned, sheet_audience
from domain.features.combat.declare_action import undeclare
from domain.features.combat.take_action import SlotDone, coming_pool, finish_slot, next_action
from domain.features.combat.turns import may_act, own_time
from domain.features.rolls.roll import Pool
from domain.features.rolls.roll_modifiers import open_parts
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import literal, tell


class GivingUp(Record, frozen=True):
    """The Storyteller lets a character give up this declared action; its id is the character's. `costs_turn`: giving up
    uses the turn (S7)."""

    beside_sheet: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    action: Action
    costs_turn: bool

    def restating_event(self) -> Event:
        return GivingUpAllowed(self.id, self.action, self.costs_turn)


class GivingUpAllowed(Event, frozen=True):
    """A character may give up a declared action that has become a chance roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    action: Action
    costs_turn: bool

    def apply(self, records: Partition, at: int) -> None:
        records.put(GivingUp(self.id, self.action, self.costs_turn))


class GivingUpEnded(Event, frozen=True):
    """A character has given up what it was allowed to."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(GivingUp, self.id)


class ActionAbandoned(Event, frozen=True):
    """A character has given up a declared action before its roll (S7)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    how: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}} gives up: {literal(self.how)}.", self.id)


def chance_action(view: View, actor: str) -> tuple[int, Action]:
    """The action that a character would take next, which is a chance roll by all that everybody sees ruled on it (S5).
    Raises `Refusal`."""
    own_time(view, actor)
    coming, pool = next_action(declaration(view, actor)), coming_pool(view, actor)
    rules = rules_of(view)
    made = Pool(actor, "", (*pool, *open_parts(view, actor)))
    if coming is None or not pool or not rules.is_chance(made.throw(rules)):
        raise Refusal("no-chance-roll", "Only an action that has become a chance roll may be given up (S7).")
    return coming


def allowance(view: View, actor: str, action: Action) -> GivingUp | None:
    """The Storyteller's leave to give up just this action, as far as this view has it."""
    found = view.get(GivingUp, actor)
    return found if found is not None and found.action == action else None


class LetGiveUp(Command[Action], frozen=True):
    """Let a player choose whether her character gives up its next action, which has become a chance roll (S7).
    `costs_turn`: giving up uses the turn; otherwise she may declare something else."""

    actor: Id
    costs_turn: bool = False

    def check(self, view: View) -> Action:
        """Returns the action."""
        storyteller_only(view)
        face = character(view, self.actor)
        if not face.player:
            raise Refusal("no-player", f"{face.name} has no player to choose: give it up yourself (S7).")
        _, action = chance_action(view, self.actor)
        found = allowance(view, self.actor, action)
        if found is not None and found.costs_turn == self.costs_turn:
            raise Refusal("allowed", f"{face.name} may give that up already (S7).")
        return action

    def decide(self, table: Deciding[Action]) -> None:
        player = character(table.full, self.actor).player
        table.emit(sheet_audience(player), GivingUpAllowed(self.actor, table.checked, self.costs_turn))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in view.all(Face) if view.seat.is_storyteller else ():
            if may_act(view, face.id) and allowed(cls(face.id).check, view):
                label = f"Let {face.name} give up: {chance_label(view, face.id)} has become a chance roll"
                costs = Input("costs_turn", "Giving up uses the turn", "flag", rarely=True)
                yield Option(cls.__name__, face.id, label, "S7", "act", inputs=(costs,))


class AbandonAction(Command[tuple[int, Action]], frozen=True):
    """Give up the next declared action, which has become a chance roll, where the Storyteller lets the player (S7); of
    her own characters she decides herself."""

    actor: Id

    def check(self, view: View) -> tuple[int, Action]:
        """Returns the action and its place."""
        face = own(view, self.actor)
        place, action = chance_action(view, self.actor)
        if allowance(view, self.actor, action) is None and not (view.seat.is_storyteller and not face.player):
            raise Refusal("not-allowed", "Only where the Storyteller lets you: ask her, or roll it (S7).")
        return place, action

    def decide(self, table: Deciding[tuple[int, Action]]) -> None:
        full, where = table.full, face_audience(table.full, self.actor)
        place, action = table.checked
        leave = allowance(full, self.actor, action)
        table.emit(where, ActionAbandoned(self.actor, manoeuvre(action.manoeuvre).label))
        if leave is not None:
            table.emit(sheet_audience(character(full, self.actor).player), GivingUpEnded(self.actor))
        if leave is not None and leave.costs_turn:
            table.emit(where, SlotDone(self.actor, ""))
        elif begun(full, self.actor):
            table.emit(where, ActionUsed(self.actor, place))
            finish_slot(table, self.actor)
        else:
            undeclare(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if may_act(view, face.id) and allowed(cls(face.id).check, view):
                _, action = chance_action(view, face.id)
                leave = allowance(view, face.id, action)
                then = "uses your turn" if leave is not None and leave.costs_turn else "you may declare something else"
                whose = f"{face.name}: give" if view.seat.is_storyteller else "Give"
                label = f"{whose} up: {chance_label(view, face.id)} has become a chance roll"
                yield Option(cls.__name__, face.id, label, f"{then} (S7)", "act", leave is not None)


def chance_label(view: View, actor: str) -> str:
    """What the next action of a character is called."""
    _, action = chance_action(view, actor)
    return manoeuvre(action.manoeuvre).label
