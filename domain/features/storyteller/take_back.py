"""Taking back: the table is again as it was at an earlier moment of the scene (G0).

The log only grows. So what is taken back is not removed: each audience is told, in records, how its part of the table
was then, and the story keeps what was done since, struck through. To undo that, one goes back to the moment before it.

What was said stays said, what was shown stays shown, and what is `irrevocable` (the seals of the dice) is as it is now.
Dice never fall twice: they are drawn with the count, which goes on.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, takewhile
from typing import Any, ClassVar, Final, TypeVar, Union

import msgspec

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, SEALED, STORYTELLER, Audience, Kind
from domain.core.bounds import Moment
from domain.core.command import Command, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import STORY_KEPT, Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.cast.hide_and_reveal import Unseen
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face
from domain.features.rolls.retractions import Retraction, deeds
from domain.features.rolls.roll import Roll
from domain.features.table.settings import Setting, storyteller_only
from domain.features.table.story_log import Line, tell

TAKEN_BACK: Final = "What is struck through is taken back, by the Storyteller's word."
DONE_AGAIN: Final = "What was taken back is done again, by the Storyteller's word."
AS_BEFORE: Final = "The table is as it was before, by the Storyteller's word."

R = TypeVar("R", bound=Record)
NOTHING_SINCE: Final = Refusal(
    "nothing-since", "Nothing was done since then: look back to an earlier moment first (G0)."
)
Gone = tuple[tuple[str, str], ...]
"""Records by class and id."""


@cache
def revocable() -> Any:
    """The type of all records that can be as they were: those of whatever was added, too."""
    return Union[tuple(r for r in catalogue().records.values() if not r.irrevocable)]  # noqa: UP007 - made at run time


class Retracted(Event, frozen=True):
    """This audience is where it was at the count `until`: `gone` is no more, and these records are as they were. `text`
    is what is said of it, "" for nothing, and `who` the seat that did it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    until: int
    gone: Gone
    records: "tuple[revocable(), ...]"  # type: ignore[valid-type]  # known once all are loaded
    who: str
    text: str = ""

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
    """Have the table be as it was at an earlier moment: when the Storyteller had been told `at` parts of the scene.
    What was done since is taken back (G0). `seen`: the moment up to which she has seen what that is; 0: whatever it
    is."""

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
            raise Refusal("went-on", "More was said or done meanwhile: see what would be taken back now (G0).")

    def decide(self, table: Deciding) -> None:
        told = [found for now in table.full.partitions if (found := retracted(table, now))]
        # What everybody reads, nobody need be told alone; and the Storyteller reads what anybody is told.
        others = [audience for audience, _ in told if audience != STORYTELLER]
        heard = [EVERYONE] if EVERYONE in others else others or [STORYTELLER]
        for audience, fact in told:
            table.emit(audience, fact if audience in heard else msgspec.structs.replace(fact, text=""))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """A page knows the moment: it is the one that is looked back on."""
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and found.place == "scene" and found.open:
            yield Option(cls.__name__, "", "Go on from here", "what was done since is taken back", "past", grave=True)


def retracted(table: Deciding, now: Partition) -> tuple[Audience, Retracted] | None:
    """What an audience is told of going back: the Storyteller always something, others where they knew of anything done
    since. Of what their story has let go nobody knows whether it was done: that is struck through without a word."""
    audience = now.audience
    if audience == SEALED:
        return None
    before = table.past.partitions.get(audience) or Partition(audience, [])
    gone, records = back(before, now)
    let_go = len(now.story) >= STORY_KEPT and next(counts(now), 0) > before.count + 1
    words = retractions(now)
    struck = [record for record in deeds(now) if record.n > before.count and record.n not in words]
    if not (audience == STORYTELLER or gone or records or struck or let_go):
        return None
    again = any(kind == Retraction.__name__ for kind, _ in gone)
    text = TAKEN_BACK if struck else DONE_AGAIN if again else AS_BEFORE if gone or records else ""
    names = missed(now, table.past.full.known_to(audience))
    return audience, Retracted(before.count, gone, (*records, *names), table.seat.id, text)


def counts(partition: Partition) -> Iterator[int]:
    """The counts at which an audience's story was told what it still has, oldest first."""
    return (record.n for record in partition.story.values() if isinstance(record, Roll | Line))


def retractions(partition: Partition) -> set[int]:
    """The counts at which an audience was told of going back."""
    return {one.last + 1 for one in partition.all(Retraction)}


def back(before: Partition, now: Partition) -> tuple[Gone, tuple[Record, ...]]:
    """What is to go and what is to be put for an audience's records to be as they were, in their order."""
    gone: list[tuple[str, str]] = []
    records: list[Record] = []
    for type_ in {**before.tables, **now.tables}:
        if not type_.irrevocable:
            was, is_ = [kept(record, now) for record in before.all(type_)], list(now.all(type_))
            same = sum(1 for _ in takewhile(lambda pair: pair[0].id == pair[1].id, zip(was, is_, strict=False)))
            gone += [(type_.__name__, record.id) for record in is_[same:]]
            records += [*(old for old, new in zip(was, is_[:same], strict=False) if old != new), *was[same:]]
    rolls = (kept(roll, now) for roll in before.all(Roll))
    records += [roll for roll in rolls if now.get(Roll, roll.id) not in (None, roll)]
    return tuple(gone), tuple(records)


def kept(record: R, now: Partition) -> R:
    """A record as it was, but for what everybody was shown since, and whether players may look back."""
    found = now.get(type(record), record.id)
    if isinstance(record, Roll) and isinstance(found, Roll):
        return msgspec.structs.replace(record, shown=found.shown)
    if isinstance(record, Setting) and isinstance(found, Setting):
        return msgspec.structs.replace(record, look_back=found.look_back)
    return record


def missed(now: Partition, past: View) -> list[Unseen]:
    """The names of those whom the story names, and whom nobody of this audience will see any more."""
    there = {one.id for one in named(past)}
    return [Unseen(one.id, one.name) for one in named(now) if one.id not in there]


def named(view: View | Partition) -> Iterator[Face | Absent | Unseen]:
    """Whoever is called something here, in the scene or out of it, or out of sight."""
    return chain(view.all(Face), view.all(Absent), view.all(Unseen))
