"""Tracked views: a view that notes which types of records an answer depends on, and a memory for such answers.

Rule 1. A `Reading` notes the types of all records that are read through it, by any function that it is passed to.
Rule 2. The answer of a memoized question is kept with the types that were read for it, until a record of one of these
        types changes (`Memory.forget`).
Rule 3. The answer of a memoized question depends only on its arguments and on the view's records, and no caller changes
        the answer.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from domain.catalogue import catalogue
from domain.core.audience import Audience
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R", bound=Record)

ANYTHING: Final = 1
"""The bit of answers that depend on the story or on the number of parts. They are computed again after every change."""


def memoized(question: Callable[Concatenate[View, P], A]) -> Callable[Concatenate[View, P], A]:
    """Decorate a function of a view that is called with the same arguments for many options. A `Reading` with a memory
    then returns the stored answer. The arguments must be hashable."""

    @wraps(question)
    def ask(view: View, /, *words: P.args, **named: P.kwargs) -> A:
        return view.answer(question, words, named)

    return ask


class Memory:
    """The answers of memoized questions about a view, by question and arguments, each with the bits of the types that
    were read for it."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], tuple[object, int]] = {}

    def get(self, asked: tuple[object, ...]) -> tuple[object, int] | None:
        return self._answers.get(asked)

    def keep(self, asked: tuple[object, ...], answer: object, types: int) -> None:
        self._answers[asked] = answer, types

    def forget(self, changed: int) -> None:
        """Drop the answers that depend on these types, because records of the types have changed."""
        self._answers = {asked: found for asked, found in self._answers.items() if not found[1] & changed}


def bits(types: Iterable[type[Record]]) -> int:
    """Return the bits of the given types, with the bit `ANYTHING`."""
    known, found = _bits(), ANYTHING
    for type_ in types:
        found |= known[type_]
    return found


@cache
def _bits() -> dict[type[Record], int]:
    """Return a bit for each type of record. The story's types share `ANYTHING`, because their changes are not
    reported."""
    return {
        type_: ANYTHING if type_.story else ANYTHING << place
        for place, type_ in enumerate(catalogue().records.values(), 1)
    }


class Reading(View):
    """A view that notes the types of the records that are read, and can remember answers."""

    __slots__ = ("_memory", "_types", "_view")

    def __init__(self, view: View, memory: Memory | None = None, types: "list[int] | None" = None) -> None:
        self.seat = view.seat
        self._view = view
        self._memory = memory
        self._types = [0] if types is None else types
        """A list with a single number, shared with the views that are made from this one."""

    @property
    def types(self) -> int:
        """The bits of the types that were read so far."""
        return self._types[0]

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        if self._memory is None:
            return question(self, *words, **named)
        asked = (question, *words, *named.items())
        found = self._memory.get(asked)
        if found is not None:
            self._types[0] |= found[1]
            answer: A = found[0]  # type: ignore[assignment]  # the question's own
            return answer
        reading = Reading(self._view, self._memory)
        try:
            answer = question(reading, *words, **named)
        finally:
            self._types[0] |= reading.types
        self._memory.keep(asked, answer, reading.types)
        return answer

    def get(self, type_: type[R], id_: str) -> R | None:
        self._types[0] |= _bits()[type_]
        return self._view.get(type_, id_)

    def all(self, type_: type[R]) -> Iterator[R]:
        self._types[0] |= _bits()[type_]
        return self._view.all(type_)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        self._types[0] |= _bits()[type_]
        return self._view.audience_of(type_, id_)

    @property
    def partitions(self) -> tuple[Partition, ...]:  # type: ignore[override]  # no slot here: reading it is noted
        self._types[0] |= ANYTHING
        return self._view.partitions

    @property
    def moment(self) -> int:
        self._types[0] |= ANYTHING
        return self._view.moment

    @property
    def public(self) -> View:
        return Reading(self._view.public, types=self._types)

    def known_to(self, heard: Audience) -> View:
        return Reading(self._view.known_to(heard), types=self._types)
