"""Bounds of what a command may carry: every length and number that a client sends is limited by its type."""

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta


class Of(NamedTuple):
    """Marks what names something of the catalogue: a program that has none of that name cannot go on from a stored
    event that names it."""

    kind: Literal["manoeuvres", "conditions", "rulesets", "switches"]


Id = Annotated[str, Meta(max_length=40)]
"""An id made by the server, or "" where none is meant."""
SeatId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^,\s]+\Z")]
"""A seat's id. Audiences join them with commas, so none may hold one."""
SeatIds = Annotated[tuple[SeatId, ...], Meta(max_length=20)]
"""The seats that something is for."""
PlayerId = Annotated[str, Meta(max_length=40, pattern=r"^[^,\s]*\Z")]
"""A player's seat, or "" for nobody's."""
Name = Annotated[str, Meta(min_length=1, max_length=60)]
ManoeuvreName = Annotated[Name, Of("manoeuvres")]
ConditionName = Annotated[str, Of("conditions")]
RulesName = Annotated[str, Of("rulesets")]
SwitchChoice = Annotated[tuple[str, str], Of("switches")]
"""A switch of a rule set, and how it is set."""
SwitchChoices = tuple[SwitchChoice, ...]
ShortText = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=4000)]
Opening = Annotated[str, Meta(max_length=1000)]
"""What is narrated as a scene begins."""
Cast = Annotated[tuple[Id, ...], Meta(max_length=200)]
"""Some of the characters."""
Dots = Annotated[int, Meta(ge=0, le=10)]
LEVELS_MOST: Final = 20
"""Health levels that a table of them may have."""
Damaged = Annotated[int, Meta(ge=0, le=LEVELS_MOST)]
"""Levels of damage that somebody bears; no more of all kinds together than the table in force has (C29)."""
Modifier = Annotated[int, Meta(ge=-50, le=50)]
Count = Annotated[int, Meta(ge=0, le=100)]
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""How many parts a seat had been told: its place in the time of a scene."""
