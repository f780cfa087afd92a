"""The shelf: a log opened for reading only, while it may be served, or an archive; and what is found there by the names
people use."""

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
from server.cli._archive_file import put, read
from server.cli._printable import in_one_line
from server.cli._seat_replay import Page, Told
from server.fold.stream_fold import Diverged, StreamFold, Unreadable, fold
from server.log.contract import Entry, EventLog, LogError
from server.log.memory import MemoryLog
from server.log.open import open_log

STORYTELLER, GUEST = Seat("", "storyteller"), Seat("", "spectator")


class Volume(NamedTuple):
    """A scene or a chronicle: its stream, and what it is called."""

    stream: str
    place: str
    name: str
    chronicle: str


class Shelf:
    """What is in a log."""

    def __init__(self, log: EventLog, rows: dict[str, list[SeatRow]]) -> None:
        self.log = log
        self._rows = rows

    async def volumes(self) -> list[Volume]:
        """Every chronicle and scene, by stream."""
        return [volume for name in await self.log.streams() if (volume := await self._volume(name)) is not None]

    async def _volume(self, stream: str) -> Volume | None:
        """What the stream's first entry calls it; None where that cannot be read."""
        try:
            folded = fold(await self.log.read(stream, 0, 1))
        except (Diverged, Unreadable):
            return None
        found = folded.state.full.get(Setting, "setting")
        return Volume(stream, found.place, found.name, found.chronicle) if found else None

    async def find(self, wanted: str) -> Volume:
        """The scene of this stream name, id or name; a chronicle only by its stream or id. Raises `Misuse`."""
        volumes = await self.volumes()
        exact = [v for v in volumes if wanted in (v.stream, v.stream.rpartition("/")[2])]
        found = exact or [v for v in volumes if v.place == "scene" and v.name.casefold() == wanted.casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misuse(f"several scenes are called {wanted!r}: {', '.join(v.stream for v in found)}.")
        raise Misuse(f"there is no scene {wanted!r} in this log; `coterie replay` without one lists them.")

    async def seat(self, volume: Volume, wanted: str) -> Seat:
        """The seat of this id or name; "storyteller" and "spectator" are always there. Raises `Misuse`."""
        if wanted.casefold() in ("storyteller", "spectator"):
            return STORYTELLER if wanted.casefold() == "storyteller" else GUEST
        rows = self.seats(volume)
        found = [r for r in rows if r.id == wanted] or [r for r in rows if r.name.casefold() == wanted.casefold()]
        if len(found) == 1:
            return Seat(found[0].id, found[0].role)
        if found:
            raise Misuse(f"several seats are called {wanted!r}: {', '.join(r.id for r in found)}.")
        if any(face.player == wanted for face in (await self.folded(volume)).state.full.all(Face)):
            return Seat(wanted, "player")
        players = sorted(in_one_line(r.name) for r in rows if r.role == "player")
        known = ", ".join(["storyteller", "spectator", *players])
        raise Misuse(f"nobody sits here as {wanted!r}; there are: {known}.")

    def seats(self, volume: Volume) -> list[SeatRow]:
        """All that there ever were in its chronicle."""
        return self._rows.get(volume.chronicle, [])

    def names(self, volume: Volume) -> dict[str, str]:
        """The seats' names, by id, as they can be printed."""
        return {row.id: in_one_line(row.name) for row in self.seats(volume)}

    async def told(self, volume: Volume, page: Page) -> AsyncIterator[Told]:
        """All that a page's seat was told there, commit by commit. Raises `LogError` at one that cannot be read."""
        async for entry in self.entries(volume):
            try:
                told = page.take(entry)
            except (Diverged, Unreadable) as error:
                raise LogError(f"{volume.stream} cannot be read any further: {error}.") from error
            if told is not None:
                yield told

    async def folded(self, volume: Volume) -> StreamFold:
        """What all of it comes to. Raises `LogError` where that cannot be read."""
        try:
            return fold([entry async for entry in self.entries(volume)])
        except (Diverged, Unreadable) as error:
            raise LogError(f"{volume.stream} cannot be read: {error}.") from error

    async def so_far(self, volume: Volume) -> StreamFold:
        """The same, as far as it can be read."""
        folded = StreamFold()
        with suppress(Diverged, Unreadable):
            async for entry in self.entries(volume):
                folded.take(entry)
        return folded

    async def entries(self, volume: Volume) -> AsyncIterator[Entry]:
        """Everything that the log has of it."""
        after = 0
        while entries := await self.log.read(volume.stream, after):
            for entry in entries:
                yield entry
            after = entries[-1].seq


@asynccontextmanager
async def shelf(url: str) -> AsyncIterator[Shelf]:
    """The log at a URL, for reading only. Raises `LogError`."""
    log = await open_log(url, read_only=True)
    try:
        doors = await open_access_store(url, read_only=True)
        try:
            rows = {c.id: await doors.list_seats(c.id) for c in await doors.list_chronicles()}
        finally:
            await doors.close()
        yield Shelf(log, rows)
    finally:
        await log.close()


def one_scene(url: str, wanted: str) -> AbstractAsyncContextManager[tuple[Shelf, Volume]]:
    """A scene by its name, in the log at a URL; or, where that is a file, of this archive. Raises `LogError` and
    `Misuse`."""
    return _archived(Path(wanted)) if Path(wanted).is_file() else _kept(url, wanted)


@asynccontextmanager
async def _kept(url: str, wanted: str) -> AsyncIterator[tuple[Shelf, Volume]]:
    async with shelf(url) as found:
        yield found, await found.find(wanted)


@asynccontextmanager
async def _archived(file: Path) -> AsyncIterator[tuple[Shelf, Volume]]:
    archive, log = read(file), MemoryLog()
    await put(log, archive)
    label = archive.label
    yield Shelf(log, {label.chronicle: label.seats}), Volume(label.stream, "scene", label.scene, label.chronicle)
