"""Past states: the table as it was, for a command that takes back, or begins a scene from an earlier scene.

They are read from the log, a few at a time. A state that a new scene will go on from is read for the command that
begins it, and kept until that scene is opened: reading it again then would make all players wait, the longer the more
of that scene is hidden from them.
"""

import asyncio
import logging
from functools import partial

from domain.core.refusal import allowed
from server.hub.streams import Streams
from server.limits_and_timeouts import BRANCHES_KEPT, PAST_READS_AT_ONCE
from server.log.contract import EventLog, LogError
from server.stream.group_commit import PastState, Submission
from server.stream.live_stream import LiveStream
from server.stream.past_tables import UNREAD, past_scene_state, past_state

log_ = logging.getLogger("coterie.hub")


class PastStates:
    """Reads past states for commands."""

    def __init__(self, log: EventLog, streams: Streams) -> None:
        self._log = log
        self._streams = streams
        self._reading = asyncio.Semaphore(PAST_READS_AT_ONCE)
        self._one_branch = asyncio.Lock()
        self._branches: dict[tuple[str, int], PastState] = {}
        """States that new scenes will go on from, by stream and moment, the newest last."""

    async def for_command(self, live: LiveStream, submission: Submission) -> PastState | None:
        """Return the past state that a command needs; None if it needs none or will be refused. Raise `Refusal` if the
        state cannot be had, `LogError` if the stream stops."""
        back_to = submission.command.back_to
        if back_to is not None:
            async with self._reading:
                return await past_state(self._log, live.stream, live.folded, submission.seat, back_to)
        origin = await self._streams.look(live, partial(_origin, live, submission), submission.seat)
        if origin is None:
            return None
        stream, moment = origin
        try:
            async with self._reading:
                return await self._read_branch(stream, moment)
        except LogError as error:
            log_.warning("%s cannot be read now, so no scene can go on from it: %s", stream, error)
            raise UNREAD from None

    async def branch(self, stream: str, moment: int) -> PastState:
        """Return the state that a new scene goes on from, kept or read again. Raise `Refusal` if it cannot be had,
        `LogError` if the log cannot be read now."""
        async with self._one_branch:  # callers that wait meanwhile find it kept
            past = self._branches.get((stream, moment))
            return past or await self._read_branch(stream, moment)

    async def _read_branch(self, stream: str, moment: int) -> PastState:
        past = await past_scene_state(self._log, stream, moment)
        self._branches.pop((stream, moment), None)
        self._branches[stream, moment] = past
        while len(self._branches) > BRANCHES_KEPT:
            del self._branches[next(iter(self._branches))]
        return past


def _origin(live: LiveStream, submission: Submission) -> tuple[str, int] | None:
    """Return the stream and moment that the command goes on from; None if it will be refused, or has no origin."""
    view = live.folded.state.view(submission.seat)
    return submission.command.origin(view) if allowed(submission.command.check, view) else None
