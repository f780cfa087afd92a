"""Admission: what stands before every command, whatever it is. Default deny."""

from typing import Final

from domain.core.command import Command, Place, Refusal, TableCommand
from domain.core.state import View
from domain.features.table.settings import Setting

DONE_IN: Final[dict[Place, str]] = {
    "chronicle": "That is done between scenes, in the chronicle (T1).",
    "scene": "That is done in a scene: begin one (T1).",
}
"""Where something is done that was tried elsewhere."""


def admit(view: View, command: Command) -> None:
    """Whether the seat of this view may send such a command here and now at all. Raises `Refusal`.

    Spectators send none; a stream that was not opened takes only the table's own; each command has its places; and
    where the scene is closed only those that say so (`when_closed`) are taken.
    """
    found = view.get(Setting, "setting")
    if found is None:
        if not isinstance(command, TableCommand):
            raise Refusal("not-open", "There is no table here yet (T1).")
    elif found.place not in command.places:
        raise Refusal("not-here", DONE_IN[command.places[0]])
    elif view.seat.role == "spectator":
        raise Refusal("spectator", "Spectators watch; they do not act (G1).")
    elif not found.open and not command.when_closed:
        raise Refusal("closed", "This scene is closed: it is not played on (T1).")
