"""A live stream with a log that fails, answers late, is on another branch, has lost its end, or holds entries that
cannot be read. Commands are answered from the log and never by a guess (SEC15, INV8).

Long because all faults of a log are tested with the same faulty log and their helpers.
"""

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
from server.limits_and_timeouts import BUSY_AFTER, WAITING_MOST
from server.log.contract import Conflict, Entry, Head, LogError, OutcomeUnknown, Pending
from server.log.memory import MemoryLog
from server.stream.group_commit import FENCED, WEAKENED
from server.stream.log_follower import TAIL_LOST
from tests.in_english import english, refusal_text
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
    """SEC15: the reply to an append is lost, and the entries are in the log, or are not, or arrive later. The command
    applies exactly once."""
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
    """After a failed append the state is unchanged and the command is refused. When the log is back, the same command
    is accepted."""
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
    """A command is refused as unsaved, with a sentence of its own and without a warning for each. A command with an
    unknown outcome is neither refused nor lost. When the log keeps its promise again, all go on."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 0.05)
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
        assert (await ben.do(Say("hello"), id_))[2:] == ["weakened", refusal_text(WEAKENED)]
        await asyncio.sleep(0.1)
    assert said(ben) == []
    assert not [record for record in caplog.records if "would now lose" in record.getMessage()]
    log.weakened = ""
    assert (await anna.answer(doubtful))[0] == "accepted"
    assert (await ben.do(Say("hello"), id_))[0] == "accepted"
    await hears(anna, "perhaps", "hello")
    await everybody_holds_the_log(table, anna, ben)


async def test_a_command_with_an_unknown_outcome_is_not_refused(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FLT5, INV5: an append has an unknown outcome, and then the log takes no more. The commands of that append are not
    refused, not even copies of them, because a restart may bring the append back; later commands are. When the log
    takes appends again, they are accepted and apply once."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 3600.0)
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
    table.live_streams[0]._intake.unknown.retry()
    for eyes in (anna, again):
        assert (await eyes.answer(perhaps))[0] == "accepted"
    assert said(ben) == ["perhaps"]
    await everybody_holds_the_log(table, anna, ben)


@pytest.fixture
async def silent(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Eyes, bytes]:
    """A table with a log that takes no appends, and a connection whose command "perhaps" has an unknown outcome."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 3600.0)
    table = await opened()
    anna = await table.sit(ANNA)
    table.logs[0].faults += ["unsent", "fails"]
    perhaps = anna.send(Say("perhaps"))
    await until(lambda: table.live_streams[0]._intake.unknown.postponed)
    table.logs[0].open.clear()
    return table, anna, perhaps


async def test_a_connection_that_sends_it_again_and_again_waits_once(silent: tuple[Table, Eyes, bytes]) -> None:
    """INV10: however often a connection sends it, its id is answered once, and the command applies once."""
    table, anna, perhaps = silent
    live = table.live_streams[0]
    again = await table.sit(ANNA)
    for _ in range(WAITING_MOST):
        again.send(Say("perhaps"), perhaps)
        anna.send(Say("perhaps"), perhaps)
    assert live.backlog == 2
    table.logs[0].open.set()
    live._intake.unknown.retry()
    for eyes in (anna, again):
        assert (await eyes.answer(perhaps))[0] == "accepted"
    assert said(anna) == ["perhaps"]
    assert not live._intake.unknown.sent


async def test_a_bounded_number_of_copies_waits(
    silent: tuple[Table, Eyes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV10, INV5: each copy may come over another connection. Copies beyond the bound stay unanswered, and none is
    refused."""
    monkeypatch.setattr("server.stream.unknown_outcomes.WAITERS_MOST", 10)
    table, anna, perhaps = silent
    comers = [await table.sit(ANNA) for _ in range(20)]
    for eyes in comers:
        eyes.send(Say("perhaps"), perhaps)
    assert table.live_streams[0].backlog <= 10
    table.logs[0].open.set()
    table.live_streams[0]._intake.unknown.retry()
    assert (await anna.answer(perhaps))[0] == "accepted"
    await table.still()
    assert {answer[0] for eyes in comers for answer in eyes.page.answers.values()} == {"accepted"}
    assert (await comers[-1].do(Say("perhaps"), perhaps))[0] == "accepted"


async def test_other_content_under_its_id_has_no_unknown_outcome(
    silent: tuple[Table, Eyes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV10: a command that was never sent to the log cannot be in it, whatever its id, so it has no more room in
    the queue than any command."""
    monkeypatch.setattr("server.stream.intake.WAITING_MOST", 10)
    table, _, perhaps = silent
    other = await table.sit(ANNA)
    for n in range(20):
        other.send(Say(f"other {n}"), perhaps)
    assert table.live_streams[0].backlog <= 10
    assert (await other.answer(perhaps))[2] == "busy"
    table.logs[0].open.set()
    table.live_streams[0]._intake.unknown.retry()
    await until(lambda: not table.live_streams[0]._intake.unknown.sent)
    assert len(table.store.entries[STREAM]) == 4


async def test_a_command_that_waits_too_long_is_refused_as_busy(opened: OpenTable) -> None:
    """While the log is out of reach, a command that was never sent to it is refused as busy when its time is over. A
    command with an unknown outcome is not."""
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
    again.send(Say("maybe"), maybe)  # from a connection that came back without an answer
    never = anna.send(Say("never"))
    table.clock.now += BUSY_AFTER + 1
    assert (await anna.answer(never))[2] == "busy"
    assert not {maybe} & {*anna.page.answers, *again.page.answers}
    log.head = head  # type: ignore[method-assign]
    for eyes in (anna, again):
        assert (await eyes.answer(maybe))[0] == "accepted"


async def test_a_fenced_stream_leaves_unknown_outcomes_unanswered(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV5: if the log cannot be read up to the append with an unknown outcome, its commands are neither refused nor
    accepted, and neither are copies of them. When it can be read again, they are accepted and apply once."""
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
async def test_outcomes_are_unknown_until_the_log_was_read(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    """Rule 4: once the log can be read to its end, no outcome is unknown any more, even if no client sends the command
    again."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 3600.0)
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    await anna.do(Say("first"))
    log.faults += ["unsent", "fails"]
    anna.send(Say("maybe"))
    await until(lambda: live._intake.unknown.postponed)
    live._follower.fence("planted")
    assert live._intake.unknown.sent
    log.lose_tail(STREAM, lost)
    live.look_around()
    await until(lambda: not live.fenced)
    assert not live._intake.unknown.sent


async def test_an_applied_command_is_never_refused(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC15: a copy of an applied command is answered by the receipt, even if the queue is full, the log is out of
    reach, or the log cannot be read to its end."""
    monkeypatch.setattr("server.stream.intake.WAITING_MOST", 1)
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    id_ = fresh_id()
    first = await anna.do(Say("once"), id_)
    assert first[0] == "accepted"
    other = anna.send(Say("takes the room"))
    assert await anna.do(Say("once"), id_) == first
    assert (await anna.answer(other))[0] == "accepted"
    log.down, live._follower.unsure = True, True
    anna.send(Say("once"), id_)
    table.clock.now += BUSY_AFTER + 1
    assert await anna.answer(id_) == first
    log.down = False
    await table.still()
    anna.send(Say("once"), id_)
    live._follower.fence("planted")
    assert await anna.answer(id_) == first
    assert said(anna) == ["once", "takes the room"]


async def test_a_copy_of_a_queued_command_is_not_refused_for_want_of_room(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC15: a copy from another tab, sent while the command is being appended and the queue is full, gets the same
    answer, and the command applies once."""
    monkeypatch.setattr("server.stream.intake.WAITING_MOST", 1)
    table = await opened()
    anna, tab, ben = await table.sit(ANNA), await table.sit(ANNA), await table.sit(BEN)
    log, id_ = table.logs[0], fresh_id()
    log.open.clear()
    anna.send(Say("once"), id_)
    await until(lambda: bool(table.live_streams[0]._intake.under_way))
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
    """INV9: damage after the fold does not cause the log to be folded again, neither when it is found nor at any later
    look at the log."""
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


async def test_a_newcomer_to_a_damaged_log_is_seated(opened: OpenTable) -> None:
    """A newcomer is seated at the commits before the damage, and functions that wait for the fold to be the log's are
    called."""
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


async def test_missed_entries_are_read_after_a_read_that_failed(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log's head seems to be another, and then a read fails: the missed entries are read as soon as possible."""
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
    """INV8: if the log has lost entries that this table had seen, every client receives a reset and the whole view."""
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


async def test_no_newcomer_sees_entries_that_the_log_has_lost(opened: OpenTable) -> None:
    """INV8: a client that arrives while the loss is being found sees the commits that the log still has, and
    receives no reset. Functions that wait for the fold to be the log's are called after it is again."""
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


async def test_a_newcomer_waits_while_the_lost_log_cannot_be_read(opened: OpenTable) -> None:
    """INV8: the loss is known, but the log cannot be read yet: a newcomer waits."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    for n in range(3):
        await anna.do(Say(str(n)))
    log.lose_tail(STREAM, 2)
    log.read, read = out_of_reach, log.read  # type: ignore[method-assign,assignment]
    live.look_around()
    coming = asyncio.create_task(table.sit(BEN))
    await asyncio.sleep(0.1)
    assert live._follower.reload_reason
    assert not coming.done()
    log.read = read  # type: ignore[method-assign]
    ben = await coming
    assert (said(ben), ben.page.resets, ben.page.views) == (["0"], [], 1)


async def test_a_lost_reply_causes_no_pause(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC15: if the log can be read, it is read without a pause."""
    monkeypatch.setattr("server.stream.live_stream.RETRY_FIRST", 3600.0)
    table = await opened()
    anna = await table.sit(ANNA)
    table.logs[0].faults += ["lost", "unsent"]
    assert (await anna.do(Say("one")))[0] == "accepted"
    assert (await anna.do(Say("two")))[0] == "accepted"


def says_diverged(plain: Any) -> Any:
    """A log that claims that its own end is on another branch."""

    async def append(stream: str, _expected: Head, _batch: Any) -> Conflict:
        return Conflict(await plain(stream), {}, [], diverged=True)

    return append


def says_nothing_new(plain: Any) -> Any:
    """A log that takes no append after its end, and has no later entry."""

    async def append(stream: str, _expected: Head, _batch: Any) -> Conflict:
        return Conflict(await plain(stream), {}, [], diverged=False)

    return append


def says_nothing(_plain: Any) -> Any:
    """A log with an unknown outcome for every append."""

    async def append(_stream: str, _expected: Head, _batch: Any) -> Conflict:
        raise OutcomeUnknown("the line was cut")

    return append


@pytest.mark.parametrize("doubted", [False, True], ids=["new", "in doubt"])
@pytest.mark.parametrize("contradicts", [says_diverged, says_nothing_new, says_nothing])
async def test_a_log_that_contradicts_itself_is_tried_again_after_a_pause(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch, contradicts: Callable[[Any], Any], *, doubted: bool
) -> None:
    """INV8, FLT5: the append is tried again after a pause, and no client receives a reset. When the stream stops,
    commands with an unknown outcome are left to the process that serves it next."""
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
    """INV8: without any command, the next look at the log finds that it is shorter, and every client receives a
    reset."""
    table = await opened()
    anna = await table.sit(ANNA)
    for n in range(3):
        await anna.do(Say(str(n)))
    table.logs[0].lose_tail(STREAM, 2)
    table.live_streams[0].look_around()
    await hears(anna, resets=1)
    assert anna.page.resets == [english(TAIL_LOST)]
    assert said(anna) == ["0"]


async def test_a_reader_notices_another_branch_by_itself(opened: OpenTable) -> None:
    """A process that only listens finds that the log lost its tail and grew again, however much it grew."""
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
    """The log fails in the middle of a reload: when it is back, every client receives the whole view."""
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


async def test_listening_again_reads_the_missed_entries(opened: OpenTable) -> None:
    """A hint without entries means that entries may have been missed: they are read, without waiting for a command."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    table.logs[1].deaf = True
    await anna.do(Say("unheard"))
    table.live_streams[1]._follower.receive(STREAM, [])
    await ben.until(lambda: said(ben) == ["unheard"])


async def appended(table: Table, payload: bytes) -> None:
    """Append an entry straight to the log."""
    head = await table.logs[0].head(STREAM)
    await MemoryLog(table.store).append(STREAM, head, [Pending(fresh_id(), payload)])


FOREIGN = msgspec.msgpack.encode((FORMAT, "st", b"digest..", 1, [("everyone", 1, ["UnheardOf", 1])]))
NEWER = msgspec.msgpack.encode((FORMAT, "st", b"digest..", 1, [("everyone", 99, ["SceneOpened", "later"])]))
GARBAGE = b"\xc1 not a commit"


@pytest.mark.parametrize("payload", [FOREIGN, NEWER, GARBAGE], ids=["unknown type", "newer version", "garbage"])
async def test_what_cannot_be_read_fences_the_table(opened: OpenTable, payload: bytes) -> None:
    """An unknown entry is never skipped. Clients see the commits before it and the reason; commands are refused;
    newcomers are still seated; and a process that starts on this log is fenced too, without crashing."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    table.logs[1].deaf = True
    await anna.do(Say("before"))
    await appended(table, payload)
    table.live_streams[1].look_around()
    await hears(ben, "before", resets=1)
    assert ben.page.resets == [refusal_text(FENCED)]
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
    """SEC27: one flipped bit in a stored entry breaks the chain. The table opens with the entries before it, read-only
    (FLT9)."""
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
