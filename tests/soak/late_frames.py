"""A proxy that knows WebSocket: it brings whole frames of clients once more, late, and in another order (F15)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from tests.tcp_proxy import Proxy, Way

HEAD_ENDS: Final = b"\r\n\r\n"
REMEMBERED: Final = 200
"""Commands of each client: late ones are among them, and not only the last."""
AGAIN: Final = 3
"""Commands that are brought once more at a time, to each line: more would be a flood (S18)."""
LATE: Final = 0.5
"""Seconds for which frames are held back at most, and that they are late after that."""

Resent = Callable[[str, bytes], None]
"""Called with the token of whoever it was that sent it, and the id, when a command arrives once more."""


class Frames:
    """What one client sends, in whole frames."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._begun = False
        """Whether the handshake is over."""
        self.token = ""
        self.held: list[bytes] | None = None
        """The commands that are held back."""

    def take(self, data: bytes) -> Iterator[tuple[bytes, list[Any]]]:
        """Each whole frame, as it came, and its message (none of the handshake, and of what is no message)."""
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
        """How long the first frame is, if all of it is there."""
        if len(self._rest) < 2:
            return 0
        start = _start(self._rest)
        size = self._rest[1] & 0x7F
        size = start + (int.from_bytes(self._rest[2 : start - 4]) if size > 125 else size)
        return size if len(self._rest) >= size else 0


def _start(frame: bytes | bytearray) -> int:
    """Where a client's frame has its payload, after the mask."""
    return 6 + {126: 2, 127: 8}.get(frame[1] & 0x7F, 0)


def _payload(frame: bytes) -> bytes:
    start = _start(frame)
    mask = frame[start - 4 : start]
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(frame[start:]))


Remembered = dict[str, dict[bytes, bytes]]
"""By the tokens of clients, what they sent under each id, as a frame."""


class FrameProxy(Proxy):
    """Several of them may remember together, so that what was sent by one line comes again by another's."""

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
        """On every line, bring some of what its client sent at any time, on any line, in any order; how many."""
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
        """Hold back what some clients say, and tell them that their lines are cut; what they ask again by others is
        there before what was held back, which then arrives, in another order. How many commands did."""
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
        """Let what was held back arrive, after which its line ends."""
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
        """The ways of those who have said hello, and are heard."""
        known = [way for way in self.ways if way in self._frames and self._frames[way].token]
        return [way for way in known if not way.kept and not way.writer.is_closing()]
