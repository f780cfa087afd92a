"""Admission: what stands before every command, whatever it is. Default deny."""

from domain.command import Command, Refusal, TableCommand
from domain.features.setting import Setting
from domain.state import View


def admit(view: View, command: Command) -> None:
    """Whether the seat of this view may send such a command here and now at all. Raises `Refusal`.

    Spectators send none; a stream that was not opened takes only the table's own; each command has its places; and
    where the scene is closed only those that say so (`when_closed`) are taken.
    """
    found = view.get(Setting, "setting")
    if found is None:
        if not isinstance(command, TableCommand):
            raise Refusal("not-open", "There is no table here yet.")
    elif found.place not in command.places:
        raise Refusal("not-here", f"That cannot be done in a {found.place}.")
    elif view.seat.role == "spectator":
        raise Refusal("spectator", "Spectators watch; they do not act.")
    elif not found.open and not command.when_closed:
        raise Refusal("closed", "This scene is closed. It can be looked back on, not played on.")
