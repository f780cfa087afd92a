"""Taking back: the table returns to an earlier moment of the scene (G0).

The log only grows, so taking back removes nothing from it. Each audience gets the records of its part of the table as
they were, and the story shows the lines since then struck through. To undo a taking back, take back to the moment
before it.

Speech is not undone, and secrets that were shown stay known. Records that are `irrevocable` (the seals of the dice)
keep their present value. The same dice are never rolled twice, because the count of draws goes on.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, takewhile
from typing import Any, ClassVar, Final, TypeVar, Union

import msgspec

from domain.catalogue import catalogue, lift_record
from domain.command import Command
from domain.core.audience import EVERYONE, SEALED, STORYTELLER, Audience, Kind
from domain.core.bounds import Moment
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import STORY_KEPT, Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, lifted, phrase
from domain.features.cast.hide_and_reveal import Unseen
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face
from domain.features.rolls.retractions import Retraction, retractable
from domain.features.rolls.roll import Roll
from domain.features.table.settings import Setting, storyteller_only
from domain.features.table.story_log import Line, tell

TAKEN_BACK: Final = phrase("line-taken-back")
DONE_AGAIN: Final = phrase("line-done-again")
AS_BEFORE: Final = phrase("line-as-before")

R = TypeVar("R", bound=Record)
NOTHING_SINCE: Final = Refusal("nothing-since", rule="G0")
Gone = tuple[tuple[str, str], ...]
"""The classes and ids of records."""


@cache
def revocable() -> Any:
    """Return the union of all record types that taking back restores. Types that additions register are included."""
    return Union[tuple(r for r in catalogue().records.values() if not r.irrevocable)]  # noqa: UP007 - made at run time


class Retracted(Event, frozen=True):
    """The audience's part of the table returns to the commit with the count `until`: the records in `gone` are dropped,
    and `records` are written as they were. `text` is the line in the story, `NO_WORDS` for none; `who` is the seat that
    took the commits back."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    version: ClassVar[int] = 2

    until: int
    gone: Gone
    records: "tuple[revocable(), ...]"  # type: ignore[valid-type]  # known once all are loaded
    who: str
    text: Words = NO_WORDS

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        until, gone, records, who, *text = fields
        laid = list(map(lift_record, records)) if isinstance(records, list) else records
        return [until, gone, laid, who, *map(lifted, text)]

    def apply(self, records: Partition, at: int) -> None:
        known = catalogue().records
        for kind, id_ in self.gone:
            if kind in known:
                records.drop(known[kind], id_)
        for record in self.records:
            records.put(record)
        id_ = f"{records.audience} {records.count}"
        if records.count - 1 > self.until:
            records.put(Retraction(id_, records.audience, self.until + 1, records.count - 1))
        if self.text:
            tell(records, at, self.text, kind="ruled", who=self.who)


class TakeBack(Command, frozen=True):
    """Return the table to the moment at which the Storyteller had received `at` parts of the scene; everything since
    then is taken back (G0). `seen`: the latest moment that she has seen; the command is refused if more has happened
    since. 0 skips that check."""

    looks_back: ClassVar[bool] = True

    at: Moment
    seen: Moment = 0

    @property
    def back_to(self) -> int:
        return self.at

    def check(self, view: View) -> None:
        storyteller_only(view)
        if self.at >= view.moment:
            raise NOTHING_SINCE
        if self.seen and self.seen != view.moment:
            raise Refusal("went-on", rule="G0")

    def decide(self, table: Deciding) -> None:
        events = [found for now in table.full.partitions if (found := retraction_for(table, now))]
        # Tell each reader once: a line for everybody reaches all, and the Storyteller reads every audience.
        others = [audience for audience, _ in events if audience != STORYTELLER]
        heard = [EVERYONE] if EVERYONE in others else others or [STORYTELLER]
        for audience, fact in events:
            table.emit(audience, fact if audience in heard else msgspec.structs.replace(fact, text=NO_WORDS))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the option without a moment. The page fills in the moment that the Storyteller is looking back at."""
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and found.place == "scene" and found.open:
            label, hint = phrase("option-take-back", rule="G0"), phrase("hint-take-back")
            yield Option(cls.__name__, "", label, hint, "past", grave=True)


def retraction_for(table: Deciding, now: Partition) -> tuple[Audience, Retracted] | None:
    """Return an audience and its event, or None if nothing changed for the audience; the Storyteller always gets one.
    If the state no longer has all story lines since that moment, the event has no text, because nobody can tell whether
    the missing lines were actions."""
    audience = now.audience
    if audience == SEALED:
        return None
    before = table.past.partitions.get(audience) or Partition(audience, [])
    gone, records = restoring(before, now)
    let_go = len(now.story) >= STORY_KEPT and next(story_counts(now), 0) > before.count + 1
    words = retraction_counts(now)
    struck = [record for record in retractable(now) if record.n > before.count and record.n not in words]
    if not (audience == STORYTELLER or gone or records or struck or let_go):
        return None
    again = any(kind == Retraction.__name__ for kind, _ in gone)
    text = TAKEN_BACK if struck else DONE_AGAIN if again else AS_BEFORE if gone or records else NO_WORDS
    names = vanished_names(now, table.past.full.known_to(audience))
    return audience, Retracted(before.count, gone, (*records, *names), table.seat.id, text)


def story_counts(partition: Partition) -> Iterator[int]:
    """Yield the commit count of each line and each roll of a story, oldest first."""
    return (record.n for record in partition.story.values() if isinstance(record, Roll | Line))


def retraction_counts(partition: Partition) -> set[int]:
    """Return the commit counts at which an audience was told of a taking back."""
    return {one.last + 1 for one in partition.all(Retraction)}


def restoring(before: Partition, now: Partition) -> tuple[Gone, tuple[Record, ...]]:
    """Return the records to drop, and the records to write, in order, so that an audience's records equal `before`."""
    gone: list[tuple[str, str]] = []
    records: list[Record] = []
    for type_ in {**before.tables, **now.tables}:
        if not type_.irrevocable:
            was, current = [as_before(record, now) for record in before.all(type_)], list(now.all(type_))
            same = sum(1 for _ in takewhile(lambda pair: pair[0].id == pair[1].id, zip(was, current, strict=False)))
            gone += [(type_.__name__, record.id) for record in current[same:]]
            records += [*(old for old, new in zip(was, current[:same], strict=False) if old != new), *was[same:]]
    rolls = (as_before(roll, now) for roll in before.all(Roll))
    records += [roll for roll in rolls if now.get(Roll, roll.id) not in (None, roll)]
    return tuple(gone), tuple(records)


def as_before(record: R, now: Partition) -> R:
    """Return a record as it was, but with two present values: the public copy of a roll, and the permission to look
    back."""
    found = now.get(type(record), record.id)
    if isinstance(record, Roll) and isinstance(found, Roll):
        return msgspec.structs.replace(record, shown=found.shown)
    if isinstance(record, Setting) and isinstance(found, Setting):
        return msgspec.structs.replace(record, look_back=found.look_back)
    return record


def vanished_names(now: Partition, past: View) -> list[Unseen]:
    """Return the names of characters that the story mentions although this audience no longer sees them."""
    there = {one.id for one in named_characters(past)}
    return [Unseen(one.id, one.name) for one in named_characters(now) if one.id not in there]


def named_characters(view: View | Partition) -> Iterator[Face | Absent | Unseen]:
    """Yield every character whose name this view or partition has: in the scene, out of the scene, or hidden again."""
    return chain(view.all(Face), view.all(Absent), view.all(Unseen))
