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
ANYTHING: Final = 1
"""The bit of whoever reads the story, or counts the parts that were told: made anew with every change of the table."""
R = TypeVar("R", bound=Record)


def options(view: View) -> Iterator[Option]:
    """Everything that is open to the seat of this view, commands in the order of their names: what `Offers` has to come
    to, whatever came before."""
    for _, command in _commands():
        yield from _offers(view, command)


class Offers:
    """What is open to the seat of a view, followed as the view changes: a command's offers are made anew only where a
    record of a type that was read for them has changed."""

    def __init__(self, view: View, failed: Failed) -> None:
        """A command whose offers cannot be made is a bug: `failed` is told of it, and the others are still offered."""
        self._view = view
        self._failed = failed
        self._read: dict[str, int] = {}
        """By command, the types that were read for its offers: bits, for there are many commands and seats."""

    def renew(self, changed: Iterable[type[Record]]) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """The commands whose offers may be others since records of these types changed, by name, with their offers now:
        the first time, all of them."""
        bits = _bits()
        touched = ANYTHING
        for type_ in changed:
            touched |= bits[type_]
        for name, command in _commands():
            if self._read.get(name, ANYTHING) & touched:
                yield name, self._anew(name, command)

    def _anew(self, name: str, command: type[Command]) -> tuple[Option, ...]:
        reading = _Reading(self._view)
        try:
            return tuple(_offers(reading, command))
        except Exception as error:
            self._failed(name, error)
            return ()
        finally:
            self._read[name] = reading.types


@cache
def _bits() -> dict[type[Record], int]:
    """A bit for each type of records. The story's have none of their own: no change of theirs is reported."""
    return {
        type_: ANYTHING if type_.story else ANYTHING << place
        for place, type_ in enumerate(catalogue().records.values(), 1)
    }


@cache
def _commands() -> list[tuple[str, type[Command]]]:
    return sorted(catalogue().commands.items())


def _offers(view: View, command: type[Command]) -> Iterable[Option]:
    """The ways in which one command is open."""
    found = view.get(Setting, "setting")
    if found is None or view.seat.role == "spectator":
        return ()
    if found.place not in command.places or not (found.open or command.when_closed):
        return ()
    return command.offer(view)


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
    def partitions(self) -> tuple[Partition, ...]:  # type: ignore[override]  # no slot here: reading it is noted
        self._types[0] |= ANYTHING
        return self._view.partitions

    @property
    def moment(self) -> int:
        self._types[0] |= ANYTHING
        return self._view.moment

    @property
    def public(self) -> View:
        return _Reading(self._view.public, self._types)

    def known_to(self, heard: Audience) -> View:
        return _Reading(self._view.known_to(heard), self._types)
