"""Admission: the checks that every command must pass before its own check. Without a reason to allow a command, it is
refused."""

from typing import Final

from domain.command import Command, Place, TableCommand
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.table.settings import Setting

ELSEWHERE: Final[dict[Place, str]] = {"chronicle": "only-between-scenes", "scene": "only-in-scene"}
"""The refusal for a command that is sent in the wrong place. The key is the place where the command belongs."""


def admit(view: View, command: Command) -> None:
    """Raise `Refusal` if the seat of this view may not send this command here and now.

    Spectators send no commands. Before a stream is opened, only the server may send it commands. A command may be sent
    only in one of its `places`, and to a closed scene only if it has `when_closed`.
    """
    found = view.get(Setting, "setting")
    if found is None:
        if not isinstance(command, TableCommand):
            raise Refusal("not-open", rule="T1")
    elif found.place not in command.places:
        raise Refusal(ELSEWHERE[command.places[0]], rule="T1")
    elif view.seat.role == "spectator":
        raise Refusal("spectator", rule="G1")
    elif not found.open and not command.when_closed:
        raise Refusal("closed", rule="T1")
