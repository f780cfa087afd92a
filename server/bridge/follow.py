"""Follows a chronicle and its scenes from a spectator's seat, and posts their public story.

A bridge that starts for the first time posts what happens from then on. One that starts again posts everything that
happened in the meantime, also scenes that were begun and closed.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from domain.features.table.scene_list import SceneCard
from domain.features.table.settings import Setting
from server.bridge.messages import Story
from server.bridge.posted import PostedFile, PostedTable
from server.bridge.poster import Poster
from server.client.enter import Entrance
from server.client.errors import FellBehind, TableClosed
from server.client.table import Table
from server.protocol.frames import Earlier, Part, Welcome
from server.words.texts import texts

log_ = logging.getLogger("coterie.bridge")

GATHERED_FOR: Final = 1.0
"""Seconds between a change and its message: what happens within this time is posted together."""
NAMES_WITHIN: Final = 5.0
"""Seconds within which the server sends the names of the seats."""
NO_SUCH_TABLE: Final = 4404


class NoSpectator(Exception):
    """The link opens a seat that may see secrets."""


class Bridge:
    """Follows one chronicle."""

    def __init__(
        self, entrance: Entrance, language: str, poster: Poster, file: PostedFile, gathered_for: float = GATHERED_FOR
    ) -> None:
        """Raise `NoSpectator` unless the entrance leads to a spectator's seat."""
        if entrance.role != "spectator":
            raise NoSpectator
        self._entrance = entrance
        self._language = language
        self._poster = poster
        self._file = file
        self._gathered_for = gathered_for
        self._followed: set[str] = set()

    async def run(self) -> None:
        """Follow the chronicle until the seat is closed. Raise `TableClosed`, `TargetEnded` or `OSError`."""
        stream = self._entrance.stream
        async with Table(self._entrance, stream, self._language) as chronicle, asyncio.TaskGroup() as group:
            if stream not in self._file.content.tables:
                self._note_first_start(stream, chronicle)
            group.create_task(self._follow(chronicle))
            self._follow_scenes(chronicle, group)
            async for frame in chronicle.received():
                if isinstance(frame, Welcome | Part):
                    self._follow_scenes(chronicle, group)

    def _note_first_start(self, stream: str, chronicle: Table) -> None:
        """Note that the chronicle and its open scene are posted from now on, and its closed scenes not at all."""
        tables = self._file.content.tables
        tables[stream] = PostedTable(None)
        for card in chronicle.records.all(SceneCard):
            tables[card.stream] = PostedTable(None, done=not card.open)

    def _follow_scenes(self, chronicle: Table, group: asyncio.TaskGroup) -> None:
        """Begin to follow every scene that is not followed yet, unless all of it was posted."""
        for card in chronicle.records.all(SceneCard):
            table = self._file.content.tables.setdefault(card.stream, PostedTable(0))
            if card.stream not in self._followed and not table.done:
                self._followed.add(card.stream)
                group.create_task(self._follow_scene(card.stream))

    async def _follow_scene(self, stream: str) -> None:
        try:
            async with Table(self._entrance, stream, self._language) as scene:
                await self._follow(scene)
        except TableClosed as closed:
            if closed.code != NO_SUCH_TABLE:
                raise
            log_.warning("A scene was removed or archived before all of it was posted.")
        self._file.content.tables[stream].done = True
        self._file.save()

    async def _follow(self, table: Table) -> None:
        """Post the story of a table until its scene is closed. Raise `TableClosed`, `TargetEnded` or `OSError`."""
        posted = self._file.content.tables[table.stream]
        story = Story(table, texts(self._language), posted.names)
        with suppress(TimeoutError):
            async with asyncio.timeout(NAMES_WITHIN):
                while table.presence is None:  # noqa: ASYNC110 - the client has no event for it
                    await asyncio.sleep(0.01)
        if posted.after is None:
            posted.after = story.newest
            self._file.save()
        changed = asyncio.Event()
        watching = asyncio.create_task(_watch(table, changed))
        try:
            while True:
                changed.clear()
                closed = _is_closed(table)
                await story.read_back(posted.after)
                await self._poster.post(table.stream, posted, story.messages(posted.after))
                if closed and not changed.is_set():
                    return
                waiting = asyncio.create_task(changed.wait())
                await asyncio.wait({watching, waiting}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if watching.done():
                    watching.result()
                await asyncio.sleep(self._gathered_for)
        finally:
            watching.cancel()


async def _watch(table: Table, changed: asyncio.Event) -> None:
    """Set `changed` whenever the table has changed. Raise `TableClosed` when it is closed for good."""
    while True:
        with suppress(FellBehind):
            async for frame in table.received():
                if isinstance(frame, Welcome | Part | Earlier):
                    changed.set()


def _is_closed(table: Table) -> bool:
    """True if the table is a scene that is closed."""
    setting = table.records.get(Setting, "setting")
    return setting is not None and setting.place == "scene" and not setting.open
