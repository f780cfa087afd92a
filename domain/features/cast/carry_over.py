"""Memories: what a table keeps of its dice from scene to scene: what was tried and how often (D13), who has had a free
botch (D12), what is owed or kept for later (G4, C8), what is ruled on the next roll (X2), what has not been told (X1),
how often control was taken (X5), and which circumstances last until the Storyteller ends them (X7)."""

from typing import ClassVar, get_args

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.combat.botched_disarm import Fumble
from domain.features.rolls.consequences import Banked
from domain.features.rolls.free_botches import BotchForgiven, Session, session
from domain.features.rolls.obstacles import Failures, Obstacle, Try
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll_modifiers import Ruling, Wear
from domain.features.rolls.secret_outcomes import Untold
from domain.features.rolls.standing_circumstances import Circumstance, CircumstanceReason

Memory = (
    Banked
    | BotchForgiven
    | Circumstance
    | CircumstanceReason
    | Failures
    | Fumble
    | Obstacle
    | Owed
    | Ruling
    | Session
    | Try
    | Untold
    | Wear
)
MEMORIES: tuple[type[Record], ...] = get_args(Memory)


class CarriedMemory(msgspec.Struct, frozen=True, array_like=True):
    """Something remembered, on the way between a chronicle and its scenes, and whose it is."""

    audience: Audience
    memory: Memory


class MemoryStated(Event, frozen=True):
    """Something is remembered here as it was elsewhere, without a word about it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    memory: Memory

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.memory)


class MemoryTaken(Event, frozen=True):
    """Something that was remembered here is so no longer: elsewhere it was forgotten."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    kind: str
    id: str

    def apply(self, records: Partition, at: int) -> None:
        for type_ in MEMORIES:
            if type_.__name__ == self.kind:
                records.drop(type_, self.id)


def goes_on(record: Record) -> bool:
    """Whether something is remembered from scene to scene: what is ruled on one call ends with it, and so does a
    circumstance that was to last for a turn or a scene (X7)."""
    if isinstance(record, Circumstance | CircumstanceReason):
        return record.ends == "word"
    return isinstance(record, Memory) and not (isinstance(record, Ruling) and record.call)


def remembered(view: View) -> tuple[CarriedMemory, ...]:
    """All that a place remembers, as it travels, with the session that is being played (D12)."""
    found = tuple(
        CarriedMemory(partition.audience, memory)
        for partition in view.partitions
        for type_ in MEMORIES
        for memory in partition.all(type_)
        if isinstance(memory, Memory) and goes_on(memory) and not isinstance(memory, Session)
    )
    now = session(view)
    return (*found, CarriedMemory(EVERYONE, now)) if now else found


def gone_with(carried: CarriedMemory, actor: str, *, hidden: bool) -> bool:
    """Whether this is no more once a character has left for good: of a hidden one, others keep what they know (X4)."""
    return actor in carried.memory.about and (carried.audience == STORYTELLER or not hidden)


def remember(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """State what travelled, in place of all that was remembered here."""
    forget(table, memories)
    bring_back(table, memories)


def forget(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """Forget what was remembered here and is not in what comes back: all of it went along."""
    brought = {(one.audience, type(one.memory), one.memory.id) for one in memories}
    for audience, partition in list(table.state.partitions.items()):
        for type_ in MEMORIES:
            for old in list(partition.all(type_)):
                if goes_on(old) and (audience, type_, old.id) not in brought:
                    table.emit(audience, MemoryTaken(type_.__name__, old.id))


def bring_back(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """State what travelled, beside what is remembered here."""
    for one in memories:
        if table.state.partition(one.audience).get(type(one.memory), one.memory.id) != one.memory:
            table.emit(one.audience, MemoryStated(one.memory))
