"""Fumbles (C8, G4): who botches a disarm loses its own weapon or takes a blow. Which of them is the Storyteller's to
say, at once or later; the question stands with her alone."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, Self

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Kind
from domain.core.bounds import Id
from domain.core.command import Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre
from domain.features.actions.attack_in_progress import for_shots
from domain.features.actions.weapon_in_hand import in_hand, lose
from domain.features.characters.character import Face
from domain.features.combat.attack_steps import fall
from domain.features.rolls.pending_consequences import ConsequenceSettled, Owed
from domain.features.rolls.roll import Roll
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Result

DISARM: Final = "disarm"
"""The manoeuvre, by name."""
ATTACK: Final = "attack"
"""What a blow is that it costs."""
Cost = Literal["weapon", "blow", "nothing"]


class Fumble(Record, frozen=True):
    """A disarm that was botched, and has cost nothing yet; `roll` is its roll, as the Storyteller has it."""

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
    """Somebody botched a disarm."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    by: str
    on: str
    roll: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Fumble(self.id, self.by, self.on, self.roll))
        tell(records, at, "{0} has botched a disarm: it loses its weapon, or {1} strikes it.", self.by, self.on)


class FumbleSettled(Event, frozen=True):
    """What a botched disarm costs has been said."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Fumble, self.id)


def fumble(table: Deciding, by: str, on: str, roll: str) -> None:
    """Put the question to the Storyteller, in place of the wider one what comes of a botch (G4)."""
    for owed in [owed for owed in table.full.all(Owed) if owed.roll == roll]:
        table.emit(STORYTELLER, ConsequenceSettled(owed.id))
    table.emit(STORYTELLER, DisarmBotched(table.chance.id(STORYTELLER), by, on, roll))


def fumble_anew(table: Deciding, roll: Roll, now: Result) -> None:
    """A roll is overridden: of a disarm that is no botch by now the question is gone, and of one that is a botch there
    is one (C8, G0), where it is known whom it was against."""
    if now != "botch":
        for found in [one for one in table.full.all(Fumble) if one.roll == roll.id]:
            table.emit(STORYTELLER, FumbleSettled(found.id))
    elif roll.result != "botch" and is_disarm(roll) and table.full.get(Face, roll.actor) is not None:
        fumble(table, roll.actor, roll.on if table.full.get(Face, roll.on) else "", roll.id)


def was_settled(view: View, roll: Roll, now: Result) -> bool:
    """Whether a disarm was botched, and is not by this word, when it was said already what that costs (C8)."""
    botched = is_disarm(roll) and roll.result == "botch"
    return botched and now != "botch" and all(one.roll != roll.id for one in view.all(Fumble))


def is_disarm(roll: Roll) -> bool:
    """Whether a disarm was rolled with it, and it is known against whom."""
    return roll.reason == manoeuvre(DISARM).label and bool(roll.on)


def costs(view: View, found: Fumble) -> Iterator[Choice]:
    """What a fumble may still cost: who has nothing in hand loses nothing, and who is gone strikes nobody."""
    held = in_hand(view, found.by)
    if held != BARE_HANDS:
        yield Choice("weapon", f"It loses the {held.name}")
    striking = view.get(Face, found.on)
    if striking is not None and view.get(Face, found.by) is not None:
        yield Choice("blow", f"{striking.name} strikes it", "damage without an attack roll")
    yield Choice("nothing", "Nothing")


class SettleFumble(Command, frozen=True):
    """Say what a botched disarm costs (C8): the weapon, a blow of the opponent's, or nothing."""

    fumble: Id
    cost: Cost

    def check(self, view: View) -> None:
        storyteller_only(view)
        found = view.get(Fumble, self.fumble)
        if found is None:
            raise Refusal("no-such-fumble", "That has been settled (C8).")
        if self.cost not in {choice.value for choice in costs(view, found)}:
            raise Refusal("cost", "That it cannot cost any more: see who is there, and what is in hand (C8).")

    def decide(self, table: Deciding) -> None:
        found = table.full.get(Fumble, self.fumble)
        table.emit(STORYTELLER, FumbleSettled(self.fumble))
        if found is None or self.cost == "nothing":
            return
        if self.cost == "weapon":
            lose(table, found.by)
            return
        held = in_hand(table.full, found.on)
        bare = held == BARE_HANDS or for_shots(rules_of(table.full), held)
        details = () if bare else (("weapon", held.name),)
        fall(table, found.on, found.by, Action(ATTACK, (found.by,), details=details), ruled=True)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        for found in view.all(Fumble):
            face = view.get(Face, found.by)
            which = Input("fumble", "The fumble", "choice", (Choice(found.id, "disarm"),), default=found.id)
            cost = Input("cost", "It costs", "choice", tuple(costs(view, found)))
            label = f"{face.name if face else 'Somebody'} has botched a disarm"
            yield Option(cls.__name__, "", label, "C8", "act", True, (which, cost))
