"""Submits the commands of a seated connection, in the order in which they came.

Most commands are submitted at once. Three kinds must first be prepared, which may take until the log, the access store
or the picture store answers:

- A command of the Storyteller that goes back to an earlier moment needs the table as it was at that moment.
- If a command names seats (to give away a character, or to whisper), each of them must be a player's seat of this
  chronicle. The domain cannot check this, because it does not know the seats. A mistake could not be undone, because a
  seat can read a text that was sent to it for ever.
- If a command names a picture, its seat must have uploaded the picture in this chronicle. The domain cannot check this
  either.

Later commands of the connection wait until the prepared command is submitted or refused.
"""

import asyncio
import logging
from collections.abc import Collection
from functools import cache
from typing import Final, Protocol

from domain.command import Command
from domain.core.refusal import Refusal
from server.connection.connection_tasks import ConnectionTasks
from server.connection.conversation import TOO_FAST, Submitted, too_much
from server.fold.commit_codec import command_key
from server.limits_and_timeouts import BUSY_AFTER, LOOK_COST, PREPARED_AT_ONCE, Bucket
from server.log.contract import LogError
from server.stream.fan_out import Subscriber
from server.stream.group_commit import BUSY, TOO_OLD, UNSAVED, PastState, Submission
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.connection")

NO_PLAYER: Final = Refusal("no-such-player", rule="G0")
NO_PICTURE: Final = Refusal("no-such-picture", rule="T2")


class Preparation(Protocol):
    """The parts of the hub that prepare commands."""

    def now(self) -> float:
        """The time of `Clock.steady`, in seconds."""
        ...

    async def plays(self, live: LiveStream, seat: str) -> bool:
        """True if this is a player's seat of the stream's chronicle. Raise `LogError`."""
        ...

    async def uploaded(self, live: LiveStream, seat: str, picture: str) -> bool:
        """True if this seat has uploaded the picture in the stream's chronicle. Raise `LogError`."""
        ...

    async def past(self, live: LiveStream, submission: Submission) -> PastState | None:
        """Return the past state that a command needs. Raise `Refusal` if there is no such state, or `LogError`."""
        ...


class Sender(Subscriber, Protocol):
    """The connection that sends the commands."""

    @property
    def closed(self) -> bool:
        """True if commands of this connection are no longer submitted."""
        ...


@cache
def names_seats(type_: type[Command]) -> bool:
    """True if commands of this type name seats. The fields with these seats are called `player` and `to`."""
    return not {"player", "to"}.isdisjoint(type_.__struct_fields__)


def _seats_named(command: Command) -> Collection[str]:
    """Return the players' seats that a command names."""
    return {getattr(command, "player", ""), *getattr(command, "to", ())} - {"", "storyteller"}


def _picture_named(command: Command) -> str:
    """Return the picture that a command names, "" for none."""
    return str(getattr(command, "picture", ""))


class SubmissionQueue:
    """Submits the commands of a connection to its stream."""

    __slots__ = ("_bytes", "_commands", "_last_read", "_live", "_newest", "_preparation", "_sender", "_tasks")

    def __init__(
        self,
        sender: Sender,
        live: LiveStream,
        commands: Bucket,
        bytes_: Bucket,
        preparation: Preparation,
        tasks: ConnectionTasks,
    ) -> None:
        self._sender = sender
        self._live = live
        self._commands = commands
        """Limits the number of commands of the seat, over all its connections."""
        self._bytes = bytes_
        """Limits the bytes of the commands of the seat, over all its connections."""
        self._preparation = preparation
        self._tasks = tasks
        self._newest: asyncio.Task[None] | None = None
        """The task that submits the newest waiting command; None if no command waits."""
        self._last_read = 0.0
        """When a past state was last read, in seconds of `Clock.steady`. For commands that waited for it, the time
        limit starts at this moment."""

    @property
    def waiting(self) -> bool:
        """True if a command has not been submitted yet."""
        return self._newest is not None

    def submit(self, submitted: Submitted, now: float) -> None:
        """Submit a command, at once or after it is prepared. If the seat sends too much, refuse it. `now`: the time of
        `Clock.steady`, in seconds."""
        live, seat, command = self._live, self._sender.seat, submitted.command
        looks_back = seat.is_storyteller and command.looks_back
        key = command_key(seat, submitted.id)
        submission = Submission(seat, submitted.id, key, submitted.digest, command, submitted.seen, now, self._sender)
        if not self._commands.take(now, LOOK_COST if looks_back else 1.0):
            live.refuse(submission, TOO_FAST)
            return
        if not self._bytes.take(now, submitted.size):
            live.refuse(submission, too_much(self._bytes.wait(submitted.size)))
            return
        named = _seats_named(command) if names_seats(type(command)) else ()
        if not (named or looks_back or _picture_named(command)) and self._newest is None:
            live.submit(submission)
        elif len(self._tasks) < PREPARED_AT_ONCE:
            self._newest = self._tasks.spawn(self._submit_prepared(submission, named, self._newest))
        else:
            live.refuse(submission, BUSY)

    async def _submit_prepared(
        self, submission: Submission, named: Collection[str], before: "asyncio.Task[None] | None"
    ) -> None:
        """Submit a command after it is prepared, and after the task `before` has submitted the command that came
        earlier."""
        if before is not None:
            await asyncio.wait([before])
            submission.since = max(submission.since, self._last_read)
        refusal = await self._refusal(submission, named)
        if self._newest is asyncio.current_task():
            self._newest = None
        if self._sender.closed:  # the seat's access may have ended meanwhile
            return
        if refusal is None:
            self._live.submit(submission)
        else:
            self._live.refuse(submission, refusal)

    async def _refusal(self, submission: Submission, named: Collection[str]) -> Refusal | None:
        """Prepare the command. If that fails, return the refusal; otherwise return None."""
        try:
            await self._prepare(submission, named)
        except TimeoutError:
            return BUSY
        except LogError as error:
            log_.warning("%s; a command is refused", error)
            return UNSAVED
        except Refusal as error:
            return error
        return None

    async def _prepare(self, submission: Submission, named: Collection[str]) -> None:
        """Check the seats and the picture that the command names, and read the past state that it needs. Raise
        `Refusal` or `LogError`; raise TimeoutError if it took too long to wait for earlier commands or for a store."""
        left = submission.since + BUSY_AFTER - self._preparation.now()
        if left < 0:
            raise TimeoutError
        if self._live.folded.receipt(submission.seat.id, submission.key) is not None:
            raise TOO_OLD  # answered from its receipt; refused if the receipt is dropped meanwhile, for it is unchecked
        async with asyncio.timeout(left):
            played = [await self._preparation.plays(self._live, seat) for seat in named]
            picture = _picture_named(submission.command)
            uploaded = not picture or await self._preparation.uploaded(self._live, submission.seat.id, picture)
        if not all(played):
            raise NO_PLAYER
        if not uploaded:
            raise NO_PICTURE
        if submission.command.looks_back and submission.seat.is_storyteller:
            submission.past = await self._preparation.past(self._live, submission)
            self._last_read = submission.since = self._preparation.now()  # reading a long scene takes a while
