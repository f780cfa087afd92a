"""Admission: the checks that come before every command of every type. Denies by default."""

from typing import Final

from domain.command import Command, Place, TableCommand
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.table.settings import Setting

ELSEWHERE: Final[dict[Place, str]] = {"chronicle": "only-between-scenes", "scene": "only-in-scene"}
"""The refusals of a command that is sent in the wrong place, by the place where it belongs."""


def admit(view: View, command: Command) -> None:
    """Raise `Refusal` if the seat of this view may not send this command here and now.

    Spectators send no commands. A stream that is not opened accepts only commands of the server. A command belongs in
    its `places`, and a closed scene accepts only commands with `when_closed`.
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
