"""Taking back through a whole server: the state of the earlier moment, and commits that arrive while it is read
(G0)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from domain.core.words import typed
from domain.features.characters.character import Health
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.storyteller.take_back import TAKEN_BACK, TakeBack
from server.client.enter import Entrance
from server.connection.connection import ACCESS_ENDED
from server.fold.commit_codec import command_key, digest, write
from server.fold.lookback import moment
from server.fold.snapshots import SnapshotInterval
from server.log.contract import LogError
from server.stream.group_commit import Submission
from server.stream.past_tables import past_state
from tests.in_english import english, page_text
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import (
    ANNA,
    BEN,
    STORYTELLER,
    STREAM,
    Eyes,
    Table,
    character,
    everybody_holds_the_log,
    fresh_id,
    said,
)
from tests.server.whole_server import Client, Guests
from tests.waiting import until


async def goes_back(eyes: Eyes, table: Table, at: int) -> bytes:
    """Send the Storyteller's command to go back to a moment, to her own process, without waiting for the answer."""
    command, id_ = TakeBack(at), fresh_id()
    writer = table.live_streams.index(eyes.live)
    past = await past_state(table.logs[writer], STREAM, eyes.live.folded, STORYTELLER, at)
    key = command_key(STORYTELLER, id_)
    eyes.live.submit(
        Submission(STORYTELLER, id_, key, digest(write(command)), command, 0, table.clock.steady(), eyes, past=past)
    )
    return id_


def now(table: Table) -> int:
    return moment(table.live_streams[0].folded.projection.ends, STORYTELLER)


async def test_everybody_holds_the_table_as_it_was(opened: OpenTable) -> None:
    """G0, INV3: clients of another process receive it too, and so does a process that started from a snapshot taken in
    between."""
    table = await opened(writers=2, often=SnapshotInterval(1, 0.0))
    st, anna, ben = await table.sit(STORYTELLER), await table.sit(ANNA), await table.sit(BEN, 1)
    hurt = character(table.live_streams[0], "Anna")
    await st.do(Say("Rain."))
    at = now(table)
    await st.do(SetHealth(hurt, 3))
    await anna.do(Roll("the door", hurt, ("Strength",)))
    await table.still()
    assert (await st.answer(await goes_back(st, table, at)))[0] == "accepted"
    await everybody_holds_the_log(table, st, anna, ben)
    for live in table.live_streams:
        assert live.folded.state.full.get(Health, hurt) == Health(hurt)
    again = await table.serve()
    assert again.folded.state.full.get(Health, hurt) == Health(hurt)
    assert said(ben)[-1] == english(TAKEN_BACK)


async def test_a_commit_of_another_process_is_taken_back_too(opened: OpenTable) -> None:
    """INV2: the append conflicts, and the command is decided again after the missed commits."""
    table = await opened(writers=2)
    st, ben = await table.sit(STORYTELLER), await table.sit(BEN, 1)
    hurt = character(table.live_streams[0], "Anna")
    at = now(table)
    await st.do(SetHealth(hurt, 3))
    await table.still()
    table.logs[0].deaf = True
    own = character(table.live_streams[1], "Ben")
    assert (await ben.do(Roll("the door", own, ("Strength",))))[0] == "accepted"
    assert (await st.answer(await goes_back(st, table, at)))[0] == "accepted"
    table.logs[0].deaf = False
    await everybody_holds_the_log(table, st, ben)
    assert table.live_streams[1].folded.state.full.get(Health, hurt) == Health(hurt)


async def test_a_lost_past_is_refused(opened: OpenTable) -> None:
    """INV8: the log turned out to be different between the reading and the deciding: the command is refused."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    at = now(table)
    for n in range(4):
        await st.do(Say(f"line {n}"))
    table.logs[0].open.clear()
    said_last, back = st.send(Say("too late")), await goes_back(st, table, at)
    table.logs[0].lose_tail(STREAM, 3)
    table.logs[0].open.set()
    assert (await st.answer(back))[0::2] == ["refused", "another-past"]
    assert (await st.answer(said_last))[0] == "accepted"
    assert said(st) == ["line 0", "too late"]


async def scene(guests: Guests) -> tuple[Client, Client, str, Entrance]:
    """A scene with Anna in it: the Storyteller's client, Anna's client, her character, and the Storyteller's seat."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    lobby = await guests.sit(teller)
    assert (await lobby.do(CreateCharacter("Ilse", player=anna.seat, traits=(("Strength", 3),))))[0] == "accepted"
    assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
    stream: str = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    table, hers = await guests.sit(teller, stream), await guests.sit(anna, stream)
    return table, hers, next(r[1] for r in table.page.audiences["everyone"][2].values() if r[0] == "Face"), teller


def wounds(client: Client, actor: str) -> list[Any]:
    """A character's wounds, as a page has them."""
    return client.page.audiences["everyone"][2]["Health", actor][2:]


def place(client: Client) -> int:
    """The moment that a page has reached."""
    return sum(count for count, _, _ in client.page.audiences.values())


async def test_the_storyteller_takes_back_what_a_page_shows(guests: Guests) -> None:
    """G0: the command names a moment by the count of her page. Commands that she sends after it are applied after
    it."""
    table, hers, ilse, _ = await scene(guests)
    at = place(table)
    assert (await table.do(SetHealth(ilse, 2)))[0] == "accepted"
    await hers.until(lambda: wounds(hers, ilse) == [2, 0, 0])
    command, words = fresh_id(), fresh_id()
    await table.send("command", command, 0, ["TakeBack", at, 0])
    await table.send("command", words, 0, ["Say", "After that.", "", [], False])
    await table.until(lambda: words in table.page.answers)
    assert [table.page.answers[id_][0] for id_ in (command, words)] == ["accepted", "accepted"]
    assert wounds(table, ilse) == [0, 0, 0]
    await hers.until(lambda: "After that." in str(hers.page.audiences))
    assert wounds(hers, ilse) == [0, 0, 0]
    texts = [page_text(r[6]) for r in hers.page.audiences["everyone"][2].values() if r[0] == "Line"]
    assert texts.index(english(TAKEN_BACK)) < texts.index("After that.")
    # A copy of the command has the same result, wherever the table is by then.
    await table.send("command", command, 0, ["TakeBack", at, 0])
    await table.heard("accepted")
    assert len([r for r in table.page.audiences["everyone"][2] if r[0] == "Retraction"]) == 1


async def test_going_back_is_refused_where_it_is_not_possible(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """G0, G1, INV5: a player, a moment before the scene, a moment in the future, a log that does not answer: each is
    refused, and the log is unchanged."""
    table, hers, ilse, _ = await scene(guests)
    before = place(table)
    assert (await hers.do(TakeBack(1)))[2] == "storyteller-only"
    assert (await table.do(TakeBack(0)))[2] == "not-begun"
    assert (await table.do(TakeBack(2**53 - 1)))[2] == "nothing-since"
    assert (await table.do(SetHealth(ilse, 2)))[0] == "accepted"

    async def silent(*_: object, **__: object) -> Any:
        raise LogError("out of reach")

    monkeypatch.setattr(guests.hub.log, "read", silent)
    assert (await table.do(TakeBack(before)))[2] == "unread"
    monkeypatch.undo()
    assert wounds(table, ilse) == [2, 0, 0]
    id_ = fresh_id()
    assert (await table.do(TakeBack(before), id_))[0] == "accepted"
    monkeypatch.setattr(guests.hub.log, "read", silent)
    assert (await table.do(TakeBack(before), id_))[0] == "accepted", "the first result again, whatever the log says"
    monkeypatch.undo()


async def test_a_future_moment_is_refused(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """INV5: a future moment is refused, even if the table has passed it by the time of the decision."""
    table, hers, ilse, _ = await scene(guests)
    later = place(table) + 2
    read = guests.hub.log.read

    async def slow(*args: Any) -> Any:
        for level in (1, 2, 3):
            assert (await hers.do(Say(f"{level}")))[0] == "accepted"
        return await read(*args)

    monkeypatch.setattr(guests.hub.log, "read", slow)
    assert (await table.do(TakeBack(later)))[2] == "nothing-since"
    assert wounds(table, ilse) == [0, 0, 0]


async def test_a_seat_without_access_takes_no_commit_back(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC6, SEC9: once the access of a seat has ended, its earlier commands are not applied, although the log answers
    only afterwards."""
    table, _, ilse, teller = await scene(guests)
    before = place(table)
    assert (await table.do(SetHealth(ilse, 2)))[0] == "accepted"
    live = next(one for one in guests.hub.streams.live_streams() if one.stream.startswith("scene/"))
    connection, link = await guests.seated(teller, live.stream)
    read, asked, answers = guests.hub.log.read, asyncio.Event(), asyncio.Event()

    async def slow(*args: Any) -> Any:
        asked.set()
        await answers.wait()
        return await read(*args)

    monkeypatch.setattr(guests.hub.log, "read", slow)
    head = live.folded.head
    connection.received(write(("command", fresh_id(), 0, ["TakeBack", before, 0])))
    connection.received(write(("command", fresh_id(), 0, ["Say", "Me too.", "", [], False])))
    await asked.wait()
    connection.close(ACCESS_ENDED, typed("Out."))
    answers.set()
    await until(lambda: not connection._tasks)
    await guests.hub.streams.look(live, int)
    assert live.folded.head == head
    assert link.closed == (ACCESS_ENDED, "typed")


async def test_reading_a_long_past_times_out_no_command(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """INV9: commands behind it do not time out because of the time that the reading took."""
    table, _, ilse, _ = await scene(guests)
    before = place(table)
    assert (await table.do(SetHealth(ilse, 2)))[0] == "accepted"
    read = guests.hub.log.read

    async def slow(*args: Any) -> Any:
        guests.clock.now += 60
        return await read(*args)

    monkeypatch.setattr(guests.hub.log, "read", slow)
    back, words = fresh_id(), fresh_id()
    await table.send("command", back, 0, ["TakeBack", before, 0])
    await table.send("command", words, 0, ["Say", "After that.", "", [], False])
    await table.until(lambda: words in table.page.answers)
    assert [table.page.answers[id_][0] for id_ in (back, words)] == ["accepted", "accepted"]
