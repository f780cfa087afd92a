"""The current turn of a table, if turns run (T1)."""

from typing import Final, Literal

import msgspec

from domain.core.record import Record
from domain.core.state import View
from domain.tracked_view import memoized

Phase = Literal["declaring", "acting", "over"]

FIRST: Final = 1
"""The count of `everyone` at the first commit of a scene. If a scene continues a turn of another scene, that turn
begins at this count."""


class Turn(Record, frozen=True):
    """The current turn. Its id is "turn"; without this record no turns run. `acting` is the character that must act
    now, or must declare next, or "". `began` is the count of `everyone` at its beginning, which is different for each
    turn of the scene."""

    number: int
    phase: Phase
    acting: str = ""
    began: int = 0

    def in_continued_scene(self, began: int) -> "Turn":
        return msgspec.structs.replace(self, began=FIRST)


@memoized
def turns_run(view: View) -> bool:
    """True if the game is being played in turns now."""
    return view.get(Turn, "turn") is not None


@memoized
def turn_phase(view: View) -> Phase | None:
    """Return the phase of the current turn, or None if turns do not run. It changes more seldom than the turn's other
    fields."""
    found = view.get(Turn, "turn")
    return found.phase if found is not None else None


def turn_began(view: View) -> int:
    """Return `Turn.began` of the current turn, which no other turn of the scene has; 0 if no turns run."""
    found = view.get(Turn, "turn")
    return found.began if found is not None else 0


def turn_number(view: View) -> int:
    """Return the number of the current turn, 0 if no turns run."""
    found = view.get(Turn, "turn")
    return found.number if found is not None else 0
