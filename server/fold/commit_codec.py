"""Stored bytes: how a commit stands in the log. MessagePack arrays; the events one by one, each with its version.

The key under which a command is applied once is made of the seat and the id that the client chose, so that another
seat's id is unknown. The digest tells the same command from another one under the same id.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from struct import pack as pack_bytes
from typing import Any, Final, NamedTuple, Union

import msgspec

from domain.catalogue import catalogue
from domain.core.audience import Audience, Seat
from domain.core.command import Command, TableCommand
from domain.core.event import Event, Fact
from domain.core.refusal import Refusal
from domain.rules.validation_words import mistake
from server.fold.unknown_names import strange

FORMAT: Final = 1
_encoder = msgspec.msgpack.Encoder()


class Unreadable(Exception):
    """A stored commit is of a format, type or version that this program does not know, or names what it does not have.
    Its scene is fenced."""


class StoredFact(NamedTuple):
    """One event as stored."""

    audience: str
    version: int
    event: msgspec.Raw


class Stored(msgspec.Struct, frozen=True, array_like=True):
    """One commit as stored. `digest`: 8 bytes over the command; `at`: milliseconds since 1970."""

    format: int
    seat: str
    digest: bytes
    at: int
    facts: list[StoredFact]


class Packed(msgspec.Struct, frozen=True, gc=False):
    """A commit ready to be appended: its payload, and the bytes of its events by audience, for their chains."""

    payload: bytes
    told: dict[Audience, bytes]


class Commit(msgspec.Struct, frozen=True, gc=False):
    """A commit read back."""

    seat: str
    digest: bytes
    at: int
    facts: list[Fact]
    told: dict[Audience, bytes]


def command_key(seat: Seat, id_: bytes) -> bytes:
    """The 16 bytes under which this seat's command is applied once."""
    return sha256(id_ + seat.id.encode()).digest()[:16]


def digest(command: bytes | msgspec.Raw) -> bytes:
    """8 bytes that tell a command's content."""
    return sha256(command).digest()[:8]


def pack(seat: str, digest_: bytes, at: int, facts: Sequence[Fact]) -> Packed:
    """Encode a commit, each event once."""
    told: dict[Audience, bytes] = {}
    stored = []
    for fact in facts:
        audience, event = fact.audience, fact.event
        raw = _encoder.encode(event)
        told[audience] = told[audience] + raw if audience in told else raw
        stored.append((audience, event.version, msgspec.Raw(raw)))
    return Packed(_encoder.encode((FORMAT, seat, digest_, at, stored)), told)


@cache
def _decoders() -> tuple[msgspec.msgpack.Decoder[Stored], msgspec.msgpack.Decoder[Event]]:
    events: object = Union[tuple(catalogue().events.values())]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(events)
    return msgspec.msgpack.Decoder(Stored), decoder


def unpack(payload: bytes) -> Commit:
    """Read a stored commit. Raises `Unreadable`, naming what is not known."""
    stored_decoder, event_decoder = _decoders()
    try:
        stored = stored_decoder.decode(payload)
        if stored.format != FORMAT:
            raise Unreadable(f"a commit of format {stored.format}; this program knows {FORMAT}")
        told: dict[Audience, bytes] = {}
        facts = []
        for name, version, raw in stored.facts:
            event = _event(event_decoder, version, raw)
            if kind := strange(event):
                raise Unreadable(f"{type(event).__name__} names one of the {kind} that this program does not have")
            audience = Audience(name)
            told[audience] = told.get(audience, b"") + bytes(raw)
            facts.append(Fact(audience, event))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"a commit that cannot be read: {error}") from error
    return Commit(stored.seat, stored.digest, stored.at, facts, told)


def _event(decoder: msgspec.msgpack.Decoder[Event], version: int, raw: msgspec.Raw) -> Event:
    """One stored event, an older one lifted to what its type is now. Raises `Unreadable` and what msgspec raises."""
    misread: msgspec.ValidationError | None = None
    try:
        event = decoder.decode(raw)
    except msgspec.ValidationError as error:
        misread = error
    else:
        if version == event.version:
            return event
    tag, *fields = msgspec.msgpack.decode(raw, type=list[object])
    type_ = catalogue().events.get(str(tag))
    if type_ is None or version >= type_.version:
        known = f"this program knows {type_.version}" if type_ else "this program knows none"
        raise misread or Unreadable(f"{tag} of version {version}; {known}")
    try:
        return msgspec.convert([tag, *type_.lift(version, fields)], type_)
    except LookupError as error:
        raise Unreadable(f"{tag} of version {version}: {error}") from error


def clients_commands() -> Any:
    """The union of all commands that a client may send."""
    open_ = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]
    return Union[tuple(open_)]  # noqa: UP007 - a union made at run time


@cache
def _commands() -> msgspec.msgpack.Decoder[Command]:
    decoder: msgspec.msgpack.Decoder[Command] = msgspec.msgpack.Decoder(clients_commands())
    return decoder


def read_command(raw: bytes | msgspec.Raw) -> Command:
    """A client's command. Raises `Refusal` naming what was expected."""
    try:
        return _commands().decode(raw)
    except msgspec.ValidationError as error:
        raise malformed(error, type_of(raw)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("malformed", f"That is no command of this table: {error}.") from error


def malformed(error: msgspec.ValidationError, type_: type[Command]) -> Refusal:
    """A command with a value that it does not take, refused by the name of the field."""
    return Refusal("malformed", f"That cannot be taken. {mistake(str(error), type_)}")


def type_of(raw: bytes | msgspec.Raw) -> type[Command]:
    """The type of command that a frame names, where it is known at all."""
    try:
        name = msgspec.msgpack.decode(raw, type=list[Any])[0]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError):
        name = ""
    return catalogue().commands.get(name, Command) if isinstance(name, str) else Command


write: Final[Callable[[object], bytes]] = _encoder.encode
"""A value as MessagePack."""


def array_head(count: int) -> bytes:
    """How a MessagePack array of so many values begins: those follow, encoded before."""
    if count < 16:
        return bytes((0x90 | count,))
    return pack_bytes("!BH", 0xDC, count) if count < 1 << 16 else pack_bytes("!BI", 0xDD, count)


def audiences(payload: bytes) -> list[Audience]:
    """Whom a stored commit told something. Raises `Unreadable`."""
    try:
        told = dict.fromkeys(name for name, _, _ in _decoders()[0].decode(payload).facts)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"a commit that cannot be read: {error}") from error
    return [Audience(name) for name in told]
