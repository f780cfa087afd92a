"""Reading a view so that it is known what an answer hangs on, and what was answered need not be asked again.

Rule 1. A reading notes of which types records were asked for, by whomever it was handed to.
Rule 2. What a memoized question came to is kept with the types that were read for it, until a record of one of them
        changes (`Memory.forget`).
Rule 3. A memoized question hangs on its words and on the view's records alone, and its answer is never changed by
        whoever asked.
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
"""The bit of whoever reads the story, or counts the parts that were told: made anew with every change of the table."""


def memoized(question: Callable[Concatenate[View, P], A]) -> Callable[Concatenate[View, P], A]:
    """A question about a view that is asked in the same words for many options: a reading with a memory answers it from
    there. Its words can be hashed."""

    @wraps(question)
    def ask(view: View, /, *words: P.args, **named: P.kwargs) -> A:
        return view.answer(question, words, named)

    return ask


class Memory:
    """What memoized questions about one view came to: by question and words, each with the bits of the types that were
    read for it."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], tuple[object, int]] = {}

    def get(self, asked: tuple[object, ...]) -> tuple[object, int] | None:
        return self._answers.get(asked)

    def keep(self, asked: tuple[object, ...], answer: object, types: int) -> None:
        self._answers[asked] = answer, types

    def forget(self, changed: int) -> None:
        """Records of these types have changed."""
        self._answers = {asked: found for asked, found in self._answers.items() if not found[1] & changed}


def bits(types: Iterable[type[Record]]) -> int:
    """These types in one number, `ANYTHING` among them."""
    known, found = _bits(), ANYTHING
    for type_ in types:
        found |= known[type_]
    return found


@cache
def _bits() -> dict[type[Record], int]:
    """A bit for each type of records. The story's have none of their own: no change of theirs is reported."""
    return {
        type_: ANYTHING if type_.story else ANYTHING << place
        for place, type_ in enumerate(catalogue().records.values(), 1)
    }


class Reading(View):
    """A view that notes of which types records were asked for, and may remember what it was asked."""

    __slots__ = ("_memory", "_types", "_view")

    def __init__(self, view: View, memory: Memory | None = None, types: "list[int] | None" = None) -> None:
        self.seat = view.seat
        self._view = view
        self._memory = memory
        self._types = [0] if types is None else types
        """One number, which the views share that are made of this one."""

    @property
    def types(self) -> int:
        """The bits of these types."""
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
