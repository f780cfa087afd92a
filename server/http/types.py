"""What the HTTP side is asked, and what it answers, as types: `coterie schema --openapi` is made of them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.audience import Role
from domain.core.bounds import Name
from domain.rules.character_file import Character
from domain.rules.rule_types import Part
from server.access.contract import Chronicle
from server.protocol.frames import StreamName

# Asked


class EnterBody(msgspec.Struct, forbid_unknown_fields=True):
    """A link's secret."""

    secret: Annotated[str, Meta(max_length=100)]


class ChronicleBody(msgspec.Struct, forbid_unknown_fields=True):
    """A chronicle to be founded."""

    name: Name
    rules: Name
    switches: Annotated[dict[Name, Name], Meta(max_length=50)] = {}
    storyteller: Name = "Storyteller"


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat to be made."""

    name: Name
    role: Literal["player", "spectator"] = "player"


class DraftBody(msgspec.Struct, forbid_unknown_fields=True):
    """A command that has not been sent yet, as the array that it would be on the wire, and where it would be sent."""

    stream: StreamName
    command: msgspec.Raw


# Answered


class Nothing(msgspec.Struct):
    """It is done, and there is nothing to tell."""


class Error(msgspec.Struct):
    """Why not, in one sentence."""

    error: str


class Health(msgspec.Struct):
    """The server answers."""

    status: Literal["ok"]


class SwitchShown(msgspec.Struct):
    """A switch of a rule set; the first choice is the usual one."""

    name: str
    choices: tuple[str, ...]
    label: str


class TraitsShown(msgspec.Struct):
    """Traits that stand together on a sheet, and the most dots that one has."""

    name: str
    traits: tuple[str, ...]
    most: int


class RulesShown(msgspec.Struct):
    """A rule set. `undead`: traits, stores and powers that no mortal has."""

    id: str
    title: str
    about: str
    switches: list[SwitchShown]
    traits: list[TraitsShown]
    ready: tuple[Character, ...]
    undead: list[str]


class AllRules(msgspec.Struct):
    """Every rule set that there is."""

    rules: list[RulesShown]


class Link(msgspec.Struct, kw_only=True):
    """A link as the page shows it: in letters, and as the rows of a QR code for a phone (1 is dark)."""

    link: str
    qr: list[str]


class Founded(Link, kw_only=True):
    """A chronicle, and its Storyteller's link."""

    id: str


class Invited(Link, kw_only=True):
    """A seat, and its link."""

    seat: str


class HostEntered(msgspec.Struct, tag_field="role", tag="host"):
    """A host link was good."""

    token: str


class SeatEntered(msgspec.Struct):
    """A seat's link was good. `stream` is its chronicle's, `scene` that of the scene which is open there, "" for none:
    where everybody is."""

    token: str
    role: Role
    seat: str
    name: str
    chronicle: str
    chronicle_name: str
    stream: str
    scene: str = ""


class Status(msgspec.Struct):
    """How this process is, for whoever runs it. `ready`: its log answers and can be written. `lines` are for people:
    the durability in force, numbers, what is amiss."""

    ready: bool
    lines: list[str]


class Chronicles(msgspec.Struct):
    """The chronicles of this house."""

    chronicles: list[Chronicle]


class SeatShown(msgspec.Struct):
    """A seat as its Storyteller's list has it."""

    id: str
    name: str
    role: Role
    revoked: bool


class Seats(msgspec.Struct):
    """The Storyteller's first, then by name."""

    seats: list[SeatShown]


class ResultOdds(msgspec.Struct):
    """How likely a roll is to come to this."""

    result: str
    chance: float


class SumOdds(msgspec.Struct):
    """How likely this sum of successes is, and this or more."""

    net: int
    chance: float
    at_least: float


class ResistedOdds(msgspec.Struct):
    """How likely either side is to prevail, and that they are level."""

    first: float
    second: float
    level: float


class OddsShown(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A throw's odds. `more`: what lies beyond the last sum listed."""

    pool: int
    difficulty: int
    results: list[ResultOdds]
    net: list[SumOdds]
    more: float
    expected: float
    resisted: ResistedOdds | msgspec.UnsetType = msgspec.UNSET


class Foreseen(OddsShown, kw_only=True):
    """What a command would roll: the parts of its pool, and its odds."""

    parts: tuple[Part, ...]


class Worded(msgspec.Struct):
    """What else there is to say of a command that would roll nothing by itself."""

    words: str


class Refused(msgspec.Struct):
    """Why the command would be refused."""

    refusal: str


class Explained(msgspec.Struct):
    """What each die did, and what the whole came to."""

    dice: tuple[str, ...]
    explanation: str
