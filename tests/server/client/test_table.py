"""The client library at a real server, through a proxy that cuts its connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection

from domain.core.record import Record
from domain.features.characters.character import Face
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll import Roll as RollRecord
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.scene_list import SceneCard
from domain.features.table.settings import Setting
from domain.features.table.story_log import Line
from server.client import frame_queues
from server.client.enter import Entrance, address_of, enter
from server.client.errors import CommandRefused, FellBehind, LinkRefused, LookRefused, TableClosed, Unreachable
from server.client.table import Table
from server.client.wire import socket_to
from server.protocol import frames
from tests.redis_server import free_port
from tests.server.whole_server import Guests
from tests.tcp_proxy import Proxy
from tests.waiting import SOON, until


class CutTable(Table):
    """A table whose connection goes through a proxy, and which comes back at once."""

    def __init__(self, entrance: Entrance, proxy: Proxy, stream: str = "", language: str = "en") -> None:
        super().__init__(entrance, stream, language)
        self.proxy = proxy
        self.sent: list[bytes] = []

    def connect(self) -> AbstractAsyncContextManager[ClientConnection]:
        return socket_to(self.entrance.socket_address, host="127.0.0.1", port=self.proxy.listen_port)

    def sending(self, id_: bytes) -> None:
        self.sent.append(id_)

    async def pause(self, within: float) -> None:
        await asyncio.sleep(0.01)


@asynccontextmanager
async def cut_table(guests: Guests, link: str, language: str = "en") -> AsyncIterator[CutTable]:
    """Sit down at a link's table, through a proxy."""
    async with (
        Proxy(int(guests.base.rpartition(":")[2])) as proxy,
        CutTable(await enter(link), proxy, language=language) as table,
    ):
        yield table


def said(table: Table) -> list[str]:
    """What people said, as a table's story holds it."""
    return [table.sentence(line.text) for line in table.records.all(Line) if line.who]


def held(table: Table) -> dict[str, tuple[int, bytes, list[Record]]]:
    """All that a table holds, to be compared with another one of the same seat."""
    return {
        name: (held.count, held.chain, sorted([*held.table.values(), *held.story.values()], key=repr))
        for name, held in table.records.audiences.items()
    }


async def test_it_enters_by_link_and_keeps_typed_records(guests: Guests) -> None:
    """A program enters by link, and has records, options and presence as typed values."""
    teller = await guests.chronicle("The Tide")
    anna = await guests.invited(teller, "Anna")
    async with Table(await enter(teller.link)) as vera, Table(await enter(anna.link)) as player:
        assert vera.records.get(Setting, "setting") == player.records.get(Setting, "setting")
        await vera.do(
            CreateCharacter("Ilse", player=anna.seat, traits=(("Strength", 3),), pools=(("Willpower", 5, 5),))
        )
        await until(lambda: [face.name for face in player.records.all(Face)] == ["Ilse"])
        (face,) = player.records.all(Face)
        await until(lambda: player.options.of("Roll", face.id))
        (option,) = player.options.of("Roll", face.id)
        assert player.sentence(option.label) == "Roll for Ilse"
        await until(lambda: player.presence is not None and len(player.presence.seats) == 2)
        await player.do(Roll("jump", face.id, ("Strength",)))
        (roll,) = player.records.all(RollRecord)
        assert len(roll.faces) == 3


async def test_a_refusal_is_a_plain_sentence(guests: Guests) -> None:
    """A refused command raises its code and its sentence, in the language of the program."""
    teller = await guests.chronicle()
    async with Table(await enter(teller.link)) as english, Table(await enter(teller.link), language="de") as german:
        with pytest.raises(CommandRefused, match="Write something first"):
            await english.do(Say("  "))
        with pytest.raises(CommandRefused) as refused:
            await german.do(Say(""))
        assert refused.value.code == "nothing-said"
        assert str(refused.value) == german.sentence(refused.value.words) != english.sentence(refused.value.words)


async def test_a_cut_loses_nothing_and_doubles_nothing(guests: Guests) -> None:
    """Cut again and again while two talk, a client reads each part once, in order, and applies each of its
    commands once; its records equal those of a client that was never cut."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller, "Anna")
    async with (
        Table(await enter(teller.link)) as vera,
        cut_table(guests, anna.link) as player,
        Table(await enter(anna.link)) as whole,
    ):
        parts: list[int] = []

        async def read() -> None:
            async with aclosing(player.received()) as received:
                async for frame in received:
                    match frame:
                        case frames.Part("everyone", count):
                            parts.append(count)
                        case _:
                            pass

        first = player.records.seen
        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        for n in range(20):
            commands = [asyncio.create_task(player.do(Say(f"a{n}"))), asyncio.create_task(vera.do(Say(f"v{n}")))]
            if n % 2:
                await asyncio.sleep(0.002 * (n % 5))
                player.proxy.cut()
            await asyncio.gather(*commands)
        await until(lambda: player.here and player.records.seen == vera.records.seen == whole.records.seen)
        reading.cancel()
        assert parts == list(range(first + 1, player.records.seen + 1))
        assert sorted(said(player)) == sorted([f"a{n}" for n in range(20)] + [f"v{n}" for n in range(20)])
        assert held(player) == held(whole)
        assert player.proxy.connections > 5
        assert len(player.sent) >= 20


async def test_a_lost_answer_is_asked_again_with_the_same_id(guests: Guests) -> None:
    """If the answer to a command is lost, the client sends the same bytes again, and it applies once."""
    teller = await guests.chronicle()
    async with cut_table(guests, teller.link) as table:
        table.proxy.swallow()
        async with asyncio.timeout(SOON):
            await table.do(Say("once"))
        assert said(table) == ["once"]
        assert len(table.sent) == 2
        assert len(set(table.sent)) == 1


async def test_looking_back_shows_an_earlier_moment(guests: Guests) -> None:
    """A look back gives the records of an earlier moment; a refused one raises its sentence."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller, "Anna")
    async with cut_table(guests, teller.link) as vera, Table(await enter(anna.link)) as player:
        for text in ("first", "second", "third"):
            await vera.do(Say(text))
        past = await vera.look_back(vera.records.seen - 1)
        texts = [vera.sentence(line.text) for line in past.records.all(Line)]
        assert texts[-2:] == ["first", "second"]
        assert past.looked.most == past.looked.at + 1
        asked = asyncio.create_task(vera.look_back(vera.records.seen))
        await asyncio.sleep(0)
        vera.proxy.cut()
        assert (await asked).looked.at == past.looked.most
        await until(lambda: player.records.seen == vera.records.seen)
        with pytest.raises(LookRefused):
            await player.look_back(1, seat=teller.seat)
        story = await player.earlier_story(player.records.seen, "everyone")
        assert "third" not in {player.sentence(line.text) for line in story.records.all(Line)}


async def test_a_closed_seat_ends_the_table(guests: Guests) -> None:
    """If access ends, everything that waits raises `TableClosed`, and the client does not come back."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller, "Anna")
    async with cut_table(guests, anna.link) as player:
        received = player.received()
        assert (await guests.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)).status_code == 200
        await until(lambda: player.closed)
        with pytest.raises(TableClosed) as closed:
            await player.do(Say("Am I here?"))
        assert closed.value.code == 4401
        with pytest.raises(TableClosed):
            async for _ in received:
                pass
        with pytest.raises(TableClosed):
            await player.look_back(1)
        with pytest.raises(LinkRefused):
            await enter(anna.link)


async def test_an_expired_session_is_renewed_by_the_link(guests: Guests) -> None:
    """If only the session has ended, the client follows its link again and resumes."""
    teller = await guests.chronicle()
    async with cut_table(guests, teller.link) as table:
        token, views = table.entrance.token, table.records
        answer = await guests.call("POST", "/api/leave", token=token)
        assert answer.status_code == 200
        await table.do(Say("still here"))
        assert table.entrance.token != token
        assert table.records is views
        assert said(table) == ["still here"]


async def test_it_sits_down_at_the_open_scene(guests: Guests) -> None:
    """Without a stream, a client goes where the play is."""
    teller = await guests.chronicle()
    async with Table(await enter(teller.link)) as lobby:
        await lobby.do(BeginScene("The Docks"))
        (card,) = lobby.records.all(SceneCard)
    async with Table(await enter(teller.link)) as scene:
        assert scene.welcome is not None
        assert scene.welcome.stream == scene.stream != teller.stream
        assert card.id in scene.stream or card.stream == scene.stream


async def test_links_that_open_nothing(guests: Guests) -> None:
    """Each mistake in a link has its own error and sentence."""
    with pytest.raises(LinkRefused) as refused:
        await enter(f"{guests.base}/#{'x' * 43}")
    assert refused.value.status == 404
    with pytest.raises(Unreachable):
        await enter(f"http://127.0.0.1:{free_port()}/#{'x' * 43}")
    with pytest.raises(ValueError, match="opens no seat"):
        await enter(f"{guests.base}/#{await guests.host_link()}".replace("#" + guests.base + "/#", "#"))
    with pytest.raises(ValueError, match=r"begins with http"):
        await enter("ftp://127.0.0.1/#x")
    assert address_of("https://table.example/coterie/?overlay#secret") == "https://table.example/coterie"


async def test_a_program_that_reads_no_frames_is_told(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does not read the frames it asked for gets `FellBehind` after those that waited; the table's
    records are as new as before."""
    monkeypatch.setattr(frame_queues, "FRAMES_WAITING", 5)
    teller = await guests.chronicle()
    async with Table(await enter(teller.link)) as table:
        received = table.received()
        for n in range(5):
            await table.do(Say(f"{n}"))

        with pytest.raises(FellBehind):
            [frame async for frame in received]
        assert said(table) == ["0", "1", "2", "3", "4"]
