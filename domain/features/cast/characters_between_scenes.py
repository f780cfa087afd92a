"""Memories: the records that are kept from scene to scene, apart from faces and sheets: obstacles and the attempts at
them (D13), used free botches (D12), pending consequences and fumbles (G4, C8), rulings on the next roll (X2), outcomes
that are not announced yet (X1), how often the Storyteller took control (X5), circumstances that last until she ends
them (X7), handouts, which characters are opponents, and each character's profile, experience, private notes and saved
rolls."""

from typing import ClassVar, get_args

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.experience import ExperienceLedger
from domain.features.characters.notes import Note
from domain.features.characters.opponents import Opponent
from domain.features.characters.profile import Profile
from domain.features.characters.saved_rolls import SavedRolls
from domain.features.combat.botched_disarm import Fumble
from domain.features.rolls.consequences import Banked
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.free_botches import BotchForgiven, Session, session
from domain.features.rolls.obstacles import Failures, Obstacle, Try
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll_modifiers import Ruling
from domain.features.rolls.secret_outcomes import Untold
from domain.features.rolls.standing_circumstances import Circumstance, CircumstanceReason
from domain.features.table.handout import Handout

Memory = (
    Banked
    | BotchForgiven
    | Circumstance
    | CircumstanceReason
    | ExperienceLedger
    | Failures
    | Fumble
    | Handout
    | Note
    | Obstacle
    | Opponent
    | Owed
    | Profile
    | Ruling
    | SavedRolls
    | Session
    | Try
    | Untold
    | Wear
)
MEMORIES: tuple[type[Record], ...] = get_args(Memory)


class CarriedMemory(msgspec.Struct, frozen=True, array_like=True):
    """A memory that is being moved between a chronicle and a scene, with its audience."""

    audience: Audience
    memory: Memory


class MemoryStated(Event, frozen=True):
    """A memory was moved here from the chronicle or from a scene. The story shows no line for it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    memory: Memory

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.memory)


class MemoryTaken(Event, frozen=True):
    """A memory is dropped here, because it was dropped in the scene or chronicle that had it last."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    kind: str
    id: str

    def apply(self, records: Partition, at: int) -> None:
        for type_ in MEMORIES:
            if type_.__name__ == self.kind:
                records.drop(type_, self.id)


def is_carried_over(record: Record) -> bool:
    """True if the record is kept from scene to scene. Not kept are a ruling on a single call, which ends with the call,
    and a circumstance that was set for one turn or one scene (X7)."""
    if isinstance(record, Circumstance | CircumstanceReason):
        return record.ends == "word"
    return isinstance(record, Memory) and not (isinstance(record, Ruling) and record.call)


def carried_memories(view: View) -> tuple[CarriedMemory, ...]:
    """Return all memories of this stream, ready to be moved, with the number of the current session (D12)."""
    found = tuple(
        CarriedMemory(partition.audience, memory)
        for partition in view.partitions
        for type_ in MEMORIES
        for memory in partition.all(type_)
        if isinstance(memory, Memory) and is_carried_over(memory) and not isinstance(memory, Session)
    )
    now = session(view)
    return (*found, CarriedMemory(EVERYONE, now)) if now else found


def ends_with_character(carried: CarriedMemory, actor: str, *, hidden: bool) -> bool:
    """True if this memory ends when a character has left for good. If the character was hidden, the memories that
    players have stay, because their end would tell the players that it left (X4)."""
    return actor in carried.memory.about and (carried.audience == STORYTELLER or not hidden)


def replace_memories(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """Replace all memories of this stream by the given ones."""
    forget_missing(table, memories)
    add_memories(table, memories)


def forget_missing(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """Drop each memory of this stream that is not among the given ones. All memories of this stream had been moved to
    another, so a memory that does not come back was dropped there."""
    kept = {(carried.audience, type(carried.memory), carried.memory.id) for carried in memories}
    for audience, partition in list(table.state.partitions.items()):
        for type_ in MEMORIES:
            for old in list(partition.all(type_)):
                if is_carried_over(old) and (audience, type_, old.id) not in kept:
                    table.emit(audience, MemoryTaken(type_.__name__, old.id))


def add_memories(table: Deciding, memories: tuple[CarriedMemory, ...]) -> None:
    """Add the given memories to the memories of this stream."""
    for carried in memories:
        if table.state.partition(carried.audience).get(type(carried.memory), carried.memory.id) != carried.memory:
            table.emit(carried.audience, MemoryStated(carried.memory))
