"""Deletes chronicles.

Rule 1. The access store comes first: in one step it removes the seats, links and sessions of the chronicle, and keeps
the status "deleting". From then on nobody can enter, and no process can bring the chronicle back.
Rule 2. Every process closes its connections to the chronicle and stops serving its streams. The log removes a stream
only when no process listens to it, so no process can append to it afterwards.
Rule 3. The streams and pictures are removed until none is found any more, and until the log has erased them from the
disk. Only then the status becomes "deleted". A process that was saving while it was told of the deletion may have
stored something later, so the search is repeated. A process that has stored a picture looks afterwards whether the
chronicle was deleted in the meantime, and then removes the picture itself.
Rule 4. Every step may be repeated. If a process ends in the middle, the next start finishes the deletion, and so does
every other process of the same store within `TIDY_TICKS`.
"""

import asyncio
from typing import Final

from server.access.contract import Changed
from server.access.sessions import Sessions
from server.hub.background_tasks import BackgroundTasks
from server.hub.connections import Connections
from server.hub.streams import Streams
from server.log.contract import EventLog
from server.pictures.contract import PictureStore

SEARCH_AGAIN: Final = 2.0
"""After removing something, search for more after this many seconds; if the log could not erase it, try again."""


class ChronicleRemoval:
    """Deletes chronicles from all stores, and ends them in this process."""

    def __init__(
        self,
        log: EventLog,
        pictures: PictureStore,
        sessions: Sessions,
        streams: Streams,
        connections: Connections,
        background: BackgroundTasks,
    ) -> None:
        self._log = log
        self._pictures = pictures
        self._sessions = sessions
        self._streams = streams
        self._connections = connections
        self._background = background
        self._finishing = asyncio.Lock()
        self._ending = asyncio.Lock()

    async def delete(self, chronicle: str) -> None:
        """Delete a chronicle for good (Rule 1). The rest is removed in the background. Raise `LogError` if nothing was
        deleted."""
        await self._sessions.delete_chronicle(chronicle)
        self.finish_soon()

    def finish_soon(self) -> None:
        """Remove, in the background, all that is still stored of deleted chronicles."""
        self._background.retry(self._finish)

    def picture_stored(self, chronicle: str) -> None:
        """A picture of this chronicle was stored. If the chronicle is deleted, remove the picture (Rule 3)."""
        self._background.retry(lambda: self._remove_late(chronicle))

    def access_changed(self, changed: Changed) -> None:
        """If a process has deleted a chronicle, or may have, end it here (Rule 2)."""
        if changed.chronicle or changed == Changed():
            self._background.retry(self._end_deleted)

    async def _end_deleted(self) -> None:
        async with self._ending:
            for chronicle in await self._sessions.deleted_chronicles():
                self._connections.close_chronicle(chronicle.id)
                await self._streams.end_chronicle(chronicle.id)
                self._connections.close_chronicle(chronicle.id)  # those that were just being seated

    async def _remove_late(self, chronicle: str) -> None:
        if chronicle in [each.id for each in await self._sessions.deleted_chronicles()]:
            async with self._finishing:
                await self._remove_all(chronicle)

    async def _finish(self) -> None:
        async with self._finishing:
            for chronicle in await self._sessions.deleted_chronicles():
                if chronicle.status == "deleting":
                    await self._end_deleted()
                    await self._remove_all(chronicle.id)
                    await self._sessions.finish_deletion(chronicle)

    async def _remove_all(self, chronicle: str) -> None:
        """Remove a chronicle until nothing of it is found, and until the log has erased it."""
        while await self._remove(chronicle) or not await self._log.erase_removed():  # noqa: ASYNC110 # nothing tells when
            await asyncio.sleep(SEARCH_AGAIN)

    async def _remove(self, chronicle: str) -> bool:
        """Remove the streams and pictures of a chronicle. Return True if there were any. The chronicle's own stream
        comes first: without it no process opens a scene."""
        found = False
        for stream in [f"chronicle/{chronicle}", *await self._log.streams(f"scene/{chronicle}/")]:
            head = await self._log.head(stream)
            if head.seq:
                await self._log.remove(stream, head)
                found = True
        return bool(await self._pictures.delete(chronicle)) or found
