"""A scene that goes on from another, through a whole server (T1)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from domain.features.chronicle import BeginScene
from domain.features.creating import CreateCharacter
from domain.features.forking import GOES_ON, ForkScene
from domain.features.free_roll import Roll, RollInSecret
from domain.features.scene import CloseScene
from domain.features.wounding import SetHealth
from server.keeping import UNREAD
from server.log.contract import LogError
from server.log.open import open_log
from tests.server.houses import Client, Entrance, Guests, running


def of(client: Client, type_: str, audience: str = "everyone") -> list[Any]:
    """The records of a type that an audience has, in the order in which they came."""
    return [r for r in client.page.audiences[audience][2].values() if r[0] == type_]


def moment(client: Client) -> int:
    """How many parts a client was told."""
    return sum(count for count, _, _ in client.page.audiences.values())


async def played(guests: Guests) -> tuple[Entrance, Entrance, Client, Any, int]:
    """A scene in which Ilse was hurt twice and which was closed: the Storyteller's and Anna's seats, the chronicle, the
    scene's card, and the moment between the wounds."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    lobby = await guests.sit(teller)
    assert (await lobby.do(CreateCharacter("Ilse", player=anna.seat, traits=(("Strength", 3),))))[0] == "accepted"
    assert (await lobby.do(CreateCharacter("Shade", hidden=True)))[0] == "accepted"
    assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
    card = of(lobby, "SceneCard")[0]
    table = await guests.sit(teller, card[2])
    ilse = of(table, "Face")[0][1]
    await table.do(SetHealth(ilse, 2))
    await table.do(RollInSecret("listening", of(table, "Face", "storyteller")[0][1], ("Strength",)))
    at = moment(table)
    await table.do(SetHealth(ilse, 5))
    assert (await table.do(CloseScene()))[0] == "accepted"
    await lobby.until(lambda: not of(lobby, "SceneCard")[0][4])
    return teller, anna, lobby, card, at


async def test_a_scene_goes_on_from_another() -> None:
    """T1, X4: as it was then, for each seat what it knew; and at its end the chronicle has what came of it."""
    async with running() as guests:
        teller, anna, lobby, card, at = await played(guests)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0] == "accepted"
        fresh = of(lobby, "SceneCard")[1]
        table, hers = await guests.sit(teller, fresh[2]), await guests.sit(anna, fresh[2])
        assert [r[2:] for r in of(hers, "Health")] == [[2, 0, 0]]
        assert [r[2] for r in of(hers, "Face")] == ["Ilse"]
        assert [r[6] for r in of(hers, "Line")] == ["Again", GOES_ON]
        assert "storyteller" not in hers.page.audiences
        origin = of(table, "Origin", "storyteller")[0]
        entries = await guests.house.log.read(card[2], origin[3] - 1, 1)
        assert (origin[2], entries[0].chain) == (card[2], origin[4])
        assert [r[2] for r in of(table, "Face", "storyteller")] == ["Shade"]
        assert (await hers.do(Roll("the door", of(hers, "Face")[0][1], ("Strength",))))[0] == "accepted"
        assert (await table.do(CloseScene()))[0] == "accepted"
        await lobby.until(lambda: not of(lobby, "SceneCard")[1][4])
        assert [r[2:] for r in of(lobby, "Health")] == [[2, 0, 0]]


async def test_where_the_other_cannot_be_read_it_is_said(tmp_path: Path) -> None:
    """F9, T1: it was archived, or a moment was asked for before it began: the scene begins as any other."""
    url = f"sqlite:///{tmp_path}/coterie.db"
    async with running(url) as guests:
        teller, anna, lobby, card, at = await played(guests)
        assert (await goes_on(guests, lobby, teller, anna, card[1], 0)) == [["Again", UNREAD], [5, 0, 0]]
    log = await open_log(url)
    await log.remove(card[2], await log.head(card[2]))
    await log.close()
    async with running(url) as guests:
        lobby = await guests.sit(teller)
        assert (await goes_on(guests, lobby, teller, anna, card[1], at)) == [["Again", UNREAD], [5, 0, 0]]


async def goes_on(guests: Guests, lobby: Client, teller: Entrance, anna: Entrance, scene: str, at: int) -> list[Any]:
    """Go on from a scene, and close what begins: the lines that Anna was told, and Ilse's wounds."""
    assert (await lobby.do(ForkScene(scene, at, "Again")))[0] == "accepted"
    stream = of(lobby, "SceneCard")[-1][2]
    hers = await guests.sit(anna, stream)
    assert (await (await guests.sit(teller, stream)).do(CloseScene()))[0] == "accepted"
    await lobby.until(lambda: not of(lobby, "SceneCard")[-1][4])
    return [[r[6] for r in of(hers, "Line")][:2], of(hers, "Health")[0][2:]]


async def test_while_the_log_is_silent_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """F1: what was begun is opened when the log can be read again, and as it was to be."""
    async with running() as guests:
        _, anna, lobby, card, at = await played(guests)
        log, failed = guests.house.log, list[str]()
        read = log.read

        async def silent(stream: str, after: int, most: int = 1000) -> Any:
            if stream == card[2] and len(failed) < 2:
                failed.append(stream)
                raise LogError("nobody is there")
            return await read(stream, after, most)

        monkeypatch.setattr(log, "read", silent)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0] == "accepted"
        stream = of(lobby, "SceneCard")[1][2]
        async with asyncio.timeout(5):
            while not (await log.head(stream)).seq:  # noqa: ASYNC110 - the log has no event for it
                await asyncio.sleep(0.01)
        hers = await guests.sit(anna, stream)
        assert [r[2:] for r in of(hers, "Health")] == [[2, 0, 0]]
        assert len(failed) == 2
