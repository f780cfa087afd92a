"""Posts messages to a target, each once, and edits those that have changed.

Rule 1. A message that the target has taken is noted in the file before the next request. So a crash of the bridge can
        repeat a message only if it comes between the answer and the note.
Rule 2. While the target is out of reach, overloaded or limits the rate, the same request is sent again until it is
        answered. No later message overtakes it.
Rule 3. If no answer comes, nobody knows whether the target took the message; the bridge sends it again. The JSON target
        gets the same `Idempotency-Key` and so can leave out the repeat. Discord gives a sender no way to ask.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import msgspec

from server.bridge.messages import Message
from server.bridge.posted import PostedFile, PostedMessage, PostedTable
from server.bridge.target import Answer, Request, Target

log_ = logging.getLogger("coterie.bridge")

PAUSE_FIRST: Final = 1.0
PAUSE_MOST: Final = 60.0
"""Seconds between two attempts while the target is out of reach: the first pause, and the longest."""
LIMIT_MOST: Final = 3600.0
"""The longest time in seconds for which the bridge waits because the target says so."""
OVERLOADED: Final = 429
PASSING: Final = (0, 408, 425)
"""Answers, besides 5xx, after which the same request may succeed later; 0 for no answer."""
ENDED: Final = (401, 403, 404, 410)
"""Answers to a new message that show that the webhook no longer exists."""


class TargetEnded(Exception):
    """The webhook no longer exists. The message is a sentence for the user."""


class Limited(msgspec.Struct):
    """The body of an answer 429 of Discord."""

    retry_after: float


class Poster:
    """Posts to one target."""

    def __init__(
        self,
        target: Target,
        file: PostedFile,
        exchange: Callable[[Request], Awaitable[Answer]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`exchange` sends a request and returns the answer."""
        self._target = target
        self._file = file
        self._exchange = exchange
        self._sleep = sleep
        self._one_at_a_time = asyncio.Lock()
        self._wait = 0.0
        """Seconds to wait before the next request, because the target's limit is used up."""

    async def post(self, stream: str, table: PostedTable, messages: Iterable[Message]) -> None:
        """Post all new messages of a table in their order, and edit those that have changed. Raise `TargetEnded` or
        `OSError`."""
        async with self._one_at_a_time:
            for message in messages:
                known = table.messages.get(message.key)
                if known is None or known.content != message.content:
                    await self._post(stream, table, message)

    async def _post(self, stream: str, table: PostedTable, message: Message) -> None:
        note = table.messages.setdefault(message.key, PostedMessage(message.n, []))
        for place, part in enumerate(self._target.parts(message)):
            key = f"{stream} {message.key} {place}"
            if place < len(note.remote):
                if remote := note.remote[place]:
                    await self._send(lambda: self._target.edit(part, remote, key))  # noqa: B023 - called at once
                continue
            answer = await self._send(lambda: self._target.post(part, key))  # noqa: B023 - called at once
            if answer.status in ENDED:
                raise TargetEnded(f"The webhook does not accept messages any more (answer {answer.status}).")
            note.remote.append(self._target.posted(answer) if answer.status < 300 else "")
            self._file.save()
        note.content = message.content
        table.forget_old()
        self._file.save()

    async def _send(self, make: Callable[[], Request]) -> Answer:
        """Send a request until it is answered. Return the answer."""
        pause = PAUSE_FIRST
        while True:
            wait, self._wait = self._wait, 0.0
            if wait:
                await self._sleep(wait)
            answer = await self._exchange(make())
            if answer.status == OVERLOADED:
                self._wait = min(_limited_for(answer), LIMIT_MOST)
                continue
            if answer.status in PASSING or answer.status >= 500:
                if pause == PAUSE_FIRST:
                    log_.warning("The webhook cannot be reached (%s); trying again.", answer.status or "no answer")
                await self._sleep(pause)
                pause = min(pause * 2, PAUSE_MOST)
                continue
            if answer.headers.get("x-ratelimit-remaining") == "0":
                self._wait = min(_seconds(answer.headers.get("x-ratelimit-reset-after", "")), LIMIT_MOST)
            if answer.status >= 300:
                log_.warning("The webhook refused a message (%s).", answer.status)
            return answer


def _limited_for(answer: Answer) -> float:
    """Return for how many seconds an overloaded target wants no request."""
    try:
        return max(msgspec.json.decode(answer.body, type=Limited).retry_after, 0.0)
    except msgspec.DecodeError:
        return _seconds(answer.headers.get("retry-after", "")) or PAUSE_FIRST


def _seconds(text: str) -> float:
    try:
        return max(float(text), 0.0)
    except ValueError:
        return 0.0
