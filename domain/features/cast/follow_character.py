"""Follow a character: move, end or keep every record about a character that leaves, is hidden or revealed, or changes
hands.

Each class of records says which characters it is about and what happens to it then (`domain.core.record`); this file
carries that out in every audience. A hidden character that leaves causes no public event: the others keep what they
know.
"""

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, named, seats
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.cast.carry_over import CarriedMemory, Memory, MemoryStated, goes_on
from domain.features.characters.absence import whoever
from domain.features.characters.character import (
    Face,
    FaceLeft,
    Sheet,
    SheetTaken,
    character,
    face_audience,
    sheet_audience,
)

R = TypeVar("R", bound=Record)


class LetGo(Event, frozen=True):
    """Something about a character is no more, or not this audience's any more, without a word about it. `kind` is the
    record's class."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    kind: str
    id: str

    def apply(self, records: Partition, at: int) -> None:
        type_ = catalogue().records.get(self.kind)
        if type_ is not None:
            records.drop(type_, self.id)


def take_out(table: Deciding, actor: str, *, for_good: bool) -> tuple[CarriedMemory, ...]:
    """Take a character off the table, with all that is nothing without it; unless it does so `for_good`, what keeps
    its place for it stays. Returns what is remembered of it."""
    full = table.full
    seen, reader = face_audience(full, actor), sheet_audience(character(full, actor).player)
    told = list(table.state.partitions) if seen == EVERYONE else [STORYTELLER]
    kept: list[CarriedMemory] = []
    for audience, record in concerning(table, actor):
        if audience not in told or _goes_with_face(record, actor) or isinstance(record, Sheet):
            continue
        if record.keeps_place and not for_good:
            continue
        rest = record.without(actor)
        if rest is None and isinstance(record, Memory) and goes_on(record):
            kept.append(CarriedMemory(audience, record))
        table.emit(audience, _stating(rest) if rest is not None else _gone(record))
    table.emit(seen, FaceLeft(actor))
    table.emit(reader, SheetTaken(actor))
    return tuple(kept)


def move_face(
    table: Deciding,
    actor: str,
    target: Audience,
    stated: Callable[[Record], Event] = lambda record: record.restating_event(),
) -> None:
    """Hide or show a character: its face goes to the other audience, with what stands beside it, as it is to be
    `stated` there (X4)."""
    source = face_audience(table.full, actor)
    moved: list[Record] = []
    for audience, record in concerning(table, actor):
        fate = record.on_hiding(actor)
        goes, ends = fate == "goes" and audience == source, fate == "ends" and target == STORYTELLER
        if goes:
            moved.append(record)
        if ends or (goes and not _goes_with_face(record, actor)):
            table.emit(audience, _gone(record))
    table.emit(source, FaceLeft(actor))
    for record in moved:
        table.emit(target, stated(record))


def move_sheet(table: Deciding, actor: str, player: str, taken: SheetTaken, face: Event | None = None) -> None:
    """Hand a character over: its sheet, and what its player alone knows of it, go to the new one (""). What it was
    asked by way of the other is over. `taken` takes the sheet away, `face` says whose it is now."""
    full = table.full
    before = character(full, actor).player
    moved: list[tuple[Audience, Record]] = []
    for audience, record in concerning(table, actor):
        fate = record.on_handing(actor)
        heirs = _heirs(full, record, audience, actor, player) if fate == "goes" else audience
        if heirs != audience:
            moved.append((heirs, record))
        if fate == "ends" or (heirs != audience and not isinstance(record, Sheet)):
            table.emit(audience, _gone(record))
    table.emit(sheet_audience(before), taken)
    if face is not None:
        table.emit(EVERYONE, face)
    for heirs, moving in moved:
        rest = of_those_here(full, moving) if heirs == STORYTELLER else moving
        if rest is not None:
            there = table.state.partition(heirs).get(type(rest), rest.id)
            table.emit(heirs, _stating(rest.merged_with(there) if there is not None else rest))


def of_those_here(full: View, record: R) -> R | None:
    """What of a record is about characters who are here, or may come back: others may still know of one who was hidden
    when it left for good, the Storyteller need not (X4). None: nothing."""
    rest: R | None = record
    for id_ in record.about:
        if rest is not None and id_ and whoever(full, id_) is None:
            rest = rest.without(id_)
    return rest


def concerning(table: Deciding, actor: str) -> Iterator[tuple[Audience, Record]]:
    """All records about a character, as they stand when asked, each with its audience."""
    found = [
        (audience, record)
        for audience, partition in table.state.partitions.items()
        for type_, records in partition.tables.items()
        if type_.about is not Record.about or type_.face or type_.beside_sheet
        for record in records.values()
        if actor in record.about
    ]
    yield from sorted(found, key=lambda one: (one[0] != EVERYONE, one[0]))


def _heirs(full: View, record: Record, audience: Audience, actor: str, player: str) -> Audience:
    """Who reads a record in place of a player who has given a character away; she too where she plays another that it
    is about."""
    if record.beside_sheet:
        return sheet_audience(player)
    before = character(full, actor).player
    readers = named(audience)
    if before not in readers:
        return audience
    others = (full.get(Face, other) for other in record.about if other != actor)
    if not any(face is not None and face.player == before for face in others):
        readers -= {before}
    readers |= {player} if player else set()
    return seats(*readers) if readers else STORYTELLER


def _goes_with_face(record: Record, actor: str) -> bool:
    """Whether `FaceLeft` takes it along."""
    return record.face and record.character_id == actor


def _gone(record: Record) -> LetGo:
    return LetGo(type(record).__name__, record.id)


def _stating(record: Record) -> Event:
    return MemoryStated(record) if isinstance(record, Memory) else record.restating_event()
