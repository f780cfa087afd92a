"""State: for each audience the fold of that audience's events.

A seat's view is the union of the partitions that the seat may read. No filter protects a secret: a player's view is
never built from it.

Changes are journalled, so that a commit can be undone (`undo`) until it is durable (`settle`).
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
    """The records that a seat may read: all partitions that are open to the seat, `everyone`'s first."""

    __slots__ = ("_public", "partitions", "seat")

    def __init__(self, partitions: tuple[Partition, ...], seat: Seat) -> None:
        self.partitions = partitions
        self.seat = seat
        self._public: View | None = None

    def get(self, type_: type[R], id_: str) -> R | None:
        """Return the record of this type and id from the first partition that has it, `everyone`'s first."""
        for partition in self.partitions:
            table = partition.places.get(type_)  # inlined `partition.get`, because every command calls this often
            if table is not None:
                found = table.get(id_)
                if type(found) is type_:
                    return found
        return None

    def all(self, type_: type[R]) -> Iterator[R]:
        """Iterate over all records of a type, `everyone`'s first."""
        tables = [p.places[type_] for p in self.partitions if type_ in p.places]
        return (r for table in tables for r in table.values() if type(r) is type_)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        """Return the audience of this record, taken from the first partition that has the record; None if the view
        lacks it."""
        for partition in self.partitions:
            if partition.get(type_, id_) is not None:
                return partition.audience
        return None

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        """Return the answer of a memoized function that takes a view (`domain.tracked_view.memoized`), for this
        view."""
        return question(self, *words, **named)

    @property
    def moment(self) -> int:
        """The number of parts that this seat has received: each commit sends one part to each audience that it has a
        fact for. The number serves as the seat's clock in a scene. It does not count hidden commits."""
        return sum(partition.count for partition in self.partitions)

    @property
    def public(self) -> "View":
        """The part of this view that all seats can read."""
        if self._public is None:
            self._public = View(tuple(p for p in self.partitions if p.audience == EVERYONE), self.seat)
        return self._public

    def known_to(self, heard: Audience) -> "View":
        """The part of this view that every reader of `heard` can read too. A message to that audience must be computed
        from this part alone."""
        return View(tuple(p for p in self.partitions if covers(p.audience, heard)), self.seat)


class State:
    """The fold of a stream. Not thread-safe: it has a single owner."""

    def __init__(self) -> None:
        self.journal: list[Change] = []
        self.everyone = Partition(EVERYONE, self.journal)
        self.partitions: dict[Audience, Partition] = {EVERYONE: self.everyone}
        self.full = View((self.everyone,), TABLE)
        """A view of all records, including sealed ones. It is for `decide` only; no answer to a seat may depend on
        it."""
        self._views: dict[Seat, View] = {}

    def partition(self, audience: Audience) -> Partition:
        """Return the partition of an audience. For a new audience make an empty partition."""
        found = self.partitions.get(audience)
        if found is None:
            found = self.partitions[audience] = Partition(audience, self.journal)
            self.full.partitions = self._in_order(self.partitions)
            for seat, view in self._views.items():
                view.partitions = self._readable(seat)
        return found

    def view(self, seat: Seat) -> View:
        """Return the view of a seat. The view shows later changes of the state too."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = View(self._readable(seat), seat)
        return view

    def _readable(self, seat: Seat) -> tuple[Partition, ...]:
        return self._in_order(audience for audience in self.partitions if seat.reads(audience))

    def _in_order(self, audiences: Iterable[Audience]) -> tuple[Partition, ...]:
        """Return partitions in a fixed order: `everyone`'s first, the rest by name. Their age is no usable order,
        because a commit that was undone may have created a partition in this process alone."""
        ordered = sorted(audiences, key=lambda audience: (audience != EVERYONE, audience))
        return tuple(self.partitions[audience] for audience in ordered)

    def table_changed(self, mark: int) -> bool:
        """True if a public record outside the story was written since position `mark` of the journal."""
        partition, story = self.everyone, self.everyone.story
        for change in self.journal[mark:]:
            if change.partition is partition and partition.places[change.type] is not story:
                return True
        return False

    def fold(self, facts: Iterable[Fact], at: int) -> list[Audience]:
        """Fold a commit. Return the audiences of its facts, in their order."""
        audiences: list[Audience] = []
        for fact in facts:
            self.fold_one(fact, at, audiences)
        return audiences

    def fold_one(self, fact: Fact, at: int, audiences: list[Audience]) -> None:
        """Fold a fact of a commit. `audiences` holds the commit's audiences so far; a new one is appended to it."""
        audience = fact.audience
        partition = self.partitions.get(audience) or self.partition(audience)
        if audience not in audiences:
            audiences.append(audience)
            partition.begin()
        fact.event.apply(partition, at)

    def undo(self, mark: int, audiences: Iterable[Audience]) -> None:
        """Undo the newest commit: the journal back to position `mark`, and the counts of the commit's audiences."""
        while len(self.journal) > mark:
            change = self.journal.pop()
            change.partition.restore(change)
        for audience in audiences:
            self.partitions[audience].count -= 1

    def settle(self) -> None:
        """Make all folded commits permanent: clear the undo journal, and remove old story records."""
        self.journal.clear()
        for partition in self.partitions.values():
            if len(partition.story) > STORY_KEPT:
                partition.trim()
