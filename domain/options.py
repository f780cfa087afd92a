"""What a seat may do now: every command's offers, from the seat's own view."""

from collections.abc import Callable, Iterator

from domain.catalogue import catalogue
from domain.command import Option
from domain.features.setting import Setting
from domain.state import View

Failed = Callable[[str, Exception], None]
"""Told of a command whose offers could not be made, and why."""


def options(view: View, failed: Failed | None = None) -> Iterator[Option]:
    """Everything that is open to the seat of this view, commands in the order of their names.

    A command whose offers cannot be made is a bug. Where somebody is told of it (`failed`), it is left out and the
    others are still offered; otherwise it raises.
    """
    found = view.get(Setting, "setting")
    if found is None or view.seat.role == "spectator":
        return
    for name, command in sorted(catalogue().commands.items()):
        if found.place not in command.places or not (found.open or command.when_closed):
            continue
        try:
            yield from list(command.offer(view))
        except Exception as error:
            if failed is None:
                raise
            failed(name, error)
