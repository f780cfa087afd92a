"""The queues of the programs that iterate over the frames of a table."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from server.client.errors import ClientError, FellBehind
from server.protocol.frames import ServerFrame

FRAMES_WAITING: Final = 10_000
"""The most frames that wait for a program."""
Queue = asyncio.Queue[ServerFrame | ClientError]


class FrameQueues:
    """A queue for each iterator. An error is the last entry of a queue."""

    def __init__(self) -> None:
        self._queues: list[Queue] = []

    def iterate(self, closed: ClientError | None) -> AsyncGenerator[ServerFrame, None]:
        """Return an iterator over the frames from now on. It raises the error at the end: at once if the table is
        closed."""
        queue = Queue()
        self._queues.append(queue)
        if closed is not None:
            queue.put_nowait(closed)
        return self._drain(queue)

    async def _drain(self, queue: Queue) -> AsyncGenerator[ServerFrame, None]:
        try:
            while not isinstance(found := await queue.get(), ClientError):
                yield found
            raise found
        finally:
            if queue in self._queues:
                self._queues.remove(queue)

    def publish(self, frame: ServerFrame) -> None:
        """Add a frame to every queue. A full queue ends with `FellBehind`."""
        for queue in list(self._queues):
            if queue.qsize() < FRAMES_WAITING:
                queue.put_nowait(frame)
            else:
                self._queues.remove(queue)
                queue.put_nowait(FellBehind(f"More than {FRAMES_WAITING} frames were not read."))

    def close(self, error: ClientError) -> None:
        """End every queue with this error."""
        for queue in self._queues:
            queue.put_nowait(error)
