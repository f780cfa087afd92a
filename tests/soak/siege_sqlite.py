"""A siege of one process on a file. The faults of its disk:

FLT5   a write or a sync fails: the server writes no more, reports it, and is started again
FLT6   the disk is full, and later has room again: no restart is needed
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from shutil import copyfile
from tempfile import TemporaryDirectory

from domain.features.scenes.chat import Say
from server.log.contract import Entry
from tests.small_disk import SmallDisk
from tests.soak.people import Place, places
from tests.soak.siege import KILLS, Siege, Struck
from tests.strace import Strace

FAULTS = (*KILLS, "FLT2", "FLT5", "FLT6", "FLT13", "FLT17", "FLT20", *("FLT15", "FLT16", "FLT19") * 3)


class SqliteSiege(Siege):
    """A process on a file on a small disk."""

    kind = "SQLite"

    def __init__(self, url: str, disk: SmallDisk, places: list[Place], random: Random) -> None:
        super().__init__(url, places, random)
        self._disk = disk
        self.injectors |= {"FLT5": self._fail, "FLT6": self._fill}

    async def _fail(self, struck: Struck) -> None:
        """FLT5: a command with an unknown outcome is neither acknowledged nor refused; a command that is certainly lost
        is refused."""
        (place,) = self._places
        await self._all_here()
        assert place.server is not None
        call, first = self._random.choice(["fdatasync", "pwrite64"]), self._random.randint(1, 20)
        options = ("-e", f"trace={call}", "-e", f"inject={call}:error=EIO:when={first}+")
        into = self._disk.outside / "calls"
        strace = Strace(place.server.process.pid, *options, into=into)
        await asyncio.to_thread(strace.start)
        said = len(self._unsaved())
        if await self.until(lambda: len(self._unsaved()) > said):
            struck()
        else:
            self.found.append(f"FLT5: no client received a refusal with the code unsaved: {self.people()}")
        strace.stop()
        into.unlink()
        _, _, err = await place.server.ended(signal.SIGKILL)
        if "repair the disk and start again" not in err:
            self.found.append(f"FLT5: the server did not report the fault: {err[-500:]}")
        place.server = None
        await place.begin()

    async def _fill(self, struck: Struck) -> None:
        """FLT6: commands are refused as unsaved; with room again the same process continues. Long messages are needed,
        since the file first reuses its free space."""
        await self._all_here()
        await asyncio.to_thread(self._disk.fill)
        said = len(self._unsaved())
        talking = asyncio.create_task(self._talk("x" * 4000))
        if await self.until(lambda: len(self._unsaved()) > said):
            struck()
        else:
            self.found.append(f"FLT6: no client received a refusal with the code unsaved: {self.people()}")
        talking.cancel()
        self._disk.clear()
        if not await self._answered():
            self.found.append(f"FLT6: commands are not saved although there is room: {self.people()}")

    async def _answered(self) -> bool:
        """Send a command from every client. Return True if all are answered; each has received all earlier messages
        then."""
        asked = [(caller, self._random.randbytes(16)) for caller in self.callers]
        for caller, id_ in asked:
            caller.say(Say("there is room"), id_)
        return await self.until(lambda: not any(id_ in caller.pending for caller, id_ in asked))

    async def _branches(self) -> list[list[Entry]]:
        """Kill the process, and read a copy of the file with its write-ahead log."""
        await self._places[0].end(signal.SIGKILL)
        with TemporaryDirectory() as elsewhere:
            for file in self._disk.outside.glob("log.db*"):
                if file.is_file():
                    copyfile(file, Path(elsewhere) / file.name)
            return [await self.entries(f"sqlite:///{elsewhere}/log.db")]

    def _unsaved(self) -> list[str]:
        """All refusals with the code "unsaved"."""
        return [code for asked in self.history.commands.values() for code in asked.refused if code == "unsaved"]


@asynccontextmanager
async def besieged_file(disk: SmallDisk, random: Random) -> AsyncIterator[SqliteSiege]:
    """A table of one process, until the block ends."""
    url = f"sqlite:///{disk.folder}/log.db"
    async with places([url], before=disk.enter) as one:
        siege = SqliteSiege(url, disk, one, random)
        await siege.begin()
        yield siege
