"""The handover between a chronicle and its scenes uses only durable commits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.scene import CloseScene
from server.hub.hub import Hub
from server.log.contract import Appended, Conflict, Head, LogError, Pending
from tests.server.whole_server import running


class Stuck:
    """An append that does not return until `over` is set, and then fails."""

    def __init__(self, hub: Hub, stream: str) -> None:
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        self._append: Any = hub.log.append
        self._stream = stream

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        if stream != self._stream or self.over.is_set():
            outcome: Appended | Conflict = await self._append(stream, expected, batch)
            return outcome
        self.begun.set()
        await self.over.wait()
        raise LogError("the disk is full")


async def test_a_scene_that_is_only_about_to_close_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """T1: a handover keeps no result of a scene whose closing is decided but not durable; if the closing cannot be
    written, the scene goes on."""
    async with running() as guests:
        hub = guests.hub
        teller = await guests.chronicle()
        lobby = await guests.sit(teller)
        assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
        stream: str = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
        table = await guests.sit(teller, stream)
        stuck = Stuck(hub, stream)
        monkeypatch.setattr(hub.log, "append", stuck.append)
        closing = asyncio.create_task(table.do(CloseScene()))
        await stuck.begun.wait()
        keeping = asyncio.create_task(hub.handover.hand_over(teller.stream))
        for _ in range(50):
            await asyncio.sleep(0)
        before = (await hub.log.head(teller.stream)).seq
        assert not keeping.done()
        stuck.over.set()
        await keeping
        assert (await closing)[0] == "refused"
        assert (await hub.log.head(teller.stream)).seq == before
        assert (await table.do(CloseScene()))[0] == "accepted"
        await lobby.until(
            lambda: not any(r[4] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
        )
        assert (await hub.log.head(teller.stream)).seq == before + 1


async def test_who_comes_in_is_not_told_of_a_scene_that_is_only_about_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """T1: while the beginning of a scene is not durable, a person can enter the chronicle, and the answer does not name
    the scene."""
    monkeypatch.setattr("server.hub.tables.OPEN_SCENE_WITHIN", 0.05)
    async with running() as guests:
        hub = guests.hub
        teller = await guests.chronicle()
        anna = await guests.invited(teller)
        lobby = await guests.sit(teller)
        stuck = Stuck(hub, teller.stream)
        monkeypatch.setattr(hub.log, "append", stuck.append)
        beginning = asyncio.create_task(lobby.do(BeginScene("The Docks")))
        await stuck.begun.wait()
        assert (await guests.enter(anna.link)).scene == ""
        stuck.over.set()
        assert (await beginning)[0] == "refused"
        assert (await guests.enter(anna.link)).scene == ""
        assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
        assert (await guests.enter(anna.link)).scene != ""
