"""A failure in a command, a start, a stop, a read, the access store or the log leaves the remaining parts intact and
running. Long because each failing part needs only a short test, and the tests share their faults."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from domain.core.audience import Seat
from domain.core.words import typed
from domain.features.scenes.chat import Said, Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import OpenScene
from server.access.memory import MemoryAccessStore
from server.access.sessions import Sessions
from server.app import compose, run
from server.fold import commit_codec, projection
from server.fold.commit_codec import command_key, digest, write
from server.hub.handover_commands import table_submission
from server.hub.streams import Streams
from server.limits_and_timeouts import BUSY_AFTER, PREPARED_AT_ONCE
from server.log.contract import LogError, OutcomeUnknown
from server.log.memory import MemoryLog
from server.protocol import frames as wire
from server.serve_settings import Settings
from server.stream.group_commit import FENCED
from server.stream.live_stream import LiveStream
from server.stream.log_follower import READ_AGAIN, TAIL_LOST
from tests.in_english import english, refusal_text
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import (
    ANNA,
    STORYTELLER,
    STREAM,
    Eyes,
    FakeClock,
    Fault,
    FaultyLog,
    frames,
    fresh_id,
    opening,
    seeded,
    unframed,
)
from tests.server.whole_server import Guests
from tests.waiting import SOON, until


def resets(eyes: Eyes) -> list[str]:
    """Return the reasons of all resets that this subscriber received."""
    told = [frame for message in unframed(bytes(eyes.told)) for frame in frames(message)]
    return [frame[1] for frame in told if frame[0] == "reset"]


async def test_a_command_that_cannot_be_told_leaves_no_trace_in_those_after_it(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command whose part cannot be encoded is refused, and the commands decided with it count their parts as on every
    process."""
    table = await opened()
    teller = await table.sit(STORYTELLER)
    plain = commit_codec.write

    def failing(value: object) -> bytes:
        if isinstance(value, wire.Part) and "untold" in repr(value):
            raise ValueError("planted")
        return plain(value)

    monkeypatch.setattr(projection, "write", failing)
    ids = [teller.send(Say("untold")), teller.send(Say("told"))]
    assert [(await teller.answer(id_))[0] for id_ in ids] == ["refused", "accepted"]
    assert table.live_streams[0].folded.projection.ends == (await table.fold()).projection.ends


async def test_who_was_closed_while_its_buffer_drained_leaves_no_options_behind(guests: Guests) -> None:
    """A connection that is closed while its buffer drains leaves no options, which the next connection of its seat
    would receive."""
    connection, _ = await guests.seated(await guests.chronicle())
    live = connection.live
    assert live is not None
    connection.paused()
    connection.write(b"missed")
    connection.resumed()
    connection.close(1008, typed("This connection is too slow to keep up."))
    still = asyncio.Event()
    live.when_still(still.set)
    await asyncio.wait_for(still.wait(), SOON)
    assert live.subscribers == {}
    assert live._fan_out._options == {}


async def test_who_keeps_up_is_not_closed_because_the_log_hangs(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection whose buffer was full for a second, and has drained, waits for the table and is not slow itself."""
    connection, link = await guests.seated(await guests.chronicle())
    hangs, plain = asyncio.Event(), guests.hub.log.append

    async def hanging(*args: Any) -> Any:
        await hangs.wait()
        return await plain(*args)

    monkeypatch.setattr(guests.hub.log, "append", hanging)
    connection.received(msgpack.packb(["command", b"1" * 16, 0, ["Say", "hello", "", [], False]]))
    await asyncio.sleep(0)
    connection.paused()
    connection.write(b"missed")
    guests.clock.now += 1
    connection.resumed()
    guests.clock.now += 11
    guests.hub._sweep()
    assert not link.closed
    hangs.set()


async def test_a_read_that_was_torn_once_does_not_fence_for_good(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a gap in a read, as in a failover, commands are refused until the log is read completely, and each
    subscriber is told once."""
    table = await opened()
    live, log = table.live_streams[0], table.logs[0]
    teller = await table.sit(STORYTELLER)
    for n in range(5):
        await teller.do(Say(str(n)))
    plain, last = log.read, live.folded.head.seq

    async def torn(stream: str, after: int, *most: int) -> Any:
        return [entry for entry in await plain(stream, after, *most) if entry.seq not in {3, last}]

    monkeypatch.setattr(log, "read", torn)
    live._follower.reload_reason = TAIL_LOST
    live._wake.set()
    await until(lambda: live.fenced)
    assert (await teller.do(Say("refused")))[2] == FENCED.code
    for _ in range(3):
        live.look_around()
        await until(lambda: not live.unsure)
    assert resets(teller) == [refusal_text(FENCED)], "a seat is told so once, not at every look"
    monkeypatch.setattr(log, "read", plain)
    live.look_around()
    await until(lambda: not live.fenced)
    assert (await teller.do(Say("taken")))[0] == "accepted"
    assert live.folded.projection.ends == (await table.fold()).projection.ends


async def test_what_stands_before_what_cannot_be_folded_is_told_to_the_house(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a log cannot be folded again to its end, the hub still gets the facts before the fault, which the chronicle
    may need."""
    table = await opened()
    live, log = table.live_streams[0], table.logs[0]
    teller = await table.sit(STORYTELLER)
    for n in range(4):
        await teller.do(Say(str(n)))
    plain, last = log.read, live.folded.head.seq
    heard: list[Any] = []

    async def torn(stream: str, after: int, *most: int) -> Any:
        return [entry for entry in await plain(stream, after, *most) if entry.seq not in {last - 2, last}]

    monkeypatch.setattr(log, "read", torn)
    monkeypatch.setattr(live, "_on_durable", heard.extend)
    live._follower.reload_reason = TAIL_LOST
    live._wake.set()
    await until(lambda: live.fenced)
    assert [fact.event.text for fact in heard if isinstance(fact.event, Said)] == ["0"]


@pytest.mark.parametrize(("lost", "told"), [(0, english(READ_AGAIN)), (1, english(TAIL_LOST))])
async def test_what_could_not_be_read_and_can_be_is_served_again(opened: OpenTable, lost: int, told: str) -> None:
    """A fenced stream is served again, and its subscribers are told once, as soon as its fold reaches the end of the
    log."""
    table = await opened()
    live = table.live_streams[0]
    teller = await table.sit(STORYTELLER)
    for n in range(3):
        await teller.do(Say(str(n)))
    live._follower.fence("planted")
    table.logs[0].lose_tail(STREAM, lost)
    live.look_around()
    await until(lambda: not live.fenced)
    assert resets(teller) == [refusal_text(FENCED), told]
    assert (await teller.do(Say("taken")))[0] == "accepted"


async def test_a_start_that_failed_listens_to_nothing(opened: OpenTable) -> None:
    """A stream that did not start does not collect the entries of the other processes."""
    table = await opened()
    log = FaultyLog(table.store)
    log.down = True
    late = LiveStream(STREAM, log, table.clock, seeded(0))
    with pytest.raises(LogError):
        await late.start()
    log.down = False
    teller = await table.sit(STORYTELLER)
    for n in range(5):
        await teller.do(Say(str(n)))
    assert late._follower.received == []


async def test_presence_is_told_once_when_the_doors_are_back(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the access store fails, a single task retries the presence, however often a player begins to type;
    afterwards presence is sent once."""
    connection, link = await guests.seated(await guests.chronicle())
    await link.until("presence")
    store = guests.program.sessions.store
    plain = store.list_seats

    async def failing(_: str) -> Any:
        raise LogError("out of reach")

    monkeypatch.setattr("server.connection.presence.SEND_AFTER", 0.0)
    monkeypatch.setattr(store, "list_seats", failing)
    before = len(guests.hub.background)
    for _ in range(21):
        connection.typing = not connection.typing
        assert connection.live is not None
        guests.hub.presence.changed(connection.live)
        await asyncio.sleep(0.01)
    assert len(guests.hub.background) <= before + 1
    told = link.names().count("presence")
    monkeypatch.setattr(store, "list_seats", plain)
    await until(lambda: link.names().count("presence") > told)
    await asyncio.sleep(0.05)
    assert link.names().count("presence") == told + 1


async def test_the_hosts_link_is_not_used_up_by_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host link can be used again if the access store failed during its first use."""
    store = MemoryAccessStore()
    keeper = Sessions(store, FakeClock(), secrets.token_urlsafe)
    link = await keeper.host_link()
    plain = store.put_credential

    async def failing(*_: Any) -> Any:
        raise LogError("out of reach")

    monkeypatch.setattr(store, "put_credential", failing)
    with pytest.raises(LogError):
        await keeper.enter(link)
    monkeypatch.setattr(store, "put_credential", plain)
    assert await keeper.is_host((await keeper.enter(link)).token)


async def test_a_chronicle_is_listed_once_it_has_a_storyteller(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chronicle whose Storyteller's seat could not be stored is not listed, because no seat could open it."""
    host = await guests.host()
    store = guests.program.sessions.store

    async def failing(_: Any) -> Any:
        raise LogError("out of reach")

    with monkeypatch.context() as patched:
        patched.setattr(store, "put_seat", failing)
        body = {"name": "Night", "rules": "revised", "switches": {}}
        assert (await guests.call("POST", "/api/chronicles", body, host)).status_code == 503
    assert (await guests.call("GET", "/api/chronicles", None, host)).json() == {"chronicles": []}


async def test_the_death_of_housekeeping_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the housekeeping task fails, the server stops and logs the exception."""
    program = await compose(Settings("memory:", port=0))

    def failing() -> None:
        raise KeyError("planted")

    monkeypatch.setattr(program.hub, "_sweep", failing)
    with caplog.at_level(logging.CRITICAL), pytest.raises(RuntimeError):
        await run(program)
    (record,) = [r for r in caplog.records if r.message == "The housekeeping task failed, so the server stops"]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)


async def test_a_log_out_of_reach_is_asked_ever_more_seldom(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle stream asks a log that is out of reach with growing pauses of up to a second, until the log answers."""
    table = await opened()
    pauses: list[float] = []
    plain = asyncio.sleep

    async def sleeping(seconds: float) -> None:
        if seconds:
            pauses.append(seconds)
        await plain(0)

    monkeypatch.setattr(asyncio, "sleep", sleeping)
    table.logs[0].down = True
    table.live_streams[0].look_around()
    async with asyncio.timeout(SOON):
        while len(pauses) < 8:
            await plain(0)
    table.logs[0].down = False
    assert pauses[:8] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0]
    monkeypatch.undo()
    await table.still()
    assert not table.live_streams[0].unsure


async def test_what_is_wished_while_a_process_ends_is_left_for_the_next(opened: OpenTable) -> None:
    """A command that arrives while a process stops stays unanswered, so that the page sends it again, with the same id,
    to the next process."""
    table = await opened(writers=2)
    one, two = table.live_streams
    anna = await table.sit(ANNA)
    table.logs[0].open.clear()
    first = anna.send(Say("first"))
    await asyncio.sleep(0.01)
    ending = asyncio.create_task(one.stop())
    await asyncio.sleep(0.01)
    second = anna.send(Say("second"))
    table.logs[0].open.set()
    await ending
    assert [anna.page.answers.get(id_, ["none"])[0] for id_ in (first, second)] == ["accepted", "none"]
    again = await table.sit(ANNA, 1)
    assert (await again.do(Say("second"), second))[0] == "accepted"
    assert two.folded.head.seq == len(await table.entries())


@pytest.mark.parametrize(("faults", "heard"), [(["unsent"], ""), (["unsent", "fails"], "busy")])
async def test_whoever_waits_for_one_of_the_tables_own_commands_hears_what_became_of_it_at_the_end(
    opened: OpenTable, faults: list[Fault], heard: str
) -> None:
    """A caller that waits for a command of the server itself gets an answer when the stream stops: success if the log
    took the command, `busy` if its outcome stays unknown."""
    table = await opened()
    live, log = table.live_streams[0], table.logs[0]
    log.faults += faults
    submission = table_submission(table.clock.steady(), opening(), "x")
    waiting = asyncio.create_task(Streams.submit(live, submission))
    log.written.clear()
    log.open.clear()
    await asyncio.sleep(0.01)
    live._intake.closing = True
    log.open.set()
    live._wake.set()
    assert await asyncio.wait_for(waiting, SOON) == heard


async def test_a_stream_that_is_being_started_when_the_house_stops_is_not_served(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the hub stops while a stream is starting, the caller that waits for the stream gets a LogError, and the stream
    no longer listens to the log."""
    log = guests.hub.log
    assert isinstance(log, MemoryLog)
    hangs, plain = asyncio.Event(), log.read

    async def hanging(*args: Any) -> Any:
        await hangs.wait()
        return await plain(*args)

    monkeypatch.setattr(log, "read", hanging)
    waiting = asyncio.create_task(guests.hub.streams.live("chronicle/other"))
    await asyncio.sleep(0.01)
    await guests.hub.stop()
    hangs.set()
    with pytest.raises(LogError):
        await waiting
    with pytest.raises(LogError):
        await guests.hub.streams.live("chronicle/another")
    assert "chronicle/other" not in log._listeners


async def test_nobody_is_seated_in_a_scene_that_could_not_be_opened(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client of a scene that could not be opened is told to reconnect, and can enter after the scene has been
    opened."""
    storyteller = await guests.chronicle()
    table = await guests.sit(storyteller)

    def failing(*_: Any) -> Any:
        raise KeyError("planted")

    with monkeypatch.context() as patched:
        patched.setattr(OpenScene, "decide", failing)
        assert (await table.do(BeginScene("One")))[0] == "accepted"
        records = table.page.audiences["everyone"][2]
        (card,) = [record for key, record in records.items() if key[0] == "SceneCard"]
        early = await guests.connect()
        await early.send("hello", storyteller.token, card[2], "", ())
        assert await early.ended() == 1013
    assert (await guests.sit(storyteller, card[2])).page.audiences["everyone"][0] > 0


async def test_what_stands_is_not_said_to_be_unsaved(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC15: a durable command that is sent again with the same id gets its first result, even if the access store is
    out of reach."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    storyteller = await guests.sit(teller)
    id_, command = fresh_id(), CreateCharacter("Bert", player=ben.seat)
    assert (await storyteller.do(command, id_))[0] == "accepted"
    monkeypatch.setattr(guests.hub.sessions, "plays", out_of_reach)
    assert (await storyteller.do(command, id_))[0] == "accepted"
    assert (await storyteller.do(command))[2] == "unsaved"


async def test_what_may_stand_is_not_said_to_be_unsaved(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """INV5, INV9: a command with an unknown outcome that is sent again stays unanswered until its outcome is known,
    even if the access store is out of reach, and does not delay the commands after it."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 0.01)
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    storyteller, back = await guests.sit(teller), await guests.sit(teller)
    live, id_ = await guests.hub.streams.live(teller.stream), fresh_id()
    command = CreateCharacter("Bert", player=ben.seat)
    with monkeypatch.context() as patched:
        patched.setattr(guests.hub.log, "append", unknown_at_first())
        await storyteller.send("command", id_, 0, msgpack.unpackb(write(command)))
        await until(lambda: live.backlog)
        await until(lambda: live._intake.unknown.postponed)
        monkeypatch.setattr(guests.hub.sessions, "plays", out_of_reach)
        await back.send("command", id_, 0, msgpack.unpackb(write(command)))
        for command_behind in (Say("psst", to=(ben.seat,)), Say("aloud")):
            assert (await back.do(command_behind))[2] == "unsaved"
        await asyncio.sleep(0.05)
        assert id_ not in back.page.answers
    for client in (storyteller, back):
        await client.until(lambda client=client: id_ in client.page.answers)  # type: ignore[misc] # a default binds it
        assert client.page.answers[id_][0] == "accepted"
    assert not live._intake.unknown.sent
    assert guests.hub.counters.unsaved == 2


def unknown_at_first() -> Any:
    """Return an `append` that leaves the outcome of the first call unknown and fails in all later calls."""
    errors = iter([OutcomeUnknown("the line was cut")])

    async def append(*_: object) -> Any:
        raise next(errors, LogError("the log cannot be written"))

    return append


async def test_what_is_on_its_way_to_the_log_is_not_said_to_be_unsaved(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV5: a pending command that is sent again gets the same answer as the first, even if the access store is out of
    reach."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    storyteller, back = await guests.sit(teller), await guests.sit(teller)
    hangs, plain = asyncio.Event(), guests.hub.log.append

    async def hanging(*args: Any) -> Any:
        await hangs.wait()
        return await plain(*args)

    monkeypatch.setattr(guests.hub.log, "append", hanging)
    live = await guests.hub.streams.live(teller.stream)
    ids = [fresh_id(), fresh_id()]
    await storyteller.send("command", ids[0], 0, whisper(ben.seat))
    await until(lambda: live._intake.under_way)
    await storyteller.send("command", ids[1], 0, whisper(ben.seat))
    await until(lambda: live.backlog)
    monkeypatch.setattr(guests.hub.sessions, "plays", out_of_reach)
    for id_ in ids:
        await back.send("command", id_, 0, whisper(ben.seat))
    await until(lambda: live.backlog == 3)
    hangs.set()
    for id_ in ids:
        await back.until(lambda id_=id_: id_ in back.page.answers)  # type: ignore[misc] # a default binds it
        assert back.page.answers[id_][0] == "accepted"


def whisper(seat: str) -> Any:
    """Return a whisper to a seat, as a page sends it."""
    return msgpack.unpackb(write(Say("psst", to=(seat,))))


async def test_what_was_let_go_silences_nobody(guests: Guests) -> None:
    """INV9: a command of unknown outcome that is sent again while the stream is fenced stays unanswered, and after the
    log can be read it is decided and answered."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    live, id_ = await guests.hub.streams.live(teller.stream), fresh_id()
    command = CreateCharacter("Bert", player="nobody")
    live._follower.fence("planted")
    live._intake.unknown.sent[command_key(Seat(teller.seat, "storyteller"), id_), digest(write(command))] = set()
    await storyteller.send("command", id_, 0, msgpack.unpackb(write(command)))
    assert (await storyteller.do(Say("never")))[2] == "fenced"
    assert id_ not in storyteller.page.answers
    live.look_around()
    await until(lambda: not live.fenced)
    assert (await storyteller.do(command, id_))[2] == "no-such-player"
    assert (await storyteller.do(Say("on")))[0] == "accepted"


async def test_what_stood_and_was_lost_is_not_decided_anew_unchecked(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV10: a repeated whisper that was applied is not checked again, and if the log has lost it, it is not applied
    unchecked, because its seat may no longer be a player's."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    storyteller = await guests.sit(teller)
    live, log, id_ = await guests.hub.streams.live(teller.stream), guests.hub.log, fresh_id()
    assert isinstance(log, MemoryLog)
    assert (await storyteller.do(Say("psst", to=(ben.seat,)), id_))[0] == "accepted"
    lost = log._store.entries[live.stream].pop()
    del log._store.keys[live.stream][lost.key]

    async def nobody_plays(*_: str) -> bool:
        return False

    monkeypatch.setattr(guests.hub.sessions, "plays", nobody_plays)
    live._follower.unsure = True  # forces a read of the log before the command is decided
    assert (await storyteller.do(Say("psst", to=(ben.seat,)), id_))[2] == "too-old"
    assert (await storyteller.do(Say("psst", to=(ben.seat,)), id_))[2] == "no-such-player"
    assert live.folded.head == await log.head(live.stream)


async def test_what_waits_to_be_asked_for_has_an_end(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """INV10: a limited number of commands of a connection can wait for the access store, and commands that waited for
    more than 2 s are refused as busy."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    connection, link = await guests.seated(teller)
    found, plain, asked = asyncio.Event(), guests.hub.sessions.plays, list[str]()

    async def slow(chronicle: str, seat: str) -> bool:
        asked.append(seat)
        await found.wait()
        return await plain(chronicle, seat)

    monkeypatch.setattr(guests.hub.sessions, "plays", slow)

    def send(n: int) -> None:
        connection.received(msgpack.packb(["command", n.to_bytes(16, "big"), 0, whisper(ben.seat)]))

    for n in range(PREPARED_AT_ONCE + 30):
        send(n)
        await asyncio.sleep(0)
    assert len(connection._tasks) == PREPARED_AT_ONCE
    refused = [int.from_bytes(f[1], "big") for f in link.frames() if f[0] == "refused" and f[2] == "busy"]
    assert refused == list(range(PREPARED_AT_ONCE, PREPARED_AT_ONCE + 30))
    guests.clock.now += BUSY_AFTER + 1
    found.set()
    await link.until("refused", PREPARED_AT_ONCE + 30)
    assert len(asked) == 1
    send(1000)
    await link.until("accepted")


async def test_doors_that_do_not_answer_hold_up_nothing_for_long(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whisper is refused as busy if the access store does not answer within 2 s, and the command behind it is
    decided."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    connection, link = await guests.seated(teller)

    async def silent(*_: str) -> bool:
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr("server.connection.submission_queue.BUSY_AFTER", 0.05)
    monkeypatch.setattr(guests.hub.sessions, "plays", silent)
    for n, command in enumerate((whisper(ben.seat), ["Say", "to all", "", [], False])):
        connection.received(msgpack.packb(["command", n.to_bytes(16, "big"), 0, command]))
    await link.until("accepted")
    assert [frame[2] for frame in link.frames() if frame[0] == "refused"] == ["busy"]


async def out_of_reach(*_: object) -> Any:
    """Fail like an access store that is out of reach."""
    raise LogError("the access store is out of reach")
