"""The frames of the subprotocol `coterie.1`: everything that is sent over the WebSocket.

Each frame is one MessagePack array whose first element is its name; there are no maps. A WebSocket message to the
server is one frame. A WebSocket message from the server is one frame or several in a row. A commit is sent as a `part`
for each audience that the seat reads. A view is sent as a `welcome` (or `looked`), then a `view` for each of these
audiences. The view after a `welcome` has only the newest lines of the story; a second message follows, with an
`earlier` for each audience. Both messages together are limited in bytes, and so is the answer to a `look` (a request to
look back). A page that shows a long story to its beginning therefore sends several looks.

Frames that hold records or options are encoded only in `server/fold/projection.py`.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.core.audience import Role
from domain.core.option import InputKind
from domain.core.record import Record
from domain.core.words import NO_WORDS, Ref, Words
from domain.option_groups import CommandLayout, OptionGroup

SUBPROTOCOL = "coterie.1"
FRAME_MOST = 64 * 1024
"""The most bytes of a message from a client."""
HELLO_MOST = 1024
"""The most bytes of the first message. A client leaves out positions that do not fit."""
BEHIND_MOST = 10_000
"""A command is refused if its sender has missed more public commits than this. So the server may forget the ids of
older commands."""

Token = Annotated[str, Meta(min_length=20, max_length=64)]
StreamName = Annotated[str, Meta(min_length=1, max_length=120)]
CommandId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Position(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A position in the parts of an audience: how many of them a client has received (`count`), and the chain of the
    newest one (8 bytes). A client keeps the chain and never computes it."""

    audience: Annotated[str, Meta(max_length=1000)]
    count: Count
    chain: Annotated[bytes, Meta(max_length=8)]


class ClientFrame(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of the frames that a client sends."""


class Hello(ClientFrame, frozen=True, tag="hello"):
    """The first frame: a session token, the stream, and the epoch and the positions that the client has ("" and [] if
    the client does not resume). `story`: False if the client wants only the newest commit of the story, and nothing
    from before it."""

    token: Token
    stream: StreamName
    epoch: Annotated[str, Meta(max_length=32)] = ""
    position: Annotated[tuple[Position, ...], Meta(max_length=64)] = ()
    story: bool = True


class Submit(ClientFrame, frozen=True, tag="command"):
    """A command. `id` is random and chosen by the client; when the client sends the command again, it uses the same id.
    `seen`: the client's `count` of the audience `everyone`. `command` is an array that begins with the name of the
    command."""

    id: CommandId
    seen: Count
    command: msgspec.Raw


class Look(ClientFrame, frozen=True, tag="look"):
    """A look: a request to look back, for one of two things.

    - The table as it was: `at` is the number of parts that the seat had received by then, added up over its audiences
      (0: none, so nothing is shown). `before` is -1.
    - The story before a place: just before the part with the number `before` of the audience `of`. `at` is -1.

    Only the Storyteller sets `seat` and `by`. `seat`: show what this seat could read ("": her own). `by`: the seat
    whose parts `at` counts ("": her own; null: the one in `seat`)."""

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
    """True when the seat begins to type, False when it stops."""

    on: bool


class InSight(ClientFrame, frozen=True, tag="in_sight"):
    """True when a person can see the client's table, False when they cannot. Until the first of these frames, they
    cannot. While no client of a seat is in sight, the devices of that seat may get push messages."""

    on: bool


class ServerFrame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of the frames that the server sends."""


class Welcome(ServerFrame, frozen=True, tag="welcome"):
    """The seat is at the table. `resumed`: the missing parts follow; otherwise a `view` for each audience follows in
    this message. `durability` says which failures an accepted command survives: `disk`: a power cut; `second`: a power
    cut, except for the last second; `memory`: none; `unknown`. The story in the views begins at `before` and `of`; a
    `look` with both asks for the lines before it (`before` 0: there are none). `groups` and `layouts` are for pages
    that lay out options as the program's own page does; most clients ignore both. A client that resumes gets
    neither."""

    epoch: str
    seat: str
    role: Role
    name: str
    stream: str
    resumed: bool
    durability: str
    before: int = 0
    of: str = ""
    groups: tuple[OptionGroup, ...] = ()
    layouts: tuple[CommandLayout, ...] = ()


class ViewPart(ServerFrame, frozen=True, tag="view"):
    """The records of an audience at this position: all records of the table, and the newest lines of the story. The
    lines of all audiences begin at one moment, so an audience whose last line is older has none here."""

    audience: str
    count: int
    chain: bytes
    records: tuple[Record, ...]


class Earlier(ServerFrame, frozen=True, tag="earlier"):
    """Story lines of an audience that come before those of its `view`."""

    audience: str
    records: tuple[Record, ...]


class Part(ServerFrame, frozen=True, tag="part"):
    """The part of a commit for an audience. A client first removes the records in `gone` (type and id). Then it puts
    each record of `changed` in the place of the one with the same type and id; without one, at the end. So a record
    that is in both lists moves to the end. `at` is in milliseconds."""

    audience: str
    count: int
    chain: bytes
    at: int
    changed: list[Record]
    gone: list[tuple[str, str]]


class Accepted(ServerFrame, frozen=True, tag="accepted"):
    """The command is applied and durable, at this position."""

    id: bytes
    position: list[Position]


class Refused(ServerFrame, frozen=True, tag="refused"):
    """The command is refused, and changed nothing. `code` is for programs, `words` are for people."""

    id: bytes
    code: str
    words: Words


class SeatHere(msgspec.Struct, frozen=True, array_like=True):
    """A seat of the chronicle. `here`: true if it is connected to this table now. `typing`: true if its person is
    typing."""

    id: str
    name: str
    role: Role
    here: bool
    typing: bool


class Presence(ServerFrame, frozen=True, tag="presence"):
    """The seats of the table, the Storyteller first, then by name; `watching` is the number of spectators."""

    seats: tuple[SeatHere, ...]
    watching: int


class WordsByNumber(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """Words that are an argument of other words. They are given by the number under which they were sent before."""

    number: Count


class SentWords(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """The `Words` of an option. If an argument is words too, their number stands there (`WordsByNumber`)."""

    id: str
    args: tuple[tuple[str, int | str | Ref | WordsByNumber], ...]
    rule: str


class NumberedText(msgspec.Struct, frozen=True, array_like=True):
    """A text or words of options, with the number by which later parts refer to it. The number 0 means ""."""

    number: Count
    text: SentWords | str


class NumberedChoice(msgspec.Struct, frozen=True, array_like=True):
    """A choice of an input, with its number: the `value` that is sent, its `label`, and a short `hint`, such as the
    dice that it gives. All three are numbers of texts."""

    number: Count
    value: Count
    label: Count
    hint: Count


class NumberedInput(msgspec.Struct, frozen=True, array_like=True):
    """An input of an option's form, with its number. `name` is the field of the command that the answer fills. `name`,
    `label` and `default` are numbers of texts, `choices` are numbers of choices. `kind`, `least`, `most` and `default`
    say which answers are right ("Answers" in docs/protocol.md). `rarely`: few people fill in this input, so a page may
    hide it."""

    number: Count
    name: Count
    label: Count
    kind: InputKind
    choices: tuple[Count, ...]
    least: int
    most: int
    default: Count
    rarely: bool


class NumberedOption(msgspec.Struct, frozen=True, array_like=True):
    """An option: a command that the seat can send now, with its number. `command`, `actor`, `label`, `hint` and `group`
    are numbers of texts, `inputs` are numbers of inputs.

    - `actor`: the character that the option is for, "" for the seat itself.
    - `group`: the id of an `OptionGroup`.
    - `urgent`: the table waits for this command, or a person would easily forget it.
    - `parts`: the modifiers that the server will add to a pool that the person builds, as far as the seat may see them:
      a label and a number of dice each.
    - `grave`: ask the person for confirmation, because the command removes something for good, for example.
    """

    number: Count
    command: Count
    actor: Count
    label: Count
    hint: Count
    group: Count
    urgent: bool
    inputs: tuple[Count, ...]
    parts: tuple[tuple[Words | str, int], ...]
    grave: bool


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """A change to the list of a command's options: from index `at` on (the first option is 0), remove as many options
    as `gone` says, and put the options with the numbers in `options` there. `command` is the number of the command's
    name."""

    command: Count
    at: Count
    gone: Count
    options: tuple[Count, ...]


class Options(ServerFrame, frozen=True, tag="options"):
    """The present options of this seat; they are no part of the sequence of commits. New texts, choices, inputs and
    options come with numbers. A client keeps them, because later frames refer to the numbers. If a frame is `whole`,
    the client first drops all earlier numbers and lists. `offers` change the lists of options."""

    whole: bool
    texts: tuple[NumberedText, ...]
    choices: tuple[NumberedChoice, ...]
    inputs: tuple[NumberedInput, ...]
    options: tuple[NumberedOption, ...]
    offers: tuple[Offer, ...]


class Tick(ServerFrame, frozen=True, tag="tick"):
    """Sent every 15 seconds. A client answers each with an `ack`. The server closes a connection that has answered none
    for 45 seconds, unless the client is still reading older bytes."""

    n: int


class Reset(ServerFrame, frozen=True, tag="reset"):
    """The records that this client has are no longer valid; `why` says why. A `welcome` with new views follows."""

    why: Words


class Closing(ServerFrame, frozen=True, tag="closing"):
    """The server is about to close the connection: the close code of RFC 6455, the reason, and the milliseconds within
    which the client should come back (-1: it should not come back)."""

    code: int
    why: Words
    retry: int


class Looked(ServerFrame, frozen=True, tag="looked"):
    """The answer to a look with this `id`. Its `view` frames follow in this message: the table as it was with the
    newest lines of the story, or lines of the story alone. The seat had received `at` of its `most` parts by then.
    `time`: when the last of these parts was made, in milliseconds (0: none). `refused`: why there is no answer; words
    with the id "" if there is one. If the story was asked for, it begins at `before` and `of`, and the next `look` can
    ask for the lines before that (`before` 0: this is the beginning of the story)."""

    id: int
    at: int
    most: int
    time: int
    refused: Words = NO_WORDS
    before: int = 0
    of: str = ""


CLIENT_FRAMES: tuple[type[ClientFrame], ...] = (Hello, Submit, Look, Ack, Typing, InSight)
SERVER_FRAMES: tuple[type[ServerFrame], ...] = (
    Welcome, ViewPart, Earlier, Part, Accepted, Refused, Presence, Options, Tick, Reset, Closing, Looked,
)  # fmt: skip
