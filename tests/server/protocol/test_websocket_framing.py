"""Our own framing gives the same bytes as the websockets library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from server.protocol.frames import FRAME_MOST
from server.protocol.websocket_framing import close_reason, frame, frame_at

SIZES = [0, 1, 3, 125, 126, 127, 1000, FRAME_MOST - 1, FRAME_MOST]


def sent(payload: bytes, opcode: Opcode = Opcode.BINARY, *, fin: bool = True) -> bytes:
    """Return a frame as the library's client sends it."""
    return Frame(opcode, payload, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_client_framed_is_read_back(size: int) -> None:
    """A whole binary message of any allowed length is read in its place, without the bytes behind it."""
    payload = bytes(n % 251 for n in range(size))
    data = b"xx" + sent(payload) + b"behind"
    assert frame_at(data, 2) == (len(data) - len(b"behind"), payload)


@pytest.mark.parametrize("size", [n for n in SIZES if n < 2000])
def test_a_frame_is_waited_for_to_its_last_byte(size: int) -> None:
    """The end of a frame is 0 until its last byte is here."""
    data = sent(bytes(size))
    assert {frame_at(data[:here], 0) for here in range(len(data))} == {(0, None)}


@pytest.mark.parametrize(
    "data",
    [
        sent(b"text", Opcode.TEXT),
        sent(b"part", fin=False),
        sent(b"rest", Opcode.CONT),
        sent(b"", Opcode.PING),
        sent(b"", Opcode.CLOSE),
        Frame(Opcode.BINARY, b"bare").serialize(mask=False),
        b"\xc2" + sent(b"extended")[1:],
    ],
    ids=["text", "part", "rest", "ping", "close", "bare", "extended"],  # each test worker draws other masks
)
def test_only_a_masked_whole_binary_message_is_one(data: bytes) -> None:
    """All other frames are only split off, and left to the library."""
    assert frame_at(data, 0) == (len(data), None)


@given(st.integers(FRAME_MOST + 1, 2**63), st.integers(0, 100))
def test_a_frame_too_long_is_never_waited_for(size: int, here: int) -> None:
    """SEC16: a frame that claims more than the allowed length ends with the bytes that are here: no more are kept."""
    data = b"\x82\xff" + size.to_bytes(8) + bytes(here)
    assert frame_at(data, 0) == (len(data), None)


@pytest.mark.parametrize("size", [*SIZES, 65535, 65536, 100_000])
def test_what_the_server_frames_is_what_the_library_frames(size: int) -> None:
    """The same bytes, unmasked."""
    assert frame(bytes(size)) == Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)


@given(st.text(max_size=200))
def test_a_close_reason_fits_into_its_frame(text: str) -> None:
    """A reason has at most 123 bytes (RFC 6455, 5.5), and no letter of it is cut in two."""
    reason = close_reason(text)
    assert text.startswith(reason)
    assert 120 <= len(reason.encode()) <= 123 or reason == text
