"""Past states: the table as it was at an earlier moment. Two commands need it: the one that takes back what has
happened since, and the one that begins a scene which continues an earlier scene.

Past states are read from the log, a few at the same time. The state that a new scene continues is read for the command
that begins the scene, and kept until the scene is opened. If it were read again at that moment, all players would have
to wait, and the time would show how much of the earlier scene is hidden from them.
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
        """The states that new scenes will continue, by stream and moment, the newest last."""

    async def for_command(self, live: LiveStream, submission: Submission) -> PastState | None:
        """Return the past state that a command needs. Return None if the command needs none or will be refused. Raise
        `Refusal` if there is no such state, or `LogError` if the stream stops."""
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
        """Return the state that a new scene continues: the kept one, or read again. Raise `Refusal` if there is no such
        state, or `LogError` if the log cannot be read now."""
        async with self._one_branch:  # callers that waited here find the kept state
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
    """Return the stream and the moment that the command goes back to or continues. Return None if it has no such moment
    or will be refused."""
    view = live.folded.state.view(submission.seat)
    return submission.command.origin(view) if allowed(submission.command.check, view) else None
