"""A proxy that parses WebSocket frames: it delivers whole frames of clients again, late, and in a different order
(FLT15)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from tests.tcp_proxy import Proxy, Way

HEAD_ENDS: Final = b"\r\n\r\n"
REMEMBERED: Final = 200
"""Commands kept per client: enough that old ones are among them."""
AGAIN: Final = 3
"""The number of commands sent again per connection at a time: more would be a flood (SEC18)."""
LATE: Final = 0.5
"""The longest time in seconds for which frames are held back, and then the same again until they are delivered."""

Resent = Callable[[str, bytes], None]
"""Called with the sender's token and the command id when a command is delivered again."""


class Frames:
    """The bytes of a client, parsed into whole frames."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._begun = False
        """True after the handshake."""
        self.token = ""
        self.held: list[bytes] | None = None
        """The commands that are held back."""

    def take(self, data: bytes) -> Iterator[tuple[bytes, list[Any]]]:
        """Yield each whole frame with its message; the message is empty for the handshake and for control frames."""
        self._rest += data
        if not self._begun:
            end = self._rest.find(HEAD_ENDS)
            if end < 0:
                return
            self._begun = True
            yield self._cut(end + len(HEAD_ENDS)), []
        while size := self._whole():
            frame = self._cut(size)
            yield frame, msgpack.unpackb(_payload(frame)) if frame[0] == 0x82 else []

    def _cut(self, size: int) -> bytes:
        piece = bytes(self._rest[:size])
        del self._rest[:size]
        return piece

    def _whole(self) -> int:
        """The length of the first frame, or 0 while it is incomplete."""
        if len(self._rest) < 2:
            return 0
        start = _start(self._rest)
        size = self._rest[1] & 0x7F
        size = start + (int.from_bytes(self._rest[2 : start - 4]) if size > 125 else size)
        return size if len(self._rest) >= size else 0


def _start(frame: bytes | bytearray) -> int:
    """The start of the payload in a client's frame, after the mask."""
    return 6 + {126: 2, 127: 8}.get(frame[1] & 0x7F, 0)


def _payload(frame: bytes) -> bytes:
    start = _start(frame)
    mask = frame[start - 4 : start]
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(frame[start:]))


Remembered = dict[str, dict[bytes, bytes]]
"""By client token: the frame of each command id."""


class FrameProxy(Proxy):
    """A proxy that sends frames again. Proxies that share `remembered` also send frames of each other's clients."""

    def __init__(self, port: int, remembered: Remembered) -> None:
        super().__init__(port)
        self._remembered = remembered
        self._frames: dict[Way, Frames] = {}

    def _passing(self, way: Way, data: bytes) -> bytes:
        if not way.up:
            return data
        frames, now = self._frames.setdefault(way, Frames()), b""
        for frame, message in frames.take(data):
            match message:
                case ["hello", token, *_]:
                    frames.token = token
                case ["command", id_, *_]:
                    self._remember(frames.token, id_, frame)
                    if frames.held is not None:
                        frames.held.append(frame)
                        continue
                case _:
                    pass
            now += frame
        return now

    def _remember(self, token: str, id_: bytes, frame: bytes) -> None:
        known = self._remembered.setdefault(token, {})
        known[id_] = frame
        while len(known) > REMEMBERED:
            del known[next(iter(known))]

    def again(self, random: Random, resent: Resent) -> int:
        """On every connection, send some of its client's earlier commands again, in any order. Return how many."""
        number = 0
        for way in self._ups():
            token = self._frames[way].token
            known = self._remembered.get(token, {})
            for id_ in random.sample(sorted(known), min(AGAIN, len(known))):
                resent(token, id_)
                way.write(known[id_])
                number += 1
        return number

    async def overtaken(self, random: Random) -> int:
        """Hold back the frames of some clients, and close their side of the connection. Their commands, sent again
        over new connections, arrive before the held frames, which follow in random order. Return how many followed."""
        ups = self._ups()
        ways = random.sample(ups, (len(ups) + 1) // 2)
        for way in ways:
            way.kept, self._frames[way].held = True, []
        await asyncio.sleep(random.random() * LATE)
        for way in ways:
            if way.back is not None:
                way.back.writer.close()
        await asyncio.sleep(random.random() * LATE)
        return sum(self._arrive(way, random) for way in ways)

    def _arrive(self, way: Way, random: Random) -> int:
        """Deliver the held frames in random order, then close the connection."""
        held = self._frames[way].held or []
        late = 0 if way.writer.is_closing() else len(held)
        for frame in random.sample(held, late):
            way.write(frame)
        self._close(way)
        return late

    def _close(self, way: Way) -> None:
        super()._close(way)
        self._frames.pop(way, None)

    def _ups(self) -> list[Way]:
        """The client-to-server directions of connections that said hello and still pass frames."""
        known = [way for way in self.ways if way in self._frames and self._frames[way].token]
        return [way for way in known if not way.kept and not way.writer.is_closing()]
