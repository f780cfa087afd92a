"""A mark in every field of every event that can be secret, with the events read from the catalogue (FLT33): a new event
takes part without an entry here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from domain.catalogue import catalogue
from domain.core.audience import SEALED, STORYTELLER, Audience, Kind, Seat, seats
from domain.core.event import Event, Fact
from domain.core.words import Words, character_ref, seat_ref, term, typed
from domain.features.actions.aim_points import Spot
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.scene import AllowLookBack
from domain.records.bearing import Bearing
from domain.rules.declared_action import Action
from server.fold.commit_codec import pack
from server.log.contract import Entry, next_chain
from tests.canaries import found
from tests.domain.random_play import PLAYERS, ST, WATCHER, Wanderer, shape_of
from tests.server.secrecy.outputs import CHEAP, DEAR
from tests.server.secrecy.world_with_secrets import World
from tests.server.socketless_tables import NOON, frames

ANNA, BEN = PLAYERS
LOW = (ANNA, WATCHER)
KNOWN = {(Action, "manoeuvre"): "attack", (Bearing, "name"): "dazed", (Spot, "condition"): "dazed"}
"""Fields that take only words known to the program."""
OF_WHAT_IS_THERE = {"CopyShown.roll"}
"""Fields by which an event finds the record that it changes; most events use their `id`."""
ONLY_MEANT = {
    "GrappleEnded.grapple", "HiddenReadied.late", "LetGo.kind", "MemoryTaken.kind", "OriginStated.chain",
    "OriginStated.stream", "PointsSet.pool", "Retracted.gone", "RulingNoted.actor", "ThrowAnswered.roll",
    "ToldInSecret.actor", "TriesForgotten.actor", "TriesForgotten.obstacle",
}  # fmt: skip
"""Fields that name their subject and are copied into no record."""
FOR_NOBODY = {
    "KeySealed.groves", "KeySealed.hidden", "KeySealed.ids", "KeySealed.public", "NonceUsed.seat", "NoncesLeft.nonces",
    "NoncesLeft.seat",
}  # fmt: skip
"""Fields of sealed events, which not even the Storyteller receives."""
PUBLIC = {
    "ChapterCard", "Clock", "DiceSeal", "OpenLeaf", "Pace", "Rulebook", "SceneCard", "Session", "Setting", "StoryCard",
    "Tension", "Turn", "Unseen",
}  # fmt: skip
"""Public records: no event that writes them can be secret."""
SEALED_RECORDS = {"Loan", "SceneKey"}
SECRET: dict[Kind, Audience] = {"storyteller": STORYTELLER, "seats": seats(BEN.id), "sealed": SEALED}
"""An audience of each kind without Anna in it."""


class Marker(Wanderer):
    """A maker of events whose every word, id and bytes value is a mark of 128 bits; it remembers the field of each
    mark."""

    def __init__(self, seed: str) -> None:
        super().__init__(0)
        self.random = Random(seed)
        self.marks: defaultdict[str, list[bytes]] = defaultdict(list)
        """The marks, by event and field."""
        self._field = "id"
        self.same = self.mark().decode()
        """The id used for every record with an id, so that a later event finds the record of an earlier one."""

    def mark(self) -> bytes:
        made = f"{self.random.getrandbits(128):032x}".encode()
        self.marks[self._field].append(made)
        return made

    def words(self) -> Words:
        """Return words with a mark in every place that takes text, also where the sentence would not show it."""
        refs = (
            ("whom", character_ref(self.marked())),
            ("told", seat_ref(self.marked())),
            ("what", term(self.marked())),
        )
        within = Words(self.marked(), (("text", typed(self.marked())), *refs), self.marked())
        return Words(self.marked(), (("text", self.marked()), *refs, ("within", within)), self.marked())

    def marked(self) -> str:
        return self.mark().decode()

    def value(self, shape: inspect.Type) -> Any:
        match shape:
            case inspect.StrType():
                return self.mark().decode()
            case inspect.BytesType():
                return self.mark()
            case inspect.StructType() if is_words(shape):
                return msgspec.to_builtins(self.words())
            case inspect.CollectionType():
                return [self.value(shape.item_type) for _ in range(shape.min_length or 1)]
            case inspect.UnionType():
                kinds = [one for one in shape.types if not isinstance(one, inspect.NoneType)]
                return self.value(next((one for one in kinds if is_words(one)), kinds[0]))
            case _:
                return super().value(shape)

    def number(self, shape: inspect.IntType) -> int:
        """Always return the least value: a number may select among a few choices."""
        return shape.ge or 0

    def fields(self, shape: inspect.StructType, given: dict[str, Any], freely: float = 1.0) -> list[Any]:
        known = {field.name: KNOWN[shape.cls, field.name] for field in shape.fields if (shape.cls, field.name) in KNOWN}
        ids = {field.name: self.same for field in shape.fields if field.name == "id"}
        return super().fields(shape, given | known | ids, freely)

    def event(self, type_: type[Event]) -> Event:
        values: list[Any] = [type_.__name__]
        for field in shape_of(type_).fields:
            self._field = f"{type_.__name__}.{field.name}"
            finds = field.name == "id" or self._field in OF_WHAT_IS_THERE
            values.append(self.same if finds else self.value(field.type))
        return msgspec.convert(values, type_)


class Sweep:
    """A table at which every secret event has happened twice: in the order of the names, then backwards, so that an
    event that changes a record finds it."""

    def __init__(self, seed: str) -> None:
        self.world = World("nightfall", Random(seed), ("shade",), tasks=True)
        for command in (AllowLookBack(True), StartTurns()):
            self.world.does(ST, command, type(command).__name__.encode())
        self.marker = Marker(seed)
        self.told: dict[Seat, list[bytes]] = {seat: [] for seat in (*LOW, ST)}

    def passes(self) -> Iterator[None]:
        """Apply all events in the order of their names, then backwards, and yield after each pass."""
        events = [type_ for _, type_ in sorted(catalogue().events.items())]
        for order in (events, events[::-1]):
            for type_ in order:
                for kind in sorted(type_.audiences & SECRET.keys()):
                    self.happens(Fact(SECRET[kind], self.marker.event(type_)))
            yield

    def whole(self) -> Sweep:
        for _ in self.passes():
            pass
        return self

    def happens(self, fact: Fact) -> None:
        """Append a commit of this fact."""
        folded = self.world.folded
        payload = pack(ST.id, bytes(32), NOON, [fact]).payload
        seq = folded.head.seq + 1
        entry = Entry(seq, next_chain(folded.head.chain, payload), b"%032d" % seq, payload)
        _, told = folded.take(entry)
        self.world.entries.append(entry)
        for seat, bytes_ in self.told.items():
            bytes_.append(folded.projection.message(seat, told))

    def marks(self) -> list[bytes]:
        return [mark for marks in self.marker.marks.values() for mark in marks]

    def written(self) -> set[str]:
        """Return the fields of records in which the Storyteller received a mark."""
        marks, fields = self.marks(), set[str]()
        for message in filter(None, self.told[ST]):
            for _, _, _, _, _, changed, _ in frames(message):
                for type_, *values in changed:
                    names = catalogue().records[type_].__struct_fields__
                    fields |= {f"{type_}.{n}" for n, v in zip(names, values, strict=True) if has_mark(v, marks)}
        return fields


def has_mark(value: object, marks: list[bytes]) -> bool:
    text = repr(value).encode()
    return any(mark in text for mark in marks)


def is_words(shape: inspect.Type) -> bool:
    """True for the type of a sentence as data."""
    return isinstance(shape, inspect.StructType) and shape.cls is Words


def worded(shape: inspect.Type) -> bool:
    """True if a type contains words, ids or bytes."""
    match shape:
        case inspect.StructType() if is_words(shape):
            return True
        case inspect.StrType() | inspect.BytesType():
            return True
        case inspect.CollectionType():
            return worded(shape.item_type)
        case inspect.TupleType():
            return any(map(worded, shape.item_types))
        case inspect.UnionType():
            return any(map(worded, shape.types))
        case inspect.StructType():
            return any(worded(field.type) for field in shape.fields)
        case _:
            return False


def test_nothing_of_a_secret_event_is_told_to_others(seed: int) -> None:
    """FLT33, SEC8: of an event for the Storyteller, for another seat or for no seat, Anna and a guest receive no byte
    at the time, and no mark later through any output."""
    sweep = Sweep(f"{seed} events")
    for _ in sweep.passes():
        for seat in LOW:
            assert not any(sweep.told[seat])
            shown = repr([way(sweep.world.out(), seat) for way in (*CHEAP, *DEAR)]).encode()
            assert found(sweep.marks(), shown) == [], seat


def test_every_field_of_a_secret_event_is_searched_for(seed: int) -> None:
    """The sweep is complete: the Storyteller receives a mark from each field of each secret event, except fields that
    only name their subject."""
    sweep = Sweep(f"{seed} fields").whole()
    told = b"".join(sweep.told[ST])
    untold = {field for field, marks in sweep.marker.marks.items() if not any(mark in told for mark in marks)}
    assert untold == ONLY_MEANT | FOR_NOBODY


def test_every_field_of_a_secret_record_is_searched_for(seed: int) -> None:
    """Each field of each record that can be secret gets a mark from a secret event."""
    fields = {
        f"{name}.{field.name}"
        for name, type_ in catalogue().records.items()
        for field in shape_of(type_).fields
        if worded(field.type)
    }
    fields -= {f"{type_.__name__}.{name}" for type_, name in KNOWN}
    fields -= {"Line.id", "HandoutCard.id", "Retraction.id", "Retraction.audience"}  # counts, and their audience
    written = Sweep(f"{seed} records").whole().written()
    others = PUBLIC | SEALED_RECORDS
    assert {field for field in fields - written if field.partition(".")[0] not in others} == set()
    assert others & {field.partition(".")[0] for field in written} == set(), "these can be secret after all"
