"""State: for each audience the fold of that audience's events, and nothing else.

A seat's view is the union of the partitions that it may read. No filter stands between a secret and a player: the
secret was never in what the player's view is made of.

Changes are journalled, so that a commit can be taken back (`undo`) until it is known to be durable (`settle`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from domain.core.audience import EVERYONE, TABLE, Audience, Seat, covers
from domain.core.event import Fact
from domain.core.partition import STORY_KEPT, Change, Partition
from domain.core.record import Record

R = TypeVar("R", bound=Record)
A = TypeVar("A")


class View:
    """The records that somebody may read: a union of partitions, `everyone`'s first."""

    __slots__ = ("_public", "partitions", "seat")

    def __init__(self, partitions: tuple[Partition, ...], seat: Seat) -> None:
        self.partitions = partitions
        self.seat = seat
        self._public: View | None = None

    def get(self, type_: type[R], id_: str) -> R | None:
        """The record of this type and id in the first audience that has it, `everyone` first."""
        for partition in self.partitions:
            table = partition.places.get(type_)  # `partition.get` without the call, for every command asks often
            if table is not None:
                found = table.get(id_)
                if type(found) is type_:
                    return found
        return None

    def all(self, type_: type[R]) -> Iterator[R]:
        """All records of a type, `everyone`'s first."""
        tables = [p.places[type_] for p in self.partitions if type_ in p.places]
        return (r for table in tables for r in table.values() if type(r) is type_)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        """Whose record this is, in the first audience that has it; None where nobody has."""
        for partition in self.partitions:
            if partition.get(type_, id_) is not None:
                return partition.audience
        return None

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        """What a question about this view comes to, in these words (`domain.tracked_view.memoized`)."""
        return question(self, *words, **named)

    @property
    def moment(self) -> int:
        """How many parts this seat has been told: its place in the time of a scene, of which it can count nothing
        hidden."""
        return sum(partition.count for partition in self.partitions)

    @property
    def public(self) -> "View":
        """What everybody may read of it."""
        if self._public is None:
            self._public = View(tuple(p for p in self.partitions if p.audience == EVERYONE), self.seat)
        return self._public

    def known_to(self, heard: Audience) -> "View":
        """What of it everybody knows who hears what is told to this audience: all that may bear on what it is told."""
        return View(tuple(p for p in self.partitions if covers(p.audience, heard)), self.seat)


class State:
    """The fold of one stream. Not thread-safe; one owner."""

    def __init__(self) -> None:
        self.journal: list[Change] = []
        self.everyone = Partition(EVERYONE, self.journal)
        self.partitions: dict[Audience, Partition] = {EVERYONE: self.everyone}
        self.full = View((self.everyone,), TABLE)
        """Everything, sealed facts too: for deciding what happens next, never for answering anybody."""
        self._views: dict[Seat, View] = {}

    def partition(self, audience: Audience) -> Partition:
        """The records of an audience, made empty when asked for first."""
        found = self.partitions.get(audience)
        if found is None:
            found = self.partitions[audience] = Partition(audience, self.journal)
            self.full.partitions = self._in_order(self.partitions)
            for seat, view in self._views.items():
                view.partitions = self._readable(seat)
        return found

    def view(self, seat: Seat) -> View:
        """What a seat may read, now and as it changes."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = View(self._readable(seat), seat)
        return view

    def _readable(self, seat: Seat) -> tuple[Partition, ...]:
        return self._in_order(audience for audience in self.partitions if seat.reads(audience))

    def _in_order(self, audiences: Iterable[Audience]) -> tuple[Partition, ...]:
        """`everyone`'s first, the others by name: not by when they began, for a commit that was taken back may have
        begun one, here and on no other process."""
        ordered = sorted(audiences, key=lambda audience: (audience != EVERYONE, audience))
        return tuple(self.partitions[audience] for audience in ordered)

    def table_changed(self, mark: int) -> bool:
        """Whether anything that everybody sees but the story was written since the journal's `mark`."""
        partition, story = self.everyone, self.everyone.story
        for change in self.journal[mark:]:
            if change.partition is partition and partition.places[change.type] is not story:
                return True
        return False

    def fold(self, facts: Iterable[Fact], at: int) -> list[Audience]:
        """Fold one commit. Returns the audiences that it told something, in the order told."""
        told: list[Audience] = []
        for fact in facts:
            self.fold_one(fact, at, told)
        return told

    def fold_one(self, fact: Fact, at: int, told: list[Audience]) -> None:
        """Fold one fact of a commit that has so far told these audiences (`told` is added to)."""
        audience = fact.audience
        partition = self.partitions.get(audience) or self.partition(audience)
        if audience not in told:
            told.append(audience)
            partition.begin()
        fact.event.apply(partition, at)

    def undo(self, mark: int, told: Iterable[Audience]) -> None:
        """Take back one commit, the newest: the journal to `mark`, and the counts of those it told."""
        while len(self.journal) > mark:
            change = self.journal.pop()
            change.partition.restore(change)
        for audience in told:
            self.partitions[audience].count -= 1

    def settle(self) -> None:
        """All that was folded stands for good: forget how to undo it, and let old story go."""
        self.journal.clear()
        for partition in self.partitions.values():
            if len(partition.story) > STORY_KEPT:
                partition.trim()
