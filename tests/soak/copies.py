"""FLT36: backups while people play; each is restored and read."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx

from domain.core.audience import Seat
from domain.features.scenes.chat import Say
from server.fold.commit_codec import command_key
from server.fold.stream_fold import fold
from tests.server.cli.storing import contents
from tests.server.processes.serve_process import ROOT, START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client
from tests.simulation.checker import records


async def backup_during_play(url: str, folder: Path, number: int) -> list[str]:
    """Make so many backups of a log while it is served and written. Return the violations."""
    process = await started("--log", url, "--port", "0")
    found: list[str] = []
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        server = Server(process, await link_of(process), http)
        try:
            teller = await server.chronicle()
            client = await server.sit(teller)
            said: list[bytes] = []
            talking = asyncio.create_task(_talk(client, Seat(teller.seat, "storyteller"), said))
            for n in range(number):
                await asyncio.sleep(0.1)
                before = list(said)
                found += await _backup(url, folder / f"{n}.db", teller.stream, before)
            talking.cancel()
        finally:
            await server.end()
    return found


async def _talk(client: Client, seat: Seat, said: list[bytes]) -> None:
    for n in range(10**9):
        id_ = fresh_id()
        assert (await client.do(Say(f"line {n}"), id_))[0] == "accepted"
        said.append(command_key(seat, id_))


async def _backup(url: str, target: Path, stream: str, before: list[bytes]) -> list[str]:
    """Make and check one backup: INV1 up to its start, INV11."""
    command = (sys.executable, "-m", "server.cli", "backup", str(target), "--log", url)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL)
    if await process.wait():
        return ["FLT36: `coterie backup` failed"]
    streams = await asyncio.to_thread(contents, target)
    if streams is None:
        return ["FLT36: a backup is not a complete log"]
    entries = streams[stream]
    lost = set(before) - {entry.key for entry in entries}
    found = [f"FLT36, INV1: a backup lacks {len(lost)} commands that were acknowledged before it"] if lost else []
    if records(fold(entries).state) != records(fold(entries).state):
        found.append("FLT36, INV11: a backup folds to two different states")
    return found
