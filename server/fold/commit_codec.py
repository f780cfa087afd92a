"""The bytes of a commit in the log: MessagePack arrays, each event with its version.

A command applies once under its key. The key is made from the seat and the id that the client chose, so two seats may
use the same id for different commands. The digest of a command shows whether a second command under the same id is a
copy of the first or a different command.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from struct import pack as pack_bytes
from typing import Final, NamedTuple, Union

import msgspec

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import Audience, Seat
from domain.core.event import Event, Fact
from domain.core.refusal import Refusal
from domain.core.words import Typed, phrase
from domain.rules.validation_words import mistake
from server.fold.command_shape import incomplete
from server.fold.unknown_names import unknown_kind

FORMAT: Final = 1
NAME_MOST: Final = 40
"""The most letters of an unknown name that an answer repeats."""
_encoder = msgspec.msgpack.Encoder()


class Unreadable(Exception):
    """A stored commit has a format, type, version or name that this program does not know. The stream is then fenced:
    it takes no commands."""


class StoredFact(NamedTuple):
    """An event as it is stored."""

    audience: str
    version: int
    event: msgspec.Raw


class Stored(msgspec.Struct, frozen=True, array_like=True):
    """A commit as it is stored. `digest`: 8 bytes computed from the command; `at`: milliseconds since 1970."""

    format: int
    seat: str
    digest: bytes
    at: int
    facts: list[StoredFact]


class Packed(msgspec.Struct, frozen=True, gc=False):
    """A commit that can be appended: its payload, and the bytes of its events by audience, from which the chains are
    computed."""

    payload: bytes
    events: dict[Audience, bytes]


class Commit(msgspec.Struct, frozen=True, gc=False):
    """A commit as it was read from the log. `events`: the bytes of its events, by audience."""

    seat: str
    digest: bytes
    at: int
    facts: list[Fact]
    events: dict[Audience, bytes]


class _Named(msgspec.Struct, frozen=True, array_like=True):
    """An array that begins with a name. All other values are skipped."""

    name: str


_named: Final = msgspec.msgpack.Decoder(_Named)


def command_key(seat: Seat, id_: bytes) -> bytes:
    """Return the 16 bytes under which a command of this seat applies once."""
    return sha256(id_ + seat.id.encode()).digest()[:16]


def digest(command: bytes | msgspec.Raw) -> bytes:
    """Return 8 bytes that identify the content of a command."""
    return sha256(command).digest()[:8]


def pack(seat: str, digest_: bytes, at: int, facts: Sequence[Fact]) -> Packed:
    """Encode a commit. Each event is encoded only once."""
    events: dict[Audience, bytes] = {}
    stored = []
    for fact in facts:
        audience, event = fact.audience, fact.event
        raw = _encoder.encode(event)
        events[audience] = events[audience] + raw if audience in events else raw
        stored.append((audience, event.version, msgspec.Raw(raw)))
    return Packed(_encoder.encode((FORMAT, seat, digest_, at, stored)), events)


@cache
def _decoders() -> tuple[msgspec.msgpack.Decoder[Stored], msgspec.msgpack.Decoder[Event]]:
    events: object = Union[tuple(catalogue().events.values())]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(events)
    return msgspec.msgpack.Decoder(Stored), decoder


def unpack(payload: bytes) -> Commit:
    """Decode a stored commit. Raises `Unreadable`, which names the unknown item."""
    stored_decoder, event_decoder = _decoders()
    try:
        stored = stored_decoder.decode(payload)
        if stored.format != FORMAT:
            raise Unreadable(f"a commit of format {stored.format}; this program knows {FORMAT}")
        events: dict[Audience, bytes] = {}
        facts = []
        for name, version, raw in stored.facts:
            event = _event(event_decoder, version, raw)
            if kind := unknown_kind(event):
                raise Unreadable(f"{type(event).__name__} names one of the {kind} that this program does not have")
            audience = Audience(name)
            events[audience] = events.get(audience, b"") + bytes(raw)
            facts.append(Fact(audience, event))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"a commit that cannot be read: {error}") from error
    return Commit(stored.seat, stored.digest, stored.at, facts, events)


def _event(decoder: msgspec.msgpack.Decoder[Event], version: int, raw: msgspec.Raw) -> Event:
    """Decode a stored event, and lift it to the current version of its type. Raises `Unreadable` and the errors of
    msgspec."""
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
    except (LookupError, TypeError, ValueError) as error:
        raise Unreadable(f"{tag} of version {version}: {error}") from error


@cache
def _commands() -> msgspec.msgpack.Decoder[Command]:
    """Return the decoder for all commands that a client may send."""
    open_ = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]
    union: object = Union[tuple(open_)]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[Command] = msgspec.msgpack.Decoder(union)
    return decoder


def read_command(raw: bytes | msgspec.Raw) -> Command:
    """Decode a client's command. If a value is wrong or missing, raises `Refusal`, which names the field and says what
    was expected."""
    try:
        command = _commands().decode(raw)
    except msgspec.ValidationError as error:
        raise _wrong_command(raw, error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("no-command", error=Typed(str(error))) from error
    if (wrong := incomplete(raw, command)) is not None:
        raise Refusal("malformed", what=wrong)
    return command


def read_json_command(raw: bytes | msgspec.Raw) -> Command:
    """Decode a client's command from JSON. If a value is wrong or missing, raises the `Refusal` that the same command
    gets in MessagePack. A field of bytes is always wrong, because JSON has none; no command that rolls has such a
    field."""
    try:
        packed = _encoder.encode(msgspec.json.decode(raw))
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError) as error:
        raise Refusal("no-command", error=Typed(str(error))) from error
    return read_command(packed)


def malformed(error: msgspec.ValidationError, type_: type[Command]) -> Refusal:
    """Return the refusal of a command in which a field has a value that its type does not allow. It names the field."""
    return Refusal("malformed", what=mistake(str(error), type_))


def _wrong_command(raw: bytes | msgspec.Raw, error: msgspec.ValidationError) -> Refusal:
    """Return the refusal of bytes that are no command: they have no name, an unknown name, or a wrong value."""
    name = first_text(raw)
    if name is None:
        return Refusal("malformed", what=phrase("command-without-name"))
    type_ = catalogue().commands.get(name)
    if type_ is None or issubclass(type_, TableCommand):
        return Refusal("malformed", what=phrase("unknown-command", name=Typed(name[:NAME_MOST])))
    return malformed(error, type_)


def first_text(raw: bytes | msgspec.Raw) -> str | None:
    """Return the text with which an array begins, such as the name of a command; None if there is none."""
    try:
        return _named.decode(raw).name
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


write: Final[Callable[[object], bytes]] = _encoder.encode
"""Encodes a value as MessagePack."""


def array_head(count: int) -> bytes:
    """Return the first bytes of a MessagePack array with this many values. The encoded values have to follow."""
    if count < 16:
        return bytes((0x90 | count,))
    return pack_bytes("!BH", 0xDC, count) if count < 1 << 16 else pack_bytes("!BI", 0xDD, count)


def audiences(payload: bytes) -> list[Audience]:
    """Return the audiences of a stored commit. Raises `Unreadable`."""
    try:
        names = dict.fromkeys(name for name, _, _ in _decoders()[0].decode(payload).facts)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"a commit that cannot be read: {error}") from error
    return [Audience(name) for name in names]
