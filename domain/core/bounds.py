"""Bounded types for the fields of commands: the type of a field limits the length of a text and the size of a
number."""

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta


class CatalogueName(NamedTuple):
    """Marks a field whose value is the name of something in the catalogue, such as a condition.

    A program whose catalogue lacks a name that a stored event contains must not continue that stream
    (`server/fold/unknown_names.py`).
    """

    kind: Literal["manoeuvres", "conditions", "rulesets", "switches"]


Id = Annotated[str, Meta(max_length=40)]
"""An id that the server made, or "" for no id."""
SeatId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^,\s]+\Z")]
"""A seat's id. It has no comma, because audiences join seat ids with commas."""
SeatIds = Annotated[tuple[SeatId, ...], Meta(max_length=20)]
"""The seats that a message or a fact is for."""
PlayerId = Annotated[str, Meta(max_length=40, pattern=r"^[^,\s]*\Z")]
"""The seat id of a player, or "" if no player is meant."""
PictureId = Annotated[str, Meta(max_length=32, pattern=r"^([0-9a-f]{32})?\Z")]
"""The id of a picture that was uploaded in this chronicle, or "" for no picture. The server looks the picture up before
a command with it is decided (`server/connection/submission_queue.py`)."""
Name = Annotated[str, Meta(min_length=1, max_length=60)]
ManoeuvreName = Annotated[Name, CatalogueName("manoeuvres")]
ConditionName = Annotated[str, CatalogueName("conditions")]
RulesName = Annotated[str, CatalogueName("rulesets")]
SwitchChoice = Annotated[tuple[str, str], CatalogueName("switches")]
"""The name of a switch of a rule set, and the chosen value."""
SwitchChoices = tuple[SwitchChoice, ...]
ShortText = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=4000)]
Opening = Annotated[str, Meta(max_length=1000)]
"""The narration at the beginning of a scene."""
Cast = Annotated[tuple[Id, ...], Meta(max_length=200)]
"""Ids of characters."""
Dots = Annotated[int, Meta(ge=0, le=10)]
LEVELS_MOST: Final = 20
"""The greatest number of health levels that a table of health levels may have."""
Damaged = Annotated[int, Meta(ge=0, le=LEVELS_MOST)]
"""A number of damaged health levels, for one kind of damage. All kinds together never exceed the number of health
levels that the rules have (C29)."""
LevelCount = Annotated[int, Meta(ge=0, le=LEVELS_MOST)]
"""How many health levels a character has, 0 for as many as the rules say (C29)."""
Modifier = Annotated[int, Meta(ge=-50, le=50)]
Count = Annotated[int, Meta(ge=0, le=100)]
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""The number of parts that a seat has received. It serves as the seat's clock in a scene (`View.moment`)."""
