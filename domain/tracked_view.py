"""Tracked views: answers about a view that are kept until a record changes that was read for them.

Rule 1. A `Reading` notes all that is read through it, by any function that it is passed to: single records by type and
        id, all records of a type, and the answers of memoized questions.
Rule 2. An answer is computed again only if something that was read for it has changed. If the new answer is equal to
        the old one, it counts as unchanged, and the old object stays.
Rule 3. The answer of a memoized question depends only on its arguments and on the view's records, and no caller changes
        the answer. It is no iterator.
"""

from collections.abc import Callable, Iterator, Set
from functools import wraps
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeVar

from domain.core.audience import Audience
from domain.core.partition import Partition
from domain.core.record import Record, RecordKey
from domain.core.state import View

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R", bound=Record)

Cell = RecordKey | type[Record] | None
"""A part of a view that is noted by itself: a record, all records of a type, or `ANYTHING`."""
Key = tuple[Callable[..., object], tuple[object, ...], tuple[tuple[str, object], ...]]
"""A memoized question and its arguments."""

ANYTHING: Final = None
"""The cell of the story and of the number of parts. An answer that reads it is computed again after every change."""
UNREAD_MOST: Final = 2_000
"""The answers that are kept although no answer reads them any more."""
UNKNOWN: Final = object()
"""The value of an answer that was not computed, or whose question has raised an error."""


def memoized(question: Callable[Concatenate[View, P], A]) -> Callable[Concatenate[View, P], A]:
    """Decorate a function of a view that is called with the same arguments for many options, or whose answer changes
    more seldom than the records that it reads. A `Reading` then returns the stored answer. The arguments must be
    hashable. An error, such as a refusal, is not stored: the question is then asked twice."""

    @wraps(question)
    def ask(view: View, /, *words: P.args, **named: P.kwargs) -> A:
        return view.answer(question, words, named)

    return ask


class Answer:
    """A stored answer, and all that was read for it."""

    __slots__ = ("answers", "ask", "cells", "key", "part", "readers", "state", "value")

    def __init__(self, part: "Part", key: Key | None, ask: Callable[..., object]) -> None:
        self.part = part
        self.key = key
        """Its key among the answers of its part; None for an answer that stays although no other answer reads it."""
        self.ask = ask
        self.value: Any = UNKNOWN
        self.state: Literal["current", "doubtful", "outdated"] = "outdated"
        """`doubtful`: an answer that it reads is doubtful or outdated. `outdated`: something that it reads has
        changed."""
        self.cells: set[Cell] = set()
        self.answers: dict[Answer, None] = {}
        """The answers that it reads, in the order in which it read them."""
        self.readers: set[Answer] = set()
        """The answers that read it."""


class Part:
    """A part of a view, or the whole view, with the stored answers about it."""

    __slots__ = ("answers", "memory", "parts", "records", "view")

    def __init__(self, memory: "Memory", view: View) -> None:
        self.memory = memory
        self.view = view
        self.answers: dict[Key, Answer] = {}
        self.records: dict[RecordKey, Any] = {}
        """The records that were read by type and id, as long as they do not change."""
        self.parts: dict[Audience | None, Part] = {}
        """The parts of this part: by audience its `known_to`, for None its public part."""

    def part(self, heard: Audience | None) -> "Part":
        """Return what every reader of an audience can read too; for None, the public part."""
        found = self.parts.get(heard)
        if found is None:
            found = self.parts[heard] = Part(self.memory, self._view_of(heard))
        return found

    def _view_of(self, heard: Audience | None) -> View:
        return self.view.public if heard is None else self.view.known_to(heard)

    def change(self, changed: Set[RecordKey]) -> None:
        """Forget these records, which have changed."""
        for key in changed:
            self.records.pop(key, None)
        for heard, part in self.parts.items():
            part.view = self._view_of(heard)  # it has more partitions if an audience is new
            part.change(changed)


class Memory:
    """The stored answers about a view."""

    def __init__(self, view: View) -> None:
        self._whole = Part(self, view)
        self._readers: dict[Cell, set[Answer]] = {}
        """The answers that read a cell."""
        self._unread: dict[Answer, None] = {}
        """The answers that no answer reads any more, the oldest first. They are kept for a while, because most of them
        are read again: a character that declares has the same manoeuvres in its next turn."""

    def reading(self) -> "Reading":
        """Return a new reading of the view."""
        return Reading(self._whole)

    def reads(self, cell: Cell) -> bool:
        """True if an answer depends on this cell."""
        return bool(self._readers.get(cell))

    def keep(self, ask: Callable[[View], object]) -> Answer:
        """Return an answer that stays as long as this memory. Its value is computed by `update`."""
        return Answer(self._whole, None, ask)

    def change(self, changed: Set[RecordKey]) -> None:
        """Take note that these records were written or dropped."""
        self._whole.change(changed)
        cells: set[Cell] = {ANYTHING, *changed}
        cells.update(type_ for type_, _ in changed)
        for cell in cells:
            for answer in self._readers.get(cell, ()):
                if answer.state == "current":
                    self._doubt_readers(answer)
                answer.state = "outdated"

    def _doubt_readers(self, answer: Answer) -> None:
        for reader in answer.readers:
            if reader.state == "current":
                reader.state = "doubtful"
                self._doubt_readers(reader)

    def update(self, answer: Answer) -> bool:
        """Bring an answer up to date. Return True if its value has changed."""
        if answer.state == "doubtful":
            for read in answer.answers:
                if read.state != "current" and self.update(read):
                    break
            else:
                answer.state = "current"
        return answer.state != "current" and self._compute(answer)

    def _compute(self, answer: Answer) -> bool:
        reading = Reading(answer.part)
        try:
            if answer.key is None:
                value = answer.ask(reading)
            else:
                value = answer.ask(reading, *answer.key[1], **dict(answer.key[2]))
        except Exception:  # whoever asks the question gets the error by `Reading.answer`
            value = UNKNOWN
        self._link(answer, reading.cells, reading.answers)
        answer.state = "current"
        if value == answer.value and value is not UNKNOWN:
            return False
        answer.value = value
        for reader in answer.readers:
            reader.state = "outdated"
        return True

    def _link(self, answer: Answer, cells: set[Cell], answers: dict[Answer, None]) -> None:
        """Note what an answer reads, in place of what it has read before."""
        if cells != answer.cells:
            for cell in cells - answer.cells:
                self._readers.setdefault(cell, set()).add(answer)
            for cell in answer.cells - cells:
                self._readers[cell].discard(answer)
                if not self._readers[cell]:
                    del self._readers[cell]
            answer.cells = cells
        if answers.keys() != answer.answers.keys():
            for read in answers.keys() - answer.answers.keys():
                read.readers.add(answer)
                self._unread.pop(read, None)
            for read in answer.answers.keys() - answers.keys():
                read.readers.discard(answer)
                if not read.readers:
                    self._unread[read] = None
        answer.answers = answers

    def forget_unread(self, most: int = UNREAD_MOST) -> None:
        """Forget the oldest of the answers that no answer reads any more, so that `most` of them remain."""
        while len(self._unread) > most:
            answer = next(iter(self._unread))
            del self._unread[answer]
            if answer.key is not None:
                del answer.part.answers[answer.key]
            self._link(answer, set(), {})


class Reading(View):
    """A view, or a part of it, that notes what is read and returns stored answers."""

    __slots__ = ("_part", "_records", "_view", "answers", "cells")

    def __init__(self, part: Part, whole: "Reading | None" = None) -> None:
        """`whole`: the reading that this one is a part of; both note together what is read."""
        self.seat = part.view.seat
        self._part = part
        self._view = part.view
        self._records = part.records
        self.cells: set[Cell] = set() if whole is None else whole.cells
        """The cells that were read so far."""
        self.answers: dict[Answer, None] = {} if whole is None else whole.answers
        """The stored answers that were read so far."""

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        key: Key = (question, words, tuple(named.items()) if named else ())
        found = self._part.answers.get(key)
        if found is None:
            found = self._part.answers[key] = Answer(self._part, key, question)
        if found.state != "current":
            self._part.memory.update(found)
        self.answers[found] = None
        if found.value is UNKNOWN:
            return question(self._view, *words, **named)  # raises the error
        value: A = found.value
        return value

    def get(self, type_: type[R], id_: str) -> R | None:
        key = (type_, id_)
        if key in self._records:
            self.cells.add(key)
            kept: R | None = self._records[key]
            return kept
        found = self._view.get(type_, id_)
        if type_.story:
            self.cells.add(ANYTHING)
        else:
            self.cells.add(key)
            self._records[key] = found
        return found

    def all(self, type_: type[R]) -> Iterator[R]:
        self.cells.add(ANYTHING if type_.story else type_)
        return self._view.all(type_)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        self.cells.add(ANYTHING if type_.story else (type_, id_))
        return self._view.audience_of(type_, id_)

    @property
    def partitions(self) -> tuple[Partition, ...]:  # type: ignore[override]  # no slot here: reading it is noted
        self.cells.add(ANYTHING)
        return self._view.partitions

    @property
    def moment(self) -> int:
        self.cells.add(ANYTHING)
        return self._view.moment

    @property
    def public(self) -> View:
        return Reading(self._part.part(None), self)

    def known_to(self, heard: Audience) -> View:
        return Reading(self._part.part(heard), self)
