"""The turn that a table is in, if turns run at all (T1)."""

from typing import Final, Literal

import msgspec

from domain.core.record import Record
from domain.core.state import View

Phase = Literal["declaring", "acting", "over"]

FIRST: Final = 1
"""The count of `everyone` at the first commit of a scene: when a turn began there that another scene began in."""


class Turn(Record, frozen=True):
    """The turn that the table is in. Its id is "turn"; where there is none, no turns are running. `acting` is the
    character at whose slot the public marker stands, or the one that is to declare, "" for none; `began` the count of
    `everyone` when it began, which tells it from every other turn of the scene."""

    number: int
    phase: Phase
    acting: str = ""
    began: int = 0

    def in_continued_scene(self, began: int) -> "Turn":
        return msgspec.structs.replace(self, began=FIRST)


def turns_run(view: View) -> bool:
    """Whether turns are running."""
    return view.get(Turn, "turn") is not None


def turn_began(view: View) -> int:
    """What tells the turn that the table is in from every other (`Turn.began`), 0 while none is."""
    found = view.get(Turn, "turn")
    return found.began if found is not None else 0


def turn_number(view: View) -> int:
    """The number of the turn that the table is in, 0 while none is. What lasts until then ends with it."""
    found = view.get(Turn, "turn")
    return found.number if found is not None else 0
