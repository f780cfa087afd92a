"""Fumbles (C8, G4): a character that botches a disarm loses its own weapon or takes a blow. The Storyteller decides
between them, at once or later. Until she has decided, the question is a record that only she can read."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, Self

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import STORYTELLER, Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, character_ref, phrase, term
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import is_for_shots
from domain.features.actions.weapon_in_hand import in_hand, lose_weapon
from domain.features.characters.character import Face
from domain.features.combat.attack_steps import strike_without_roll
from domain.features.rolls.pending_consequences import ConsequenceSettled, Owed
from domain.features.rolls.roll import Roll
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Result

DISARM: Final = "disarm"
"""The name of the manoeuvre."""
OLD_REASON: Final = "Disarm"
"""The reason that older versions stored for the roll of a disarm."""
ATTACK: Final = "attack"
"""The name of the manoeuvre with which the opponent strikes if the fumble costs a blow."""
Cost = Literal["weapon", "blow", "nothing"]


class Fumble(Record, frozen=True):
    """A botched disarm for which the Storyteller has not decided the cost yet. `roll`: the id of its roll in the
    Storyteller's records."""

    lasts: ClassVar[bool] = True

    by: str
    on: str
    roll: str = ""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.by, self.on)

    def without(self, actor: str) -> Self | None:
        return None if actor == self.by else replace(self, on="")


class DisarmBotched(Event, frozen=True):
    """A character botched a disarm."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    by: str
    on: str
    roll: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Fumble(self.id, self.by, self.on, self.roll))
        tell(records, at, phrase("line-disarm-botched", who=character_ref(self.by)))


class FumbleSettled(Event, frozen=True):
    """The cost of a botched disarm is decided."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Fumble, self.id)


def record_fumble(table: Deciding, by: str, on: str, roll: str) -> None:
    """Ask the Storyteller what a botched disarm costs. This replaces the general question that follows a botch (G4)."""
    for pending in [pending for pending in table.full.all(Owed) if pending.roll == roll]:
        table.emit(STORYTELLER, ConsequenceSettled(pending.id))
    table.emit(STORYTELLER, DisarmBotched(table.chance.id(STORYTELLER), by, on, roll))


def update_fumble(table: Deciding, roll: Roll, result: Result) -> None:
    """Update the question after the Storyteller has overridden the roll with `result` (C8, G0): drop it if the disarm
    is no longer a botch; ask it if the disarm is a botch now and its opponent is known."""
    if result != "botch":
        for old in [fumble for fumble in table.full.all(Fumble) if fumble.roll == roll.id]:
            table.emit(STORYTELLER, FumbleSettled(old.id))
    elif roll.result != "botch" and is_disarm(roll) and table.full.get(Face, roll.actor) is not None:
        record_fumble(table, roll.actor, roll.on if table.full.get(Face, roll.on) else "", roll.id)


def fumble_was_settled(view: View, roll: Roll, result: Result) -> bool:
    """True if `result` would undo the botch of a disarm although its cost has already been decided (C8)."""
    botched = is_disarm(roll) and roll.result == "botch"
    return botched and result != "botch" and all(fumble.roll != roll.id for fumble in view.all(Fumble))


def is_disarm(roll: Roll) -> bool:
    """True if this is the roll of a disarm, and the roll names its opponent."""
    return roll.reason in (manoeuvre(DISARM).words, OLD_REASON) and bool(roll.on)


def possible_costs(view: View, found: Fumble) -> Iterator[Choice]:
    """Yield the costs that are still possible for a fumble. A character with bare hands cannot lose a weapon, and an
    opponent that has left cannot strike."""
    held = in_hand(view, found.by)
    if held != BARE_HANDS:
        yield Choice("weapon", phrase("choice-cost-weapon", weapon=term(held.name)))
    striking = view.get(Face, found.on)
    if striking is not None and view.get(Face, found.by) is not None:
        yield Choice("blow", phrase("choice-cost-blow", who=character_ref(striking.id)), phrase("hint-cost-blow"))
    yield Choice("nothing", phrase("choice-cost-nothing"))


class SettleFumble(Command, frozen=True):
    """Decide the cost of a botched disarm (C8): the weapon, a blow by the opponent, or no cost."""

    answers = "fumble"

    fumble: Id
    cost: Cost

    def check(self, view: View) -> None:
        storyteller_only(view)
        found = view.get(Fumble, self.fumble)
        if found is None:
            raise Refusal("fumble-settled", rule="C8")
        if self.cost not in {choice.value for choice in possible_costs(view, found)}:
            raise Refusal("cost-not-possible", rule="C8")

    def decide(self, table: Deciding) -> None:
        found = table.full.get(Fumble, self.fumble)
        table.emit(STORYTELLER, FumbleSettled(self.fumble))
        if found is None or self.cost == "nothing":
            return
        if self.cost == "weapon":
            lose_weapon(table, found.by)
            return
        held = in_hand(table.full, found.on)
        bare = held == BARE_HANDS or is_for_shots(rules_of(table.full), held)
        details = () if bare else (("weapon", held.name),)
        strike_without_roll(table, found.on, found.by, Action(ATTACK, (found.by,), details=details), ruled=True)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        for found in view.all(Fumble):
            fumbles = (Choice(found.id, manoeuvre(DISARM).words),)
            which = Input("fumble", phrase("ask-fumble"), "choice", fumbles, default=found.id)
            cost = Input("cost", phrase("ask-fumble-cost"), "choice", tuple(possible_costs(view, found)))
            label = phrase("option-settle-fumble", rule="C8", who=character_ref(found.by))
            yield Option(cls.__name__, "", label, NO_WORDS, "act", True, (which, cost))
