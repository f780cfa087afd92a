"""The types of request bodies and answers. `coterie schema --openapi` is made from them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.audience import Role
from domain.core.bounds import Name
from domain.core.words import NO_WORDS, Words
from domain.rules.character_file import Character
from domain.rules.rule_types import Faces, Part, Result
from server.access.contract import Chronicle
from server.protocol.frames import StreamName

# Request bodies


class EnterBody(msgspec.Struct, forbid_unknown_fields=True):
    """A link's secret."""

    secret: Annotated[str, Meta(max_length=100)]


class ChronicleBody(msgspec.Struct, forbid_unknown_fields=True):
    """A chronicle to create."""

    name: Name
    rules: Name
    switches: Annotated[dict[Name, Name], Meta(max_length=50)] = {}
    storyteller: Name = "Storyteller"


class ChronicleChange(msgspec.Struct, forbid_unknown_fields=True):
    """What to change in a chronicle: its name, and whether it is hidden in the host's list. Null keeps a value."""

    name: Name | None = None
    hidden: bool | None = None


class AddressBody(msgspec.Struct, forbid_unknown_fields=True):
    """The public address to set; "" removes it."""

    address: Annotated[str, Meta(max_length=200)]


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat to create."""

    name: Name
    role: Literal["player", "spectator"] = "player"


class DraftBody(msgspec.Struct, forbid_unknown_fields=True):
    """A command that has not been sent yet, in the form in which a client would send it, and the stream that it is
    for."""

    stream: StreamName
    command: msgspec.Raw


class SentencesBody(msgspec.Struct, forbid_unknown_fields=True):
    """Words to be shown as text, and the names of the characters and seats in them."""

    words: Annotated[list[Words], Meta(max_length=200)]
    language: Annotated[str, Meta(max_length=10)] = "en"
    names: Annotated[dict[str, str], Meta(max_length=200)] = {}


class PushBody(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's push subscription: the URL of its push service, the two keys for the encryption (base64url), and the
    reader's language."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    key: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    language: Annotated[str, Meta(max_length=20)] = "en"


class PictureQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table at which a seat sees a picture."""

    stream: StreamName


# Answers


class Sentences(msgspec.Struct):
    """The text of each of the words, in their order."""

    sentences: list[str]


class Nothing(msgspec.Struct):
    """The request succeeded; the answer has no content."""


class Error(msgspec.Struct):
    """The reason for an error, in English; `words` is the same as a message, for a reader of another language."""

    error: str
    words: Words = NO_WORDS


class Health(msgspec.Struct):
    """The answer of a running server."""

    status: Literal["ok"]


class SwitchShown(msgspec.Struct):
    """A switch of a rule set; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    label: str


class TraitsShown(msgspec.Struct):
    """A group of traits on a sheet, and the most dots that a trait of it has."""

    name: str
    traits: tuple[str, ...]
    most: int


class RulesShown(msgspec.Struct):
    """A rule set. `undead`: traits, stores and powers that mortals do not have."""

    id: str
    title: str
    about: str
    switches: list[SwitchShown]
    traits: list[TraitsShown]
    ready: tuple[Character, ...]
    undead: list[str]


class AllRules(msgspec.Struct):
    """All rule sets."""

    rules: list[RulesShown]


class Link(msgspec.Struct, kw_only=True):
    """A link: as text, and as the rows of its QR code, of 0 and 1 (1 is dark)."""

    link: str
    qr: list[str]


class Founded(Link, kw_only=True):
    """A new chronicle's id, and its Storyteller's link."""

    id: str


class Invited(Link, kw_only=True):
    """A new seat's id, and its link."""

    seat: str


class HostEntered(msgspec.Struct, tag_field="role", tag="host"):
    """The session that a host link opened."""

    token: str


class SeatEntered(msgspec.Struct):
    """The session that a seat's link opened. `stream` is the chronicle's; `scene` is the open scene's, "" for none."""

    token: str
    role: Role
    seat: str
    name: str
    chronicle: str
    chronicle_name: str
    stream: str
    scene: str = ""


class Status(msgspec.Struct):
    """The status of this process, for the host. `ready`: True if its log answers and can be written. `version`: that
    of the program. `lines`: a text for people about durability, counts and problems."""

    ready: bool
    version: str
    lines: list[str]


class Chronicles(msgspec.Struct):
    """All chronicles of this server."""

    chronicles: list[Chronicle]


class AddressShown(msgspec.Struct):
    """The public address of the server ("" if it has none). `fixed`: --public-url gives it, and it cannot be changed.
    `local`: the address to which links lead without a public one. `network`: the address to which they lead after
    --lan, "" if it is not known. `ways`: what the host types so that players reach the server, by the name of the
    program."""

    address: str
    fixed: bool
    local: str
    network: str
    ways: dict[str, str]


class WayBack(msgspec.Struct):
    """The answer by which a server recognises itself. `forwarded`: True if a proxy has named its caller."""

    proof: str
    forwarded: bool


class Reached(msgspec.Struct):
    """Whether people reach the server through its public address: the problem, and advice if there is none. Either may
    be silent."""

    problem: Words
    advice: Words


class ChronicleSize(msgspec.Struct):
    """The size of a chronicle. `bytes` and `picture_bytes`: about how much its log and its pictures take."""

    scenes: int
    commits: int
    bytes: int
    pictures: int
    picture_bytes: int


class SeatShown(msgspec.Struct):
    """A seat in its Storyteller's list."""

    id: str
    name: str
    role: Role
    revoked: bool


class Seats(msgspec.Struct):
    """The seats of a chronicle: the Storyteller's first, then by name."""

    seats: list[SeatShown]


class PushShown(msgspec.Struct):
    """The public key with which a browser subscribes to push messages (base64url). `on`: True if this session gets
    them."""

    key: str
    on: bool


class Uploaded(msgspec.Struct):
    """The id of an uploaded picture."""

    picture: str


class ResultOdds(msgspec.Struct):
    """A result of a roll, and its chance."""

    result: str
    chance: float


class SumOdds(msgspec.Struct):
    """A sum of successes, its chance, and the chance of that sum or more."""

    net: int
    chance: float
    at_least: float


class ResistedOdds(msgspec.Struct):
    """The chance that the first side of a resisted roll wins, the chance of a draw, and the chance that the second side
    wins."""

    first: float
    second: float
    level: float


class OddsShown(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The odds of a throw. `more`: the chance of a sum beyond the last one in the list."""

    pool: int
    difficulty: int
    results: list[ResultOdds]
    net: list[SumOdds]
    more: float
    expected: float
    resisted: ResistedOdds | msgspec.UnsetType = msgspec.UNSET


class Foreseen(OddsShown, kw_only=True):
    """The roll of a command: the parts of its pool, its size in words, and its odds."""

    parts: tuple[Part, ...]
    dice: Words


class Practised(msgspec.Struct):
    """A practice throw: the parts of the pool, and the fields that a roll of the story has."""

    parts: tuple[Part, ...]
    difficulty: int
    willpower: bool
    faces: Faces
    struck: tuple[int, ...]
    worth: tuple[int, ...]
    successes: int
    net: int
    result: Result
    degree: str
    why: Words


class Worded(msgspec.Struct):
    """A description of a command that rolls no dice by itself."""

    words: str


class Refused(msgspec.Struct):
    """The reason why the command would be refused, in English and as words."""

    refusal: str
    words: Words


class Explained(msgspec.Struct):
    """The explanation of each die and of the whole roll, the sum, and the result."""

    dice: tuple[Words, ...]
    explanation: Words
    net: int
    result: Result
