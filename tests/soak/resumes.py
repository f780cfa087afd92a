"""FLT19 at real processes: sessions are cut at some frame, and the clients resume from there, from nothing, or from a
false position. All messages are in the history, so that the history checker judges them."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
import websockets

from tests.server.socketless_tables import frames
from tests.simulation.history import History, Reader
from tests.simulation.resuming import KINDS, NOTHING_OPENS, Hello, Recorded, hello
from tests.soak.people import Caller, Place

FRAMES_MOST: Final = 30
"""A session is cut after at most so many messages."""
HEARD_SECONDS: Final = 0.3
"""The seconds for which a client reads on after it resumed."""
AWAY: Final = (OSError, TimeoutError, websockets.WebSocketException)
TRIES: Final = 5
LATER: Final = 1013
"""The close code of a server that cannot reach its log at the moment."""


class Resumes:
    """Recorded sessions, and hellos of every kind made from them."""

    def __init__(self, places: list[Place], callers: list[Caller], lobby: str, random: Random) -> None:
        """`lobby`: the stream of the chronicle's lobby."""
        self._places, self._callers, self._lobby, self._random = places, callers, lobby, random
        self.found: list[str] = []
        self.resumed = 0
        """The number of clients that resumed and received only the missing messages."""

    async def all_kinds(self, history: History, stream: str) -> int:
        """Record a session of every client, and resume in every way. Return how many hellos were answered."""
        *sessions, lobby = await asyncio.gather(
            *(self._session(caller, stream) for caller in self._callers), self._session(self._callers[0], self._lobby)
        )
        if lobby is None or any(session is None for session in sessions):
            return 0  # no server answers at the moment, because of another fault
        whole = [session for session in sessions if session is not None]
        for session in whole:
            session.reader.stays = False
            history.readers.append(session.reader)
        return sum(await asyncio.gather(*(self._comes(kind, history, whole, lobby) for kind in KINDS)))

    async def _session(self, caller: Caller, stream: str) -> Recorded | None:
        """Record the messages of a client until the connection is cut; None if there were too few to resume from."""
        for _ in range(TRIES):
            heard = History()
            reader = heard.reader(caller.seat)
            most = self._random.randint(1, FRAMES_MOST)
            await self._heard([caller.token, stream, "", []], heard, reader, most)
            if any(frame[0] == "earlier" for told in reader.received for frame in told.frames):
                return Recorded(reader, stream, caller.token)
            await asyncio.sleep(self._random.random())
        return None

    async def _heard(self, said: Hello, history: History, reader: Reader, most: int) -> int:
        """Say hello, receive at most so many messages, and cut the connection. Return the server's close code, or 0."""
        try:
            async with self._random.choice(self._places).connected() as socket:
                await socket.send(msgpack.packb(["hello", *said]))
                for number in range(most):
                    async with asyncio.timeout(HEARD_SECONDS if number else 3):
                        message = await socket.recv()
                    assert isinstance(message, bytes)
                    history.hear(reader, frames(message), message)
                socket.transport.abort()
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
        except AWAY:
            pass
        return 0

    async def _comes(self, kind: str, history: History, sessions: list[Recorded], lobby: Recorded) -> bool:
        """Send a hello of this kind. Return True if it was answered."""
        mine = self._random.choice(sessions)
        number, place = self._random.choice(mine.places)
        said = hello(kind, self._random, mine, place, sessions, lobby)
        for _ in range(TRIES):
            reader = history.reader(mine.reader.seat)
            reader.stays = False
            before = mine.reader.received[:number] if kind == "from a place" else []
            reader.received += before
            code = await self._heard(said, history, reader, FRAMES_MOST)
            told = [frame for each in reader.received[len(before) :] for frame in each.frames]
            if told and told[0][:2] != ["closing", LATER]:
                self._judge(kind, told, code)
                return True
            await asyncio.sleep(self._random.random())
        return False

    def _judge(self, kind: str, told: list[list[Any]], code: int) -> None:
        """Check that no client resumes from a false position; the history checker judges the rest."""
        names = [frame[0] for frame in told]
        onward = any(frame[0] == "welcome" and frame[6] for frame in told)
        if kind in NOTHING_OPENS:
            sound = names == ["closing"] and code in (0, NOTHING_OPENS[kind])
        else:
            sound = "welcome" in names[:2] and (kind == "from a place" or not onward)
        self.resumed += onward
        if not sound:
            self.found.append(f"FLT19: a hello of kind {kind!r} was answered {told[:2]}, close code {code}")
