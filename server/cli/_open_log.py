"""A log that is opened read-only (even while a server writes to it), or the archive of one scene. Its chronicles,
scenes and seats can be found by the names that people use."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from domain.core.audience import Seat
from domain.features.characters.character import Face
from domain.features.table.settings import Setting
from server.access.contract import SeatRow
from server.access.open import open_access_store
from server.cli import Misuse
from server.cli._archive_file import append_missing, read, store_pictures
from server.cli._seat_replay import SeatReplay, SeenCommit
from server.fold.stream_fold import Diverged, StreamFold, Unreadable, fold
from server.log.contract import Entry, EventLog, LogError
from server.log.memory import MemoryLog
from server.log.open import open_log
from server.pictures.contract import PictureStore
from server.pictures.memory import MemoryPictureStore
from server.pictures.open import open_picture_store
from server.words.printable import in_one_line

STORYTELLER, GUEST = Seat("", "storyteller"), Seat("", "spectator")


class StreamInfo(NamedTuple):
    """A scene or a chronicle: its stream, and its name."""

    stream: str
    place: str
    name: str
    chronicle: str


class OpenLog:
    """The chronicles, scenes and seats of a log."""

    def __init__(
        self, log: EventLog, seat_rows: dict[str, list[SeatRow]], pictures: PictureStore | None = None
    ) -> None:
        self.log = log
        self.pictures = pictures or MemoryPictureStore()
        self._seat_rows = seat_rows
        """The rows of the seats, by chronicle."""

    async def stream_infos(self) -> list[StreamInfo]:
        """Return every chronicle and scene, sorted by the name of its stream."""
        return [info for name in await self.log.streams() if (info := await self._stream_info(name)) is not None]

    async def _stream_info(self, stream: str) -> StreamInfo | None:
        """Read a stream's name from its first entry; return None if that entry cannot be read."""
        try:
            folded = fold(await self.log.read(stream, 0, 1))
        except (Diverged, Unreadable):
            return None
        setting = folded.state.full.get(Setting, "setting")
        return StreamInfo(stream, setting.place, setting.name, setting.chronicle) if setting else None

    async def find(self, wanted: str) -> StreamInfo:
        """Find a scene by its stream, id or name, or a chronicle by its stream or id. Raise `Misuse` if there is
        none."""
        infos = await self.stream_infos()
        exact = [i for i in infos if wanted in (i.stream, i.stream.rpartition("/")[2])]
        found = exact or [i for i in infos if i.place == "scene" and i.name.casefold() == wanted.casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misuse(f"several scenes are called {wanted!r}: {', '.join(i.stream for i in found)}.")
        raise Misuse(f"there is no scene {wanted!r} in this log; `coterie replay` without a scene lists them.")

    async def seat(self, info: StreamInfo, wanted: str) -> Seat:
        """Find a seat by its id or name. Every scene has the seats "storyteller" and "spectator". Raise `Misuse` if
        there is none."""
        if wanted.casefold() in ("storyteller", "spectator"):
            return STORYTELLER if wanted.casefold() == "storyteller" else GUEST
        rows = self.seats(info)
        found = [r for r in rows if r.id == wanted] or [r for r in rows if r.name.casefold() == wanted.casefold()]
        if len(found) == 1:
            return Seat(found[0].id, found[0].role)
        if found:
            raise Misuse(f"several seats are called {wanted!r}: {', '.join(r.id for r in found)}.")
        if any(face.player == wanted for face in (await self.folded(info)).state.full.all(Face)):
            return Seat(wanted, "player")
        players = sorted(in_one_line(r.name) for r in rows if r.role == "player")
        known = ", ".join(["storyteller", "spectator", *players])
        raise Misuse(f"there is no seat {wanted!r} here; the seats are: {known}.")

    def seats(self, info: StreamInfo) -> list[SeatRow]:
        """Return all seats that the chronicle ever had, including closed ones."""
        return self._seat_rows.get(info.chronicle, [])

    def names(self, info: StreamInfo) -> dict[str, str]:
        """Return the names of the seats by id. The names are safe to print."""
        return {row.id: in_one_line(row.name) for row in self.seats(info)}

    async def commits_seen(self, info: StreamInfo, replay: SeatReplay) -> AsyncIterator[SeenCommit]:
        """Replay a stream and yield each commit that the replay's seat may see. Raise `LogError` at an unreadable
        entry."""
        async for entry in self.entries(info):
            try:
                commit = replay.take(entry)
            except (Diverged, Unreadable) as error:
                raise LogError(f"{info.stream} cannot be read any further: {error}.") from error
            if commit is not None:
                yield commit

    async def folded(self, info: StreamInfo) -> StreamFold:
        """Fold a whole stream. Raise `LogError` if an entry cannot be read."""
        try:
            return fold([entry async for entry in self.entries(info)])
        except (Diverged, Unreadable) as error:
            raise LogError(f"{info.stream} cannot be read: {error}.") from error

    async def readable_fold(self, info: StreamInfo) -> StreamFold:
        """Fold a stream up to its first unreadable entry."""
        folded = StreamFold()
        with suppress(Diverged, Unreadable):
            async for entry in self.entries(info):
                folded.take(entry)
        return folded

    async def entries(self, info: StreamInfo) -> AsyncIterator[Entry]:
        """Read all entries of a stream."""
        after = 0
        while entries := await self.log.read(info.stream, after):
            for entry in entries:
                yield entry
            after = entries[-1].seq


@asynccontextmanager
async def open_for_reading(url: str) -> AsyncIterator[OpenLog]:
    """Open the log at a URL read-only. Raise `LogError`."""
    log = await open_log(url, read_only=True)
    try:
        store = await open_access_store(url, read_only=True)
        try:
            rows = {c.id: await store.list_seats(c.id) for c in await store.list_chronicles()}
        finally:
            await store.close()
        pictures = await open_picture_store(url, read_only=True)
        try:
            yield OpenLog(log, rows, pictures)
        finally:
            await pictures.close()
    finally:
        await log.close()


def open_scene(url: str, wanted: str) -> AbstractAsyncContextManager[tuple[OpenLog, StreamInfo]]:
    """If there is an archive file named `wanted`, open it; otherwise find the scene `wanted` in the log at the URL.
    Raise `LogError` or `Misuse`."""
    return _scene_in_archive(Path(wanted)) if Path(wanted).is_file() else _scene_in_log(url, wanted)


@asynccontextmanager
async def _scene_in_log(url: str, wanted: str) -> AsyncIterator[tuple[OpenLog, StreamInfo]]:
    async with open_for_reading(url) as source:
        yield source, await source.find(wanted)


@asynccontextmanager
async def _scene_in_archive(file: Path) -> AsyncIterator[tuple[OpenLog, StreamInfo]]:
    archive, log, pictures = read(file), MemoryLog(), MemoryPictureStore()
    await append_missing(log, archive)
    head = archive.header
    await store_pictures(pictures, head)
    yield (
        OpenLog(log, {head.chronicle: head.seats}, pictures),
        StreamInfo(head.stream, "scene", head.scene, head.chronicle),
    )
