"""What a seat may do now: every command's offers, from the seat's own view."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from domain.catalogue import catalogue
from domain.core.command import Command, Option
from domain.core.record import Record
from domain.core.state import View
from domain.features.table.settings import Setting
from domain.tracked_view import ANYTHING, Memory, Reading, bits

Failed = Callable[[str, Exception], None]
"""Told of a command whose offers could not be made, and why."""


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
        self._memory = Memory()
        self._read: dict[str, int] = {}
        """By command, the types that were read for its offers: bits, for there are many commands and seats."""

    def renew(self, changed: Iterable[type[Record]]) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """The commands whose offers may be others since records of these types changed, by name, with their offers now:
        the first time, all of them."""
        touched = bits(changed)
        self._memory.forget(touched)
        for name, command in _commands():
            if self._read.get(name, ANYTHING) & touched:
                yield name, self._anew(name, command)

    def _anew(self, name: str, command: type[Command]) -> tuple[Option, ...]:
        reading = Reading(self._view, self._memory)
        try:
            return tuple(_offers(reading, command))
        except Exception as error:
            self._failed(name, error)
            return ()
        finally:
            self._read[name] = reading.types


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
