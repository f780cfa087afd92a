"""Tracked views: answers about a view that are stored until a record changes that was read to compute them.

Rule 1. A `Reading` notes everything that is read through it, also by functions that it is passed to: single records by
type and id, all records of a type, and the answers of memoized functions.
Rule 2. An answer is computed again only if something that it was computed from has changed. If the new answer equals
the old one, it counts as unchanged, and the old object stays.
Rule 3. An outdated answer that many answers read, and that reads records only, is computed before all others. The
answers that read it are looked at only if its value has changed.
Rule 4. The answer of a memoized function depends only on its arguments and on the view's records. No caller may change
the answer, and it is no iterator.
"""

from collections.abc import Callable, Iterator, Set
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from domain.core.audience import Audience
from domain.core.partition import Partition
from domain.core.record import Record, RecordKey
from domain.core.state import View

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R", bound=Record)

Key = tuple[Callable[..., object], tuple[object, ...], tuple[tuple[str, object], ...]]
"""A memoized function and its arguments."""
CellKey = RecordKey | type[Record] | None
"""A record by its type and id, all records of a type, or `ANYTHING`."""

ANYTHING: Final = None
"""The key of a cell for the story and the number of parts. An answer that reads them is computed again after every
change."""
UNREAD_MOST: Final = 2_000
"""The answers that are kept although no answer reads them any more."""
READERS_MANY: Final = 8
"""An answer with more readers than this is read by many (Rule 3)."""
UNKNOWN: Final = object()
"""The value or audience of a cell that was not read since its last change, and the value of an answer that was not
computed or whose question has raised an error."""


def memoized(question: Callable[Concatenate[View, P], A]) -> Callable[Concatenate[View, P], A]:
    """Decorate a function of a view that is called with the same arguments for many options, or whose answer changes
    more seldom than the records that it reads. A `Reading` then returns the stored answer. The arguments must be
    hashable. An error, such as a refusal, is not stored: the function is then called twice."""

    @wraps(question)
    def ask(view: View, /, *words: P.args, **named: P.kwargs) -> A:
        return view.answer(question, words, named)

    return ask


class Cell:
    """A part of a view that is noted by itself: a record, all records of a type, or `ANYTHING`."""

    __slots__ = ("audience", "is_noted", "readers", "value")

    def __init__(self, *, is_noted: bool = True) -> None:
        self.value: Any = UNKNOWN
        self.audience: Any = UNKNOWN
        """The audience of the record, for the cell of a record."""
        self.is_noted = is_noted
        """False if nobody notes who reads it, because a change of it outdates all answers."""
        self.readers: set[Answer] = set()
        """The answers that were computed from it."""


class Answer:
    """A stored answer, and all that was read for it."""

    __slots__ = ("answers", "ask", "cells", "key", "part", "readers", "state", "value")

    def __init__(self, part: "Part", key: Key | None, ask: Callable[..., object]) -> None:
        self.part = part
        self.key = key
        """The key of the answer among the answers of its part; None for an answer that stays although no other answer
        reads it."""
        self.ask = ask
        self.value: Any = UNKNOWN
        self.state: str = "outdated"
        """`current`; `doubtful` if an answer that it reads is doubtful or outdated; `outdated` if something that it
        reads has changed."""
        self.cells: set[Cell] = NO_CELLS
        self.answers: dict[Answer, None] = NO_ANSWERS
        """The other answers that this answer was computed from, in the order in which it read them."""
        self.readers: set[Answer] = set()
        """The answers that were computed from it."""


NO_CELLS: Final[set[Cell]] = set()
NO_ANSWERS: Final[dict[Answer, None]] = {}


class Part:
    """A part of a view, or the whole view, with the stored answers about it."""

    __slots__ = ("answers", "cells", "memory", "parts", "view")

    def __init__(self, memory: "Memory", view: View) -> None:
        self.memory = memory
        self.view = view
        self.answers: dict[Key, Answer] = {}
        self.cells: dict[CellKey, Cell] = {ANYTHING: Cell()}
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

    def cell(self, key: CellKey) -> Cell:
        """Return the cell of this key; for a type of the story, the cell `ANYTHING`."""
        type_ = key[0] if isinstance(key, tuple) else key
        if type_ is not None and type_.story:
            key = ANYTHING
        found = self.cells.get(key)
        if found is None:
            found = self.cells[key] = Cell(is_noted=type_ is None or not type_.read_everywhere)
        return found

    def change(self, keys: Set[CellKey]) -> None:
        """Forget the values of these cells, because they have changed. The answers that read them are then computed
        again when they are needed."""
        for key in keys:
            cell = self.cells.get(key)
            if cell is None:
                continue
            cell.value = cell.audience = UNKNOWN
            if not cell.readers and key is not ANYTHING:
                del self.cells[key]
            for answer in cell.readers:
                if answer.state == "current":
                    if len(answer.readers) > READERS_MANY and not answer.answers:
                        self.memory.first.append(answer)
                    else:
                        _doubt_readers(answer)
                answer.state = "outdated"
        for heard, part in self.parts.items():
            part.view = self._view_of(heard)  # it has more partitions if an audience is new
            part.change(keys)

    def with_parts(self) -> "Iterator[Part]":
        """Yield this part and all its parts."""
        yield self
        for part in self.parts.values():
            yield from part.with_parts()


def _doubt_readers(answer: Answer) -> None:
    for reader in answer.readers:
        if reader.state == "current":
            reader.state = "doubtful"
            _doubt_readers(reader)


class Memory:
    """The stored answers about a view."""

    def __init__(self, view: View) -> None:
        self._whole = Part(self, view)
        self.first: list[Answer] = []
        """Outdated answers that are computed first (Rule 3)."""
        self._kept: list[Answer] = []
        """The answers of `keep`."""
        self._unread: dict[Answer, None] = {}
        """The answers that no answer reads any more, the oldest first. They are kept for a while, because most of them
        are read again: a character that declares has the same manoeuvres in its next turn."""

    def __len__(self) -> int:
        """Return the number of answers to memoized questions."""
        return sum(len(part.answers) for part in self._whole.with_parts())

    def reading(self) -> "Reading":
        """Return a new `Reading` of the view. It notes everything that is read through it."""
        return Reading(self._whole)

    def reads_anything(self) -> bool:
        """True if an answer depends on the story or on the number of parts."""
        return any(part.cells[ANYTHING].readers for part in self._whole.with_parts())

    def keep(self, ask: Callable[[View], object]) -> Answer:
        """Return an answer that stays as long as this memory. Its value is computed by `update`."""
        self._kept.append(Answer(self._whole, None, ask))
        return self._kept[-1]

    def change(self, changed: Set[RecordKey]) -> None:
        """Note that these records were written or dropped, and outdate the answers that read them."""
        self._whole.change({ANYTHING, *changed, *(type_ for type_, _ in changed)})
        first, self.first = self.first, []
        for answer in first:
            if answer.state == "outdated":
                self._compute(answer)
        if any(type_.read_everywhere for type_, _ in changed):
            for answer in (*self._kept, *(a for part in self._whole.with_parts() for a in part.answers.values())):
                answer.state = "outdated"

    def update(self, answer: Answer) -> bool:
        """Bring an answer up to date. Return True if its value has changed."""
        if answer.state == "doubtful":
            for read in answer.answers:
                if read.state != "current":
                    self.update(read)
                if answer.state == "outdated":  # by this or by another answer that it reads
                    break
            else:
                answer.state = "current"
        return answer.state == "outdated" and self._compute(answer)

    def _compute(self, answer: Answer) -> bool:
        reading = Reading(answer.part)
        try:
            if answer.key is None:
                value = answer.ask(reading)
            elif answer.key[2]:
                value = answer.ask(reading, *answer.key[1], **dict(answer.key[2]))
            else:
                value = answer.ask(reading, *answer.key[1])
        except Exception:  # the caller of the question gets the error from `Reading.answer`
            value = UNKNOWN
        if reading.cells != answer.cells or reading.answers != answer.answers:
            self._link(answer, reading.cells, reading.answers)
        answer.state = "current"
        if value == answer.value and value is not UNKNOWN:
            return False
        answer.value = value
        for reader in answer.readers:
            if reader.state == "current":
                _doubt_readers(reader)
            reader.state = "outdated"
        return True

    def _link(self, answer: Answer, cells: set[Cell], answers: dict[Answer, None]) -> None:
        """Note the records that an answer reads. They replace the records that it read before."""
        cells_before, before = answer.cells, answer.answers
        for cell in cells - cells_before if cells_before else cells:
            cell.readers.add(answer)
        for read in answers:
            if read not in before:
                if not read.readers:
                    self._unread.pop(read, None)
                read.readers.add(answer)
        if cells_before or before:
            for cell in cells_before - cells:
                cell.readers.discard(answer)
            for read in before:
                if read not in answers:
                    read.readers.discard(answer)
                    if not read.readers:
                        self._unread[read] = None
        answer.cells, answer.answers = cells, answers

    def forget_unread(self, most: int = UNREAD_MOST) -> None:
        """Forget the oldest of the answers that no answer reads any more, so that `most` of them remain."""
        while len(self._unread) > most:
            answer = next(iter(self._unread))
            del self._unread[answer]
            if answer.key is not None:
                del answer.part.answers[answer.key]
            self._link(answer, NO_CELLS, NO_ANSWERS)


class Reading(View):
    """A view, or a part of it, that notes what is read and returns stored answers."""

    __slots__ = ("_part", "answers", "cells")

    def __init__(self, part: Part, whole: "Reading | None" = None) -> None:
        """`whole`: the reading that this reading is a part of; both share their notes."""
        self.seat = part.view.seat
        self._part = part
        self.cells: set[Cell] = set() if whole is None else whole.cells
        """The cells that were read so far."""
        self.answers: dict[Answer, None] = {} if whole is None else whole.answers
        """The stored answers that were read so far, in their order."""

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        part, key = self._part, (question, words, tuple(named.items()) if named else ())
        found = part.answers.get(key)
        if found is None:
            found = part.answers[key] = Answer(part, key, question)
        if found.state != "current":
            part.memory.update(found)
        self.answers[found] = None
        if found.value is UNKNOWN:
            return question(part.view, *words, **named)  # raises the error
        value: A = found.value
        return value

    def get(self, type_: type[R], id_: str) -> R | None:
        key, part = (type_, id_), self._part
        cell = part.cells.get(key)
        if cell is None:
            cell = part.cell(key)
        if cell.is_noted:
            self.cells.add(cell)
        found: R | None = cell.value
        if found is not UNKNOWN:
            return found
        found = part.view.get(type_, id_)
        if not type_.story:
            cell.value = found
        return found

    def all(self, type_: type[R]) -> Iterator[R]:
        part = self._part
        cell = part.cells.get(type_)
        if cell is None:
            cell = part.cell(type_)
        self.cells.add(cell)
        if type_.story:
            return part.view.all(type_)
        if cell.value is UNKNOWN:
            cell.value = tuple(part.view.all(type_))
        return iter(cell.value)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        part = self._part
        cell = part.cells.get((type_, id_)) or part.cell((type_, id_))
        self.cells.add(cell)
        found: Audience | None = cell.audience
        if found is UNKNOWN:
            found = part.view.audience_of(type_, id_)
            if not type_.story:
                cell.audience = found
        return found

    @property
    def partitions(self) -> tuple[Partition, ...]:  # type: ignore[override]  # no slot here: reading it is noted
        self.cells.add(self._part.cells[ANYTHING])
        return self._part.view.partitions

    @property
    def moment(self) -> int:
        self.cells.add(self._part.cells[ANYTHING])
        return self._part.view.moment

    @property
    def public(self) -> View:
        return Reading(self._part.part(None), self)

    def known_to(self, heard: Audience) -> View:
        return Reading(self._part.part(heard), self)
