"""What a seat may do now: every command's offers, from the seat's own view."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, TypeVar

from domain.audience import Audience
from domain.catalogue import catalogue
from domain.command import Command, Option
from domain.features.setting import Setting
from domain.record import Record
from domain.state import Partition, View

Failed = Callable[[str, Exception], None]
"""Told of a command whose offers could not be made, and why."""
UNKNOWN: Final = 1
"""The bit of what no list of changed types tells of."""
R = TypeVar("R", bound=Record)


def options(view: View, failed: Failed | None = None) -> Iterator[Option]:
    """Everything that is open to the seat of this view, commands in the order of their names.

    A command whose offers cannot be made is a bug. Where somebody is told of it (`failed`), it is left out and the
    others are still offered; otherwise it raises.
    """
    for name, command in _commands():
        yield from _offers(view, name, command, failed)


class Offers:
    """What is open to the seat of a view, followed as the view changes: a command's offers are made anew only where a
    record of a type that was read for them has changed."""

    def __init__(self, view: View, failed: Failed) -> None:
        self._view = view
        self._failed = failed
        self._read: dict[str, int] = {}
        """By command, the types that were read for its offers: bits, for there are many commands and seats."""

    def renew(self, changed: Iterable[type[Record]]) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """The commands whose offers may be others since records of these types changed, by name, with their offers now:
        the first time, all of them."""
        bits = _bits()
        touched = UNKNOWN
        for type_ in changed:
            touched |= bits[type_]
        for name, command in _commands():
            if self._read.get(name, UNKNOWN) & touched:
                reading = _Reading(self._view)
                found = tuple(_offers(reading, name, command, self._failed))
                self._read[name] = reading.types
                yield name, found


@cache
def _bits() -> dict[type[Record], int]:
    """A bit for each type of records. The story's have none of their own: it scrolls by, unsaid."""
    return {
        type_: UNKNOWN if type_.story else UNKNOWN << place
        for place, type_ in enumerate(catalogue().records.values(), 1)
    }


@cache
def _commands() -> list[tuple[str, type[Command]]]:
    return sorted(catalogue().commands.items())


def _offers(view: View, name: str, command: type[Command], failed: Failed | None) -> Iterable[Option]:
    """The ways in which one command is open."""
    found = view.get(Setting, "setting")
    if found is None or view.seat.role == "spectator":
        return ()
    if found.place not in command.places or not (found.open or command.when_closed):
        return ()
    try:
        return list(command.offer(view))
    except Exception as error:
        if failed is None:
            raise
        failed(name, error)
        return ()


class _Reading(View):
    """A view that notes of which types records were asked for."""

    __slots__ = ("_types", "_view")

    def __init__(self, view: View, types: "list[int] | None" = None) -> None:
        self.seat = view.seat
        self._view = view
        self._types = [0] if types is None else types
        """One number, which the views share that are made of this one."""

    @property
    def types(self) -> int:
        """The bits of these types."""
        return self._types[0]

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
    def partitions(self) -> tuple[Partition, ...]:  # type: ignore[override]
        self._types[0] |= UNKNOWN
        return self._view.partitions

    @property
    def moment(self) -> int:
        self._types[0] |= UNKNOWN
        return self._view.moment

    @property
    def public(self) -> View:
        return _Reading(self._view.public, self._types)

    def known_to(self, heard: Audience) -> View:
        return _Reading(self._view.known_to(heard), self._types)
