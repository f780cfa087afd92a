"""A live stream whose log fails, answers too late, is on another branch, lost its end, or holds what nobody can read:
said honestly, settled by the log, never guessed (S15, I8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from server.fold.commit_codec import FORMAT
from server.log.contract import Conflict, Entry, Head, LogError, OutcomeUnknown, Pending
from server.log.memory import MemoryLog
from server.stream.group_commit import BUSY_AFTER, FENCED, WEAKENED
from server.stream.live_stream import TAIL_LOST, WAITING_MOST
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import (
    ANNA,
    BEN,
    GUEST,
    SECONDS,
    STREAM,
    Eyes,
    Table,
    everybody_holds_the_log,
    fresh_id,
    hears,
    said,
)
from tests.waiting import until


@pytest.mark.parametrize("fault", ["lost", "unsent", "late"])
async def test_an_unknown_outcome_is_settled_by_the_log(opened: OpenTable, fault: Any) -> None:
    """S15: the reply to an append is lost, whether it stands, does not, or lands later: the command applies exactly
    once."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    log = table.logs[0]
    log.faults.append(fault)
    ids = [anna.send(Roll(dice=3)), anna.send(Say("and this"))]
    if fault == "late":
        await log.given_up.wait()
        await log.arrive_late()
    for id_ in ids:
        assert (await anna.answer(id_))[0] == "accepted"
    assert len(await table.entries()) == 5
    await everybody_holds_the_log(table, anna, ben)


async def test_a_log_that_cannot_be_written_refuses_and_recovers(opened: OpenTable) -> None:
    """A failed append changes nothing and says so; when the log is back, the same command stands."""
    table = await opened()
    anna = await table.sit(ANNA)
    table.logs[0].faults.append("fails")
    id_ = fresh_id()
    assert (await anna.do(Say("hello"), id_))[2] == "unsaved"
    assert said(anna) == []
    assert (await anna.do(Say("hello"), id_))[0] == "accepted"
    await everybody_holds_the_log(table, anna)


async def test_a_log_that_keeps_less_than_it_promised_takes_nothing(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command is refused as unsaved, with a sentence of its own and without a warning for each; what may stand is
    neither refused nor lost. When the promise holds again, all go on."""
    monkeypatch.setattr("server.stream.unknown_outcomes.ASK_AGAIN", 0.05)
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    log = table.logs[0]
    log.faults.append("unsent")
    log.asked.clear()
    doubtful = anna.send(Say("perhaps"))
    await log.asked.wait()
    log.weakened = "Redis would now lose everything."
    id_ = fresh_id()
    for _ in range(3):
        assert (await ben.do(Say("hello"), id_))[2:] == ["unsaved", WEAKENED.sentence]
        await asyncio.sleep(0.1)
    assert said(ben) == []
    assert not [record for record in caplog.records if "would now lose" in record.getMessage()]
    log.weakened = ""
    assert (await anna.answer(doubtful))[0] == "accepted"
    assert (await ben.do(Say("hello"), id_))[0] == "accepted"
    await hears(anna, "perhaps", "hello")
    await everybody_holds_the_log(table, anna, ben)


async def test_what_may_stand_is_not_refused(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5, I5: an append of which nobody knows whether it stands, and then a log that takes no more: what was in that
    append is not refused, not even when it is sent anew, for a restart may find it; what came later is. When the log
    takes something again, it is accepted, and stands once."""
    monkeypatch.setattr("server.stream.unknown_outcomes.ASK_AGAIN", 3600.0)
    table = await opened()
    anna, again, ben = await table.sit(ANNA), await table.sit(ANNA), await table.sit(BEN)
    table.logs[0].faults.append("unsent")
    table.logs[0].faults.extend("fails" for _ in range(20))
    table.logs[0].asked.clear()
    perhaps = anna.send(Say("perhaps"))
    await table.logs[0].asked.wait()
    assert (await ben.do(Say("never")))[2] == "unsaved"
    again.send(Say("perhaps"), perhaps)
    assert (await ben.do(Say("nor this")))[2] == "unsaved"
    assert not anna.page.answers
    assert not again.page.answers
    table.logs[0].faults.clear()
    table.live_streams[0]._unknown.ask_again()
    for eyes in (anna, again):
        assert (await eyes.answer(perhaps))[0] == "accepted"
    assert said(ben) == ["perhaps"]
    await everybody_holds_the_log(table, anna, ben)


@pytest.fixture
async def silent(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Eyes, bytes]:
    """A table whose log takes nothing, with somebody whose command "perhaps" may stand in it."""
    monkeypatch.setattr("server.stream.unknown_outcomes.ASK_AGAIN", 3600.0)
    table = await opened()
    anna = await table.sit(ANNA)
    table.logs[0].faults += ["unsent", "fails"]
    perhaps = anna.send(Say("perhaps"))
    await until(lambda: table.live_streams[0]._unknown.later)
    table.logs[0].open.clear()
    return table, anna, perhaps


async def test_whoever_sends_what_may_stand_again_and_again_waits_once(silent: tuple[Table, Eyes, bytes]) -> None:
    """I10: however often, its id is answered once, and when the log takes it, it stands once."""
    table, anna, perhaps = silent
    live = table.live_streams[0]
    again = await table.sit(ANNA)
    for _ in range(WAITING_MOST):
        again.send(Say("perhaps"), perhaps)
        anna.send(Say("perhaps"), perhaps)
    assert live.backlog == 2
    table.logs[0].open.set()
    live._unknown.ask_again()
    for eyes in (anna, again):
        assert (await eyes.answer(perhaps))[0] == "accepted"
    assert said(anna) == ["perhaps"]
    assert not live._unknown.sent


async def test_of_those_who_come_back_ever_anew_not_all_wait(
    silent: tuple[Table, Eyes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """I10, I5: each may be another connection, and each is gone when the next comes. More than the table takes are let
    go, and none is refused."""
    monkeypatch.setattr("server.stream.unknown_outcomes.AGAIN_MOST", 10)
    table, anna, perhaps = silent
    comers = [await table.sit(ANNA) for _ in range(20)]
    for eyes in comers:
        eyes.send(Say("perhaps"), perhaps)
    assert table.live_streams[0].backlog <= 10
    table.logs[0].open.set()
    table.live_streams[0]._unknown.ask_again()
    assert (await anna.answer(perhaps))[0] == "accepted"
    await table.still()
    assert {answer[0] for eyes in comers for answer in eyes.page.answers.values()} == {"accepted"}
    assert (await comers[-1].do(Say("perhaps"), perhaps))[0] == "accepted"


async def test_other_content_under_an_id_in_doubt_is_not_in_doubt(
    silent: tuple[Table, Eyes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """I10: what was never sent to the log cannot stand there, whatever its id; there is no room for more of it than
    for others."""
    monkeypatch.setattr("server.stream.live_stream.WAITING_MOST", 10)
    table, _, perhaps = silent
    other = await table.sit(ANNA)
    for n in range(20):
        other.send(Say(f"other {n}"), perhaps)
    assert table.live_streams[0].backlog <= 10
    assert (await other.answer(perhaps))[2] == "busy"
    table.logs[0].open.set()
    table.live_streams[0]._unknown.ask_again()
    await until(lambda: not table.live_streams[0]._unknown.sent)
    assert len(table.store.entries[STREAM]) == 4


async def test_what_waits_too_long_is_given_up(opened: OpenTable) -> None:
    """While the log is out of reach, a command that it never saw is refused as busy when its time is over, and one
    that it may have seen is not."""
    table = await opened()
    anna, again = await table.sit(ANNA), await table.sit(ANNA)
    log = table.logs[0]
    log.faults.append("lost")
    log.open.clear()
    log.asked.clear()
    log.written.clear()
    maybe = anna.send(Say("maybe"))
    await log.asked.wait()
    log.open.set()
    log.head, head = out_of_reach, log.head  # type: ignore[method-assign,assignment]
    await log.written.wait()
    await anna.until(lambda: table.live_streams[0].unsure)
    again.send(Say("maybe"), maybe)  # by somebody who came back without an answer
    never = anna.send(Say("never"))
    table.clock.now += BUSY_AFTER + 1
    assert (await anna.answer(never))[2] == "busy"
    assert not {maybe} & {*anna.page.answers, *again.page.answers}
    log.head = head  # type: ignore[method-assign]
    for eyes in (anna, again):
        assert (await eyes.answer(maybe))[0] == "accepted"


async def test_what_may_stand_is_not_refused_by_who_cannot_read_it(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I5: where the log cannot be read as far as the append in doubt, its commands are neither refused nor accepted,
    not even when they are sent anew; when it can be read again, they are accepted, and stand once."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    plain, gap = log.read, live.folded.head.seq + 1

    async def torn(stream: str, after: int, *most: int) -> Any:
        return [entry for entry in await plain(stream, after, *most) if entry.seq != gap]

    monkeypatch.setattr(log, "read", torn)
    log.faults.append("lost")
    anna.send(Say("first"))
    maybe = anna.send(Say("maybe"))
    await anna.until(lambda: bool(live.fenced))
    anna.send(Say("maybe"), maybe)
    assert (await anna.do(Say("never")))[2] == "fenced"
    assert maybe not in anna.page.answers
    monkeypatch.setattr(log, "read", plain)
    live.look_around()
    await anna.until(lambda: not live.fenced)
    assert (await anna.do(Say("maybe"), maybe))[0] == "accepted"
    assert said(anna) == ["first", "maybe"]
    await everybody_holds_the_log(table, anna)


@pytest.mark.parametrize("lost", [0, 1], ids=["read again", "folded anew"])
async def test_what_was_let_go_is_in_doubt_until_the_log_was_read(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    """Rule 4: once it can be read to its end, what is not in it does not stand, whoever sends it again or does not."""
    monkeypatch.setattr("server.stream.unknown_outcomes.ASK_AGAIN", 3600.0)
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    await anna.do(Say("first"))
    log.faults += ["unsent", "fails"]
    anna.send(Say("maybe"))
    await until(lambda: live._unknown.later)
    live._fence("planted")
    assert live._unknown.sent
    log.lose_tail(STREAM, lost)
    live.look_around()
    await until(lambda: not live.fenced)
    assert not live._unknown.sent


async def test_what_stands_is_not_given_up(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """S15: sent again where there is no room for it, while the log is out of reach, or cannot be read to its end, it is
    answered as it was."""
    monkeypatch.setattr("server.stream.live_stream.WAITING_MOST", 1)
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    id_ = fresh_id()
    first = await anna.do(Say("once"), id_)
    assert first[0] == "accepted"
    other = anna.send(Say("takes the room"))
    assert await anna.do(Say("once"), id_) == first
    assert (await anna.answer(other))[0] == "accepted"
    log.down, live._unsure = True, True
    anna.send(Say("once"), id_)
    table.clock.now += BUSY_AFTER + 1
    assert await anna.answer(id_) == first
    log.down = False
    await table.still()
    anna.send(Say("once"), id_)
    live._fence("planted")
    assert await anna.answer(id_) == first
    assert said(anna) == ["once", "takes the room"]


async def test_what_is_on_its_way_is_not_refused_for_want_of_room(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S15: sent again by another tab while it is appended, it is answered as the first is, and stands once."""
    monkeypatch.setattr("server.stream.live_stream.WAITING_MOST", 1)
    table = await opened()
    anna, tab, ben = await table.sit(ANNA), await table.sit(ANNA), await table.sit(BEN)
    log, id_ = table.logs[0], fresh_id()
    log.open.clear()
    anna.send(Say("once"), id_)
    await until(lambda: bool(table.live_streams[0]._under_way))
    room = ben.send(Say("takes the room"))
    tab.send(Say("once"), id_)
    tab.send(Say("once"), id_)
    assert (await tab.do(Say("no room")))[2] == "busy"
    log.open.set()
    assert await anna.answer(id_) == await tab.answer(id_)
    assert (await ben.answer(room))[0] == "accepted"
    assert said(anna) == ["once", "takes the room"]


async def out_of_reach(*_: object) -> Any:
    raise LogError("the log is out of reach")


async def test_a_damaged_log_is_read_no_further_than_it_was(opened: OpenTable) -> None:
    """I9: what stands is not folded anew for the sake of what follows it, neither when that is found damaged nor at any
    look for whether it still is."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    for n in range(5):
        await anna.do(Say(str(n)))
    table.store.entries[STREAM].append(Entry(live.folded.head.seq + 1, bytes(16), bytes(16), b"nonsense"))
    log.reads.clear()
    for _ in range(3):
        live.look_around()
        await until(lambda: live.fenced and not live.unsure)
    assert log.reads
    assert 0 not in log.reads
    assert (said(anna), len(anna.page.resets)) == ([str(n) for n in range(5)], 1)


async def test_whoever_comes_to_a_damaged_log_is_seated(opened: OpenTable) -> None:
    """At what stands, whatever follows it; and what waits for the table to be still goes on."""
    table = await opened()
    anna, live = await table.sit(ANNA), table.live_streams[0]
    await anna.do(Say("one"))
    table.store.entries[STREAM].append(Entry(live.folded.head.seq + 1, bytes(16), bytes(16), b"nonsense"))
    still = asyncio.Event()
    for _ in range(2):  # found damaged, and still so
        live.look_around()
        live.when_still(still.set)
        async with asyncio.timeout(SECONDS):
            ben = await table.sit(BEN)
            await still.wait()
        assert live.fenced
        assert said(ben) == ["one"]
        still.clear()


async def test_what_others_appended_is_not_forgotten_for_a_read_that_failed(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A head that is said to be another's, and then a read that fails: the log is read when it can be."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    await anna.do(Say("one"))
    await ben.until(lambda: said(ben) == ["one"])
    log = table.logs[1]
    log.deaf = True
    await anna.do(Say("two"))
    head, read = log.head, log.read
    said_otherwise, fails = [True], [True]

    async def other(stream: str) -> Head:
        found = await head(stream)
        return Head(found.seq - 3, bytes(16)) if said_otherwise and said_otherwise.pop() else found

    async def once(stream: str, after: int, *most: int) -> Any:
        if not most and fails:
            fails.clear()
            raise LogError("the line was cut")
        return await read(stream, after, *most)

    monkeypatch.setattr(log, "head", other)
    monkeypatch.setattr(log, "read", once)
    table.live_streams[1].look_around()
    await ben.until(lambda: said(ben) == ["one", "two"])
    assert not fails


async def test_a_lost_tail_is_told_to_everybody(opened: OpenTable) -> None:
    """I8: when the log has lost what this table had seen, every client hears so and gets the whole view anew."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    for n in range(4):
        await anna.do(Say(str(n)))
    await anna.do(CreateCharacter("Lost"))
    table.logs[0].lose_tail(STREAM, 3)
    assert (await anna.do(Say("after")))[0] == "accepted"
    for eyes in (anna, ben):
        await hears(eyes, "after", resets=1)
        assert said(eyes) == ["0", "1", "after"]
    await everybody_holds_the_log(table, anna, ben)


async def test_nobody_is_seated_at_what_the_log_no_longer_holds(opened: OpenTable) -> None:
    """I8: whoever comes while it is found that the log has lost its end sees what it has, and hears of no loss; and
    what waits until the fold is the log's waits until it is again."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    for n in range(3):
        await anna.do(Say(str(n)))
    log.lose_tail(STREAM, 2)
    still: list[int] = []
    live.when_still(lambda: still.append(live.folded.head.seq))
    live.look_around()
    ben = await table.sit(BEN)
    await hears(anna, resets=1)
    assert still == [len(await table.entries())]
    assert (said(ben), ben.page.resets, ben.page.views) == (["0"], [], 1)
    await everybody_holds_the_log(table, anna, ben)


async def test_whoever_comes_while_what_was_lost_cannot_be_read_waits_for_it(opened: OpenTable) -> None:
    """I8: it is known that the log has lost its end, and not yet what it has."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    for n in range(3):
        await anna.do(Say(str(n)))
    log.lose_tail(STREAM, 2)
    log.read, read = out_of_reach, log.read  # type: ignore[method-assign,assignment]
    live.look_around()
    coming = asyncio.create_task(table.sit(BEN))
    await asyncio.sleep(0.1)
    assert live._stale
    assert not coming.done()
    log.read = read  # type: ignore[method-assign]
    ben = await coming
    assert (said(ben), ben.page.resets, ben.page.views) == (["0"], [], 1)


async def test_a_reply_that_was_lost_holds_nobody_up(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """S15: where the log can be asked, it is asked at once."""
    monkeypatch.setattr("server.stream.live_stream.RETRY_FIRST", 3600.0)
    table = await opened()
    anna = await table.sit(ANNA)
    table.logs[0].faults += ["lost", "unsent"]
    assert (await anna.do(Say("one")))[0] == "accepted"
    assert (await anna.do(Say("two")))[0] == "accepted"


def says_diverged(plain: Any) -> Any:
    """A log that says of its own end that it is on another branch."""

    async def append(stream: str, _expected: Head, _batch: Any) -> Conflict:
        return Conflict(await plain(stream), {}, [], diverged=True)

    return append


def says_nothing_new(plain: Any) -> Any:
    """A log that takes nothing after its end, and has nothing that follows."""

    async def append(stream: str, _expected: Head, _batch: Any) -> Conflict:
        return Conflict(await plain(stream), {}, [], diverged=False)

    return append


def says_nothing(_plain: Any) -> Any:
    """A log that never says what became of an append."""

    async def append(_stream: str, _expected: Head, _batch: Any) -> Conflict:
        raise OutcomeUnknown("the line was cut")

    return append


@pytest.mark.parametrize("doubted", [False, True], ids=["new", "in doubt"])
@pytest.mark.parametrize("contradicts", [says_diverged, says_nothing_new, says_nothing])
async def test_a_log_that_contradicts_itself_is_let_be(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch, contradicts: Callable[[Any], Any], *, doubted: bool
) -> None:
    """I8, F5: it is asked again after a pause, and nobody is told that anything was lost. At the end what may stand is
    left for whoever serves next."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    asked: list[int] = []
    failing = contradicts(log.head)

    async def append(stream: str, expected: Head, batch: Any) -> Any:
        asked.append(expected.seq)
        if doubted and len(asked) == 1:
            raise OutcomeUnknown("the line was cut")
        return await failing(stream, expected, batch)

    monkeypatch.setattr(log, "append", append)
    anna.send(Say("never"))
    await asyncio.sleep(0.3)
    assert 1 < len(asked) < 8
    assert anna.page.resets == []
    async with asyncio.timeout(5):
        await live.stop()


async def test_a_tail_lost_in_silence_is_noticed(opened: OpenTable) -> None:
    """I8: nobody has to act: the next look around finds that the log is shorter, and says so."""
    table = await opened()
    anna = await table.sit(ANNA)
    for n in range(3):
        await anna.do(Say(str(n)))
    table.logs[0].lose_tail(STREAM, 2)
    table.live_streams[0].look_around()
    await hears(anna, resets=1)
    assert anna.page.resets == [TAIL_LOST]
    assert said(anna) == ["0"]


async def test_a_reader_notices_another_branch_by_itself(opened: OpenTable) -> None:
    """A writer that only listens finds out that the log lost its tail and grew anew, however much it grew."""
    for grown in (1, 3, 6):
        table = await opened(writers=2)
        anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
        for n in range(3):
            await anna.do(Say(str(n)))
        await everybody_holds_the_log(table, anna, ben)
        table.logs[1].deaf = True
        table.logs[0].lose_tail(STREAM, 3)
        for n in range(grown):
            await anna.do(Say(f"new {n}"))
        table.logs[1].deaf = False
        await anna.do(Say("heard"))
        await hears(ben, "heard", resets=1)
        await everybody_holds_the_log(table, anna, ben)


async def test_a_reload_that_fails_is_tried_again(opened: OpenTable) -> None:
    """The log goes away in the middle of a reload: nobody is forgotten, and all are shown the table when it is back."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    for n in range(3):
        await anna.do(Say(str(n)))
    log = table.logs[0]
    log.lose_tail(STREAM, 2)
    failures = iter([True, False])
    read = log.read

    async def flaky(stream: str, after: int, most: int = 1000) -> list[Entry]:
        if next(failures, False):
            await out_of_reach(stream)
        return await read(stream, after, most)

    log.read = flaky  # type: ignore[method-assign]
    table.live_streams[0].look_around()
    for eyes in (anna, ben):
        await hears(eyes, resets=1)
    await everybody_holds_the_log(table, anna, ben)
    assert (await anna.do(Say("on we go")))[0] == "accepted"


async def test_hearing_that_begins_anew_reads_what_was_missed(opened: OpenTable) -> None:
    """A hint with no entries means that others may have been missed: they are read, without waiting for a command."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    table.logs[1].deaf = True
    await anna.do(Say("unheard"))
    table.live_streams[1]._hear(STREAM, [])
    await ben.until(lambda: said(ben) == ["unheard"])


async def appended(table: Table, payload: bytes) -> None:
    """A foreign entry, straight into the log."""
    head = await table.logs[0].head(STREAM)
    await MemoryLog(table.store).append(STREAM, head, [Pending(fresh_id(), payload)])


FOREIGN = msgspec.msgpack.encode((FORMAT, "st", b"digest..", 1, [("everyone", 1, ["UnheardOf", 1])]))
NEWER = msgspec.msgpack.encode((FORMAT, "st", b"digest..", 1, [("everyone", 99, ["SceneOpened", "later"])]))
GARBAGE = b"\xc1 not a commit"


@pytest.mark.parametrize("payload", [FOREIGN, NEWER, GARBAGE], ids=["unknown type", "newer version", "garbage"])
async def test_what_cannot_be_read_fences_the_table(opened: OpenTable, payload: bytes) -> None:
    """An entry that this program does not know is never skipped: what came before it is shown, and why no more, to
    those who are there as well; commands are refused, newcomers are still seated, and a process that starts on it is
    fenced too, without crashing."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    table.logs[1].deaf = True
    await anna.do(Say("before"))
    await appended(table, payload)
    table.live_streams[1].look_around()
    await hears(ben, "before", resets=1)
    assert ben.page.resets == [FENCED.sentence]
    assert (await ben.do(Say("after")))[2] == "fenced"
    assert (await anna.do(Say("after")))[2] == "fenced"
    guest = await table.sit(GUEST, 1)
    assert said(guest) == ["before"]
    fresh = await table.serve()
    assert fresh.fenced
    late = await table.sit(ANNA, 2)
    assert said(late) == ["before"]
    assert (await late.do(Say("still?")))[2] == "fenced"
    assert len(await table.entries()) == 5


async def test_a_damaged_entry_fences_a_start(opened: OpenTable) -> None:
    """S27: one flipped bit in a stored entry is found by the chain: the table opens as far as it holds, read-only
    (F9)."""
    table = await opened()
    anna = await table.sit(ANNA)
    for n in range(3):
        await anna.do(Say(str(n)))
    entries = table.store.entries[STREAM]
    payload = bytearray(entries[4].payload)
    payload[-1] ^= 1
    entries[4] = entries[4]._replace(payload=bytes(payload))
    await table.serve()
    ben = await table.sit(BEN, 1)
    assert said(ben) == ["0"]
    assert (await ben.do(Say("more")))[2] == "fenced"
