"""Following a character: when a character leaves, is hidden or revealed, or is handed over, every record about it is
moved, dropped or kept.

Each class of records says which characters a record is about, and what happens to it (`domain.core.record`); this file
applies that in every audience. If a hidden character leaves, no public event tells so: players keep the records that
they have.
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
from domain.features.cast.characters_between_scenes import CarriedMemory, Memory, MemoryStated, is_carried_over
from domain.features.characters.absence import face_or_absent
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
    """A record about a character was dropped for this audience. The story shows no line for it. `kind`: the class of
    the record."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    kind: str
    id: str

    def apply(self, records: Partition, at: int) -> None:
        type_ = catalogue().records.get(self.kind)
        if type_ is not None:
            records.drop(type_, self.id)


def remove_character(table: Deciding, actor: str, *, for_good: bool) -> tuple[CarriedMemory, ...]:
    """Take a character off the table, with all records that depend on it. Records with the mark `keeps_place` stay,
    unless it leaves `for_good`. Return the memories about it."""
    full = table.full
    seen, reader = face_audience(full, actor), sheet_audience(character(full, actor).player)
    audiences = list(table.state.partitions) if seen == EVERYONE else [STORYTELLER]
    kept: list[CarriedMemory] = []
    for audience, record in records_about(table, actor):
        if audience not in audiences or _goes_with_face(record, actor) or isinstance(record, Sheet):
            continue
        if record.keeps_place and not for_good:
            continue
        rest = record.without(actor)
        if rest is None and isinstance(record, Memory) and is_carried_over(record):
            kept.append(CarriedMemory(audience, record))
        table.emit(audience, _statement_of(rest) if rest is not None else _record_dropped(record))
    table.emit(seen, FaceLeft(actor))
    table.emit(reader, SheetTaken(actor))
    return tuple(kept)


def move_face(
    table: Deciding,
    actor: str,
    target: Audience,
    stated: Callable[[Record], Event] = lambda record: record.restating_event(),
) -> None:
    """Hide or reveal a character: move its face, and the records that depend on it, to the audience `target`. `stated`
    makes, for each record, the event that writes it there (X4)."""
    source = face_audience(table.full, actor)
    moved: list[Record] = []
    for audience, record in records_about(table, actor):
        fate = record.on_hiding(actor)
        goes, ends = fate == "goes" and audience == source, fate == "ends" and target == STORYTELLER
        if goes:
            moved.append(record)
        if ends or (goes and not _goes_with_face(record, actor)):
            table.emit(audience, _record_dropped(record))
    table.emit(source, FaceLeft(actor))
    for record in moved:
        table.emit(target, stated(record))


def move_sheet(table: Deciding, actor: str, player: str, taken: SheetTaken, face: Event | None = None) -> None:
    """Hand a character over: move its sheet, and the private records of its old player about it, to the new player (""
    is the Storyteller). Pending questions to the old player end. `taken`: the event that takes the sheet away. `face`:
    the event that names the new player."""
    full = table.full
    before = character(full, actor).player
    moved: list[tuple[Audience, Record]] = []
    for audience, record in records_about(table, actor):
        fate = record.on_handing(actor)
        heirs = _readers_after(full, record, audience, actor, player) if fate == "goes" else audience
        if heirs != audience:
            moved.append((heirs, record))
        if fate == "ends" or (heirs != audience and not isinstance(record, Sheet)):
            table.emit(audience, _record_dropped(record))
    table.emit(sheet_audience(before), taken)
    if face is not None:
        table.emit(EVERYONE, face)
    for heirs, moving in moved:
        rest = without_absent(full, moving) if heirs == STORYTELLER else moving
        if rest is not None:
            there = table.state.partition(heirs).get(type(rest), rest.id)
            table.emit(heirs, _statement_of(rest.merged_with(there) if there is not None else rest))


def without_absent(full: View, record: R) -> R | None:
    """Return a record without the characters that have left for good, or None if nothing remains. The records of
    players may still name a character that was hidden when it left for good; the Storyteller's records need not
    (X4)."""
    rest: R | None = record
    for id_ in record.about:
        if rest is not None and id_ and face_or_absent(full, id_) is None:
            rest = rest.without(id_)
    return rest


def records_about(table: Deciding, actor: str) -> Iterator[tuple[Audience, Record]]:
    """Yield all records about a character, each with its audience. Records that are written after the call are not
    included."""
    found = [
        (audience, record)
        for audience, partition in table.state.partitions.items()
        for type_, records in partition.tables.items()
        if type_.about is not Record.about or type_.face or type_.beside_sheet
        for record in records.values()
        if actor in record.about
    ]
    yield from sorted(found, key=lambda pair: (pair[0] != EVERYONE, pair[0]))


def _readers_after(full: View, record: Record, audience: Audience, actor: str, player: str) -> Audience:
    """Return the new audience of a record after its player has given a character away. She still reads it if she plays
    another character that it is about."""
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
    """True if `FaceLeft` drops the record together with the face."""
    return record.face and record.character_id == actor


def _record_dropped(record: Record) -> LetGo:
    return LetGo(type(record).__name__, record.id)


def _statement_of(record: Record) -> Event:
    return MemoryStated(record) if isinstance(record, Memory) else record.restating_event()
