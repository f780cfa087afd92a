"""A scene that continues an earlier scene from a chosen moment, on a whole server (T1)."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from domain.features.storyteller.fork_scene import ForkScene, OriginStated
from server.client.enter import Entrance
from server.fold.commit_codec import unpack
from server.log.contract import LogError
from server.log.open import open_log
from tests.in_english import page_text
from tests.server.whole_server import Client, Guests, running


def of(client: Client, type_: str, audience: str = "everyone") -> list[Any]:
    """Return the records of a type that an audience has, in their order."""
    return [r for r in client.page.audiences[audience][2].values() if r[0] == type_]


def moment(client: Client) -> int:
    """Return the number of parts that a client has received."""
    return sum(count for count, _, _ in client.page.audiences.values())


async def played(guests: Guests) -> tuple[Entrance, Entrance, Client, Any, int]:
    """Play a scene in which Ilse is hurt twice, and close it. Return the Storyteller's and Anna's seats, the chronicle,
    the scene's card, and the moment between the wounds."""
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
    """T1, X4: each seat starts the new scene with what it knew at the chosen moment, and the chronicle keeps the new
    scene's result."""
    async with running() as guests:
        teller, anna, lobby, card, at = await played(guests)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0] == "accepted"
        fresh = of(lobby, "SceneCard")[1]
        table, hers = await guests.sit(teller, fresh[2]), await guests.sit(anna, fresh[2])
        assert [r[2:] for r in of(hers, "Health")] == [[2, 0, 0]]
        assert [r[2] for r in of(hers, "Face")] == ["Ilse"]
        lines = [page_text(r[6]) for r in of(hers, "Line")]
        assert lines == ["Again", "This scene begins at an earlier moment of The Docks."]
        assert "storyteller" not in hers.page.audiences
        assert page_text(of(table, "Line", "storyteller")[0][6]).endswith("of The Docks.")
        (first,) = await guests.hub.log.read(fresh[2], 0, 1)
        (origin,) = (f.event for f in unpack(first.payload).facts if isinstance(f.event, OriginStated))
        (entry,) = await guests.hub.log.read(card[2], origin.seq - 1, 1)
        assert (origin.stream, origin.chain, origin.moment) == (card[2], entry.chain, at)
        assert [r[2] for r in of(table, "Face", "storyteller")] == ["Shade"]
        assert (await hers.do(Roll("the door", of(hers, "Face")[0][1], ("Strength",))))[0] == "accepted"
        assert (await table.do(CloseScene()))[0] == "accepted"
        await lobby.until(lambda: not of(lobby, "SceneCard")[1][4])
        assert [r[2:] for r in of(lobby, "Health")] == [[2, 0, 0]]


async def test_a_moment_that_cannot_be_had_is_refused_before_a_scene_begins(tmp_path: Path) -> None:
    """T1, FLT9: `ForkScene` is refused if the earlier scene had not begun at that moment, was archived, or has a
    damaged log; a player learns none of that."""
    url = f"sqlite:///{tmp_path}/coterie.db"
    async with running(url) as guests:
        teller, anna, lobby, card, at = await played(guests)
        refused = await lobby.do(ForkScene(card[1], 0, "Again"))
        assert refused[0::2] == ["refused", "not-begun"]
        hers = await guests.sit(anna)
        for moment_ in (0, at):
            assert (await hers.do(ForkScene(card[1], moment_, "Again")))[2] == "storyteller-only"
        assert (await lobby.do(ForkScene("nowhere", at, "Again")))[2] == "no-such-scene"
    with closing(connect(tmp_path / "coterie.db")) as file, file:
        file.execute("UPDATE entries SET chain = zeroblob(16) WHERE seq = 2 AND stream = ?", (card[2],))
    async with running(url) as guests:
        lobby = await guests.sit(teller)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0::2] == ["refused", "damaged"]
    log = await open_log(url)
    await log.remove(card[2], await log.head(card[2]))
    await log.close()
    async with running(url) as guests:
        lobby = await guests.sit(teller)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0::2] == ["refused", "archived"]
        assert len(of(lobby, "SceneCard")) == 1


async def begun(url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Entrance, Entrance, str, str]:
    """Begin a scene that continues an earlier scene, on a server that ends before the new scene is opened. Return the
    entrances of the Storyteller and of Anna, the new scene's stream, and the earlier scene's."""
    async with running(url) as guests:
        teller, anna, lobby, card, at = await played(guests)

        async def ended(_stream: str) -> None:
            """Do nothing, as if the server had ended."""

        monkeypatch.setattr(guests.hub.handover, "hand_over", ended)
        assert (await lobby.do(ForkScene(card[1], at, "Again")))[0] == "accepted"
        return teller, anna, of(lobby, "SceneCard")[1][2], card[2]


async def test_what_was_begun_is_opened_by_the_next_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT1: the next server opens the new scene with the state of the chosen moment, even if the log must be read
    several times."""
    url = f"sqlite:///{tmp_path}/coterie.db"
    teller, anna, stream, parent = await begun(url, monkeypatch)
    async with running(url) as guests:
        log, reads = guests.hub.log, list[str]()
        read = log.read

        async def silent(stream: str, after: int, most: int = 1000) -> Any:
            reads.extend([stream] if stream == parent else [])
            if stream == parent and len(reads) < 3:
                raise LogError("nobody is there")
            return await read(stream, after, most)

        monkeypatch.setattr(log, "read", silent)
        lobby = await guests.sit(teller)
        async with asyncio.timeout(5):
            while not (await log.head(stream)).seq:  # noqa: ASYNC110 - the log has no event for it
                await asyncio.sleep(0.01)
        hers = await guests.sit(anna, stream)
        assert [r[2:] for r in of(hers, "Health")] == [[2, 0, 0]]
        assert len(reads) == 3, "and those who come meanwhile need not have it read again"
        first, second = of(lobby, "SceneCard")
        assert second[4]
        assert (await lobby.do(ForkScene(first[1], 9, "And again")))[0::2] == ["refused", "scene-open-already"]
        assert len(reads) == 3, "nor is it for what will be refused"


async def test_what_was_lost_before_it_could_be_gone_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT9, FLT10, T1: if the earlier scene was archived meanwhile, or its log has lost its end, the new scene begins
    without its state and says so."""
    for gone in (0, 2):
        url = f"sqlite:///{tmp_path}/coterie{gone}.db"
        with monkeypatch.context() as patched:
            _, anna, stream, parent = await begun(url, patched)
        with closing(connect(tmp_path / f"coterie{gone}.db")) as file, file:
            file.execute("DELETE FROM entries WHERE seq > ? AND stream = ?", (gone, parent))
        async with running(url) as guests:
            hers = await guests.sit(anna, stream)
            lines = [page_text(r[6]) for r in of(hers, "Line")]
            assert lines == [
                "Again",
                "The earlier moment cannot be read any more. This scene begins with everyone as they are now (T1).",
            ]
            assert [r[2:] for r in of(hers, "Health")] == [[5, 0, 0]]
