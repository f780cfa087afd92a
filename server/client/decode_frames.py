"""Decodes messages of the server to frames with typed records.

Rule 1. What this version does not know is left out, as the protocol demands: frames and records of an unknown name, and
        values after the last known field.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, Union

import msgpack  # type: ignore[import-untyped]
import msgspec

from domain.catalogue import catalogue
from domain.core.record import Record
from server.client.errors import WrongFrames
from server.protocol import frames
from server.protocol.frames import ServerFrame

_fields: Final = msgspec.msgpack.Decoder(list[msgspec.Raw])
_text: Final = msgspec.msgpack.Decoder(str)
_plain: Final = msgspec.msgpack.Decoder()
_plain_frames: Final[msgspec.msgpack.Decoder[Any]] = msgspec.msgpack.Decoder(
    Union[  # noqa: UP007 - a union made at run time
        tuple(f for f in frames.SERVER_FRAMES if f not in (frames.ViewPart, frames.Earlier, frames.Part))
    ]
)
"""Decodes the frames that hold no records."""
_NAMES: Final = frozenset(str(f.__struct_config__.tag) for f in frames.SERVER_FRAMES)


@cache
def _records() -> msgspec.msgpack.Decoder[Record]:
    return msgspec.msgpack.Decoder(Union[tuple(catalogue().records.values())])  # noqa: UP007 - made at run time


def read_message(message: bytes) -> list[ServerFrame]:
    """Return the frames of a message. Raise `WrongFrames` if it cannot be read."""
    try:
        return [frame for raw in split(message) if (frame := read_frame(raw)) is not None]
    except (msgspec.DecodeError, msgpack.UnpackException, ValueError, IndexError) as error:
        raise WrongFrames(f"The server sent a message that this program cannot read: {error}.") from error


def split(message: bytes) -> Iterator[bytes]:
    """Yield the encoded frames of a message."""
    unpacker = msgpack.Unpacker(max_buffer_size=0)
    unpacker.feed(message)
    start = 0
    while start < len(message):
        unpacker.skip()
        end = unpacker.tell()
        yield message[start:end]
        start = end


def read_frame(raw: bytes) -> ServerFrame | None:
    """Return a frame; None if its name is unknown."""
    name, *fields = _fields.decode(raw)
    match _text.decode(name):
        case "view":
            audience, count, chain, records = fields[:4]
            return frames.ViewPart(_plain.decode(audience), _plain.decode(count), _plain.decode(chain), _all(records))
        case "earlier":
            audience, records = fields[:2]
            return frames.Earlier(_plain.decode(audience), _all(records))
        case "part":
            audience, count, chain, at, changed, gone = fields[:6]
            keys = [(str(type_), str(id_)) for type_, id_ in _plain.decode(gone)]
            place = (_plain.decode(audience), _plain.decode(count), _plain.decode(chain), _plain.decode(at))
            return frames.Part(*place, list(_all(changed)), keys)
        case known if known in _NAMES:
            frame: ServerFrame = _plain_frames.decode(raw)
            return frame
        case _:
            return None


def _all(records: msgspec.Raw) -> tuple[Record, ...]:
    return tuple(_known(_fields.decode(records)))


def _known(records: Sequence[msgspec.Raw]) -> Iterator[Record]:
    known = catalogue().records
    for raw in records:
        if _text.decode(_fields.decode(raw)[0]) in known:
            yield _records().decode(raw)
