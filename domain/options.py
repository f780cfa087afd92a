"""Options: the commands that are open to a seat now, computed from the seat's own view."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.option import Option
from domain.core.record import Record
from domain.core.state import View
from domain.features.table.settings import Setting
from domain.tracked_view import ANYTHING, Memory, Reading, bits

Failed = Callable[[str, Exception], None]
"""A function to call for a command whose options could not be computed, with the error."""


def options(view: View) -> Iterator[Option]:
    """Yield all options for the seat of this view, command by command in the order of names. `Offers` must always give
    the same result."""
    for _, command in _commands():
        yield from _offers(view, command)


class Offers:
    """The options for the seat of a view, kept up to date. The options of a command are computed again only when a
    record changes whose type was read for them."""

    def __init__(self, view: View, failed: Failed) -> None:
        """`failed` is called for a command whose options cannot be computed, which is a bug; all further commands are
        still offered."""
        self._view = view
        self._failed = failed
        self._memory = Memory()
        self._read: dict[str, int] = {}
        """For each command the types that were read for its options, as bits, because there are many commands and
        seats."""

    def renew(self, changed: Iterable[type[Record]]) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """Yield the commands whose options may have changed because records of the given types changed, by name, with
        their options now. The first call yields all commands."""
        touched = bits(changed)
        self._memory.forget(touched)
        for name, command in _commands():
            if self._read.get(name, ANYTHING) & touched:
                yield name, self._recompute(name, command)

    def _recompute(self, name: str, command: type[Command]) -> tuple[Option, ...]:
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
    """Return the options of a command."""
    found = view.get(Setting, "setting")
    if found is None or view.seat.role == "spectator":
        return ()
    if found.place not in command.places or not (found.open or command.when_closed):
        return ()
    return command.offer(view)
