"""What a seat may do now: every command's offers, from the seat's own view."""

from collections.abc import Iterator

from domain.catalogue import catalogue
from domain.command import Command, Option, Refusal, TableCommand
from domain.features.setting import Setting
from domain.state import View


def check_place(view: View, command: Command) -> None:
    """Raises `Refusal` where this kind of stream knows no such command, or nothing has been opened yet."""
    found = view.get(Setting, "setting")
    if found is None:
        if not isinstance(command, TableCommand):
            raise Refusal("not-open", "There is no table here yet.")
    elif found.place not in command.places:
        raise Refusal("not-here", f"That cannot be done in a {found.place}.")


def options(view: View) -> Iterator[Option]:
    """Everything that is open to the seat of this view, commands in the order of their names."""
    found = view.get(Setting, "setting")
    if found is None or not found.open or view.seat.role == "spectator":
        return
    for _, command in sorted(catalogue().commands.items()):
        if found.place in command.places:
            yield from command.offer(view)
