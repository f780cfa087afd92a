"""The frames of subprotocol `coterie.1`: what travels over the socket, and nothing else does.

Every frame is one MessagePack array whose first element names it; no maps. A WebSocket message to the server is one
frame. A WebSocket message from the server is one or more frames, one after the other: a commit is a `part` for each
audience that the seat reads; a view is a `welcome` (or `looked`) and a `view` for each such audience. Of the story, a
welcome's has the newest lines; a message of its own follows, with an `earlier` for each audience. Both together are
bounded in bytes, and so is what answers a `look`: it takes further looks to read a long story to its beginning.

Only `server/fold/projection.py` makes bytes for a viewer out of these.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.core.audience import Role
from domain.core.command import Option
from domain.core.record import Record
from domain.option_groups import OPTION_GROUPS, CommandLayout, OptionGroup, command_layouts

SUBPROTOCOL = "coterie.1"
FRAME_MOST = 64 * 1024
"""Bytes of a client's message at most."""
HELLO_MOST = 1024
"""Bytes of the first message at most (a client whose position would not fit leaves it out)."""
BEHIND_MOST = 10_000
"""How many commits a command's sender may be behind, so that command ids can be let go."""

Token = Annotated[str, Meta(min_length=20, max_length=64)]
StreamName = Annotated[str, Meta(min_length=1, max_length=120)]
CommandId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Position(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How far somebody is in an audience: the count of its commits, and the chain over them (8 bytes)."""

    audience: Annotated[str, Meta(max_length=1000)]
    count: Count
    chain: Annotated[bytes, Meta(max_length=8)]


class ClientFrame(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of what a client sends."""


class Hello(ClientFrame, frozen=True, tag="hello"):
    """The first frame: who (a session token), where, and how far this client had come ("" and () for a fresh one)."""

    token: Token
    stream: StreamName
    epoch: Annotated[str, Meta(max_length=32)] = ""
    position: Annotated[tuple[Position, ...], Meta(max_length=64)] = ()


class Submit(ClientFrame, frozen=True, tag="command"):
    """A wish. `id` is random, made by the client, the same on a retry; `seen` is the count of `everyone` that the
    sender had come to; `command` is one of the commands, as an array that begins with its name."""

    id: CommandId
    seen: Count
    command: msgspec.Raw


class Look(ClientFrame, frozen=True, tag="look"):
    """Look back. `at`: the table when this seat had been told that many parts (-1: not asked). `before`: the story just
    before the part of that count that the audience `of` was told (-1: not asked). The Storyteller may look as a seat
    ("": with her own eyes); `by` is the seat whose parts `at` counts, where that is another one."""

    id: Count
    at: Annotated[int, Meta(ge=-1, le=2**53 - 1)] = -1
    before: Annotated[int, Meta(ge=-1, le=2**53 - 1)] = -1
    seat: Annotated[str, Meta(max_length=40)] = ""
    by: Annotated[str, Meta(max_length=40)] | None = None
    of: Annotated[str, Meta(max_length=1000)] = "everyone"


class Ack(ClientFrame, frozen=True, tag="ack"):
    """The answer to a tick."""

    n: Count


class Typing(ClientFrame, frozen=True, tag="typing"):
    """Whether this seat is writing something."""

    on: bool


class ServerFrame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of what the server sends."""


class Welcome(ServerFrame, frozen=True, tag="welcome"):
    """The seat is at the table. `resumed`: the missing commits follow; otherwise the view does, in this message.
    `durability` says what an accepted command has survived: disk, second, memory or unknown. The story that comes with
    a view begins at `before` and `of`, with which a `look` asks for what comes before that (0: nothing does).
    `groups` and `layouts` say how options are laid out."""

    epoch: str
    seat: str
    role: Role
    name: str
    stream: str
    resumed: bool
    durability: str
    before: int = 0
    of: str = ""
    groups: tuple[OptionGroup, ...] = OPTION_GROUPS
    layouts: tuple[CommandLayout, ...] = msgspec.field(default_factory=command_layouts)


class ViewPart(ServerFrame, frozen=True, tag="view"):
    """All records of one audience, as they are at this position, but of its story only the newest lines."""

    audience: str
    count: int
    chain: bytes
    records: tuple[Record, ...]


class Earlier(ServerFrame, frozen=True, tag="earlier"):
    """The story of one audience before what its `view` has of it, as much as is shown in one go."""

    audience: str
    records: tuple[Record, ...]


class Part(ServerFrame, frozen=True, tag="part"):
    """What one commit told one audience: records gone (type and id), and records written, which are read after those
    that went: one that is in both stands elsewhere among its like. `at` is milliseconds."""

    audience: str
    count: int
    chain: bytes
    at: int
    changed: list[Record]
    gone: list[tuple[str, str]]


class Accepted(ServerFrame, frozen=True, tag="accepted"):
    """The command stands, durably, at this position."""

    id: bytes
    position: list[Position]


class Refused(ServerFrame, frozen=True, tag="refused"):
    """The command does not stand: a code for programs and a sentence for people."""

    id: bytes
    code: str
    sentence: str


class SeatHere(msgspec.Struct, frozen=True, array_like=True):
    """A seat of the chronicle, whether somebody sits there now, and whether they are writing."""

    id: str
    name: str
    role: Role
    here: bool
    typing: bool


class Presence(ServerFrame, frozen=True, tag="presence"):
    """Who is at the table, the Storyteller first, then by name; `watching` counts spectators."""

    seats: tuple[SeatHere, ...]
    watching: int


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """The ways in which a command is open; none, where it no longer is."""

    command: str
    options: tuple[Option, ...]


class Options(ServerFrame, frozen=True, tag="options"):
    """What is open to this seat now, outside the sequence. `whole`: this and nothing else; otherwise what was said of
    these commands before is so no longer, and what was said of others still is."""

    whole: bool
    offers: tuple[Offer, ...]


class Tick(ServerFrame, frozen=True, tag="tick"):
    """Every 15 seconds; a client that misses two is cut off and reconnects."""

    n: int


class Reset(ServerFrame, frozen=True, tag="reset"):
    """What this client holds is no longer so (`why` is a sentence); a welcome with the whole view follows."""

    why: str


class Closing(ServerFrame, frozen=True, tag="closing"):
    """The server is about to close: RFC 6455's code, a sentence, and within how many milliseconds to come back
    (-1: not at all)."""

    code: int
    sentence: str
    retry: int


class Looked(ServerFrame, frozen=True, tag="looked"):
    """The table as it was; its `view` frames follow in this message. `at` of `most` parts told to that seat; `time` is
    when, in milliseconds. `refused` is a sentence where looking back is not allowed. Where the story alone was asked
    for, it begins at `before` and `of`: the next `look` goes on from there (0: that is its beginning)."""

    id: int
    at: int
    most: int
    time: int
    refused: str = ""
    before: int = 0
    of: str = ""


CLIENT_FRAMES: tuple[type[ClientFrame], ...] = (Hello, Submit, Look, Ack, Typing)
SERVER_FRAMES: tuple[type[ServerFrame], ...] = (
    Welcome, ViewPart, Earlier, Part, Accepted, Refused, Presence, Options, Tick, Reset, Closing, Looked,
)  # fmt: skip
