"""Checkpoints: places in a log from which its story is read without the entries before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from domain.core.audience import EVERYONE
from domain.features.characters.character import Face
from domain.features.scenes.chat import Say
from server.fold import checkpoints
from server.fold.checkpoints import BYTES_A_COMMIT, CHECKPOINTS_EVENLY, Checkpoints, fold_from, total_bytes
from server.fold.chunks import PartitionCopy, capture_partitions
from server.fold.commit_codec import pack
from server.fold.lookback import look_back, moment
from server.fold.projection import EncodedCommit
from server.fold.stream_fold import Checkpoint, StreamFold, fold
from server.limits_and_timeouts import GROUP_MOST
from server.log.contract import EMPTY, Entry, Pending
from server.log.memory import MemoryLog
from server.protocol import frames
from tests.domain.random_play import ST, Play
from tests.domain.starting_tables import BEGINNINGS
from tests.golden.golden import entries, logs, stored
from tests.server.conftest import OpenTable
from tests.server.fold.folded_with_checkpoints import marked
from tests.server.socketless_tables import ANNA, STREAM
from tests.waiting import until


def log_of(play: Play) -> list[Entry]:
    """The log of this play."""
    return entries([pack("", b"", at, facts).payload for at, facts in play.commits])


def goes_on_alike(monkeypatch: pytest.MonkeyPatch, log: list[Entry], chance: Random) -> None:
    """A log folded from some of its checkpoints gives the same encoded commits as the whole fold, and ends with the
    same records, counts and chains."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 3)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_A_COMMIT", 10**6)
    monkeypatch.setattr("server.fold.chunks.CHUNK_BYTES", chance.choice((1, 200, 2000)))
    told = list[EncodedCommit]()
    whole = marked(log, told)
    assert whole.checkpoints
    for checkpoint in chance.sample(whole.checkpoints, min(8, len(whole.checkpoints))):
        later, place = fold_from(checkpoint), checkpoint.head.seq
        assert [later.take(entry)[1] for entry in log[place:]] == told[place:]
        assert later.projection.ends == whole.projection.ends
        assert capture_partitions(later.state.partitions.values()) == capture_partitions(
            whole.state.partitions.values()
        )


@pytest.mark.parametrize("name", logs())
def test_an_evening_goes_on_from_its_checkpoints(name: str, monkeypatch: pytest.MonkeyPatch, chance: Random) -> None:
    """A line keeps its words, even if its event removes the record that they were taken from: a character stands up, a
    clock is removed, a task ends."""
    goes_on_alike(monkeypatch, entries(stored(name)), chance)


@pytest.mark.parametrize("run", range(12))
def test_any_play_goes_on_from_its_checkpoints(run: int, monkeypatch: pytest.MonkeyPatch, chance: Random) -> None:
    """The same for random play."""
    play = Play(chance.getrandbits(32), begins=(None, *BEGINNINGS)[run % (len(BEGINNINGS) + 1)])
    play.wander(60)
    goes_on_alike(monkeypatch, log_of(play), chance)


@pytest.mark.parametrize("name", logs())
async def test_a_look_gives_the_same_answer_with_checkpoints(
    name: str, monkeypatch: pytest.MonkeyPatch, chance: Random
) -> None:
    """A look gives the same answer with checkpoints as without: for every seat, as every seat, by the count of every
    seat, at a moment or before a line."""
    log, whole = MemoryLog(), entries(stored(name))
    await log.append(STREAM, EMPTY, [Pending(entry.key, entry.payload) for entry in whole])
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 3)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_A_COMMIT", 10**6)
    plain, with_some = fold(whole), marked(whole)
    assert len(with_some.checkpoints) > len(plain.checkpoints) == 0
    others = ["", *sorted({face.player for face in plain.state.full.all(Face)} - {""})]
    most = moment(plain.projection.ends, ST)
    for _ in range(60):
        place, eyes, by = chance.randint(0, most + 1), chance.choice(others), chance.choice((None, *others))
        asked = frames.Look(1, place, -1, eyes, by) if chance.random() < 0.7 else frames.Look(1, 0, place, eyes)
        expected = await look_back(log, plain, ST, STREAM, asked)
        assert await look_back(log, with_some, ST, STREAM, asked) == expected, asked


def test_a_long_log_has_few_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of the checkpoints hardly grows with the log: a log thirty times as long has only a few times as
    many."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_A_COMMIT", 10**6)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_MOST", 10**9)
    play = Play(1)
    for n in range(CHECKPOINTS_EVENLY * 30):
        play.does(ST, Say(f"line {n}"))
    folded = marked(log_of(play))
    assert CHECKPOINTS_EVENLY < len(folded.checkpoints) < CHECKPOINTS_EVENLY * 5
    gaps = [gap(before, after) for before, after in pairs(folded)]
    assert gaps == sorted(gaps)
    assert gaps[-1] <= folded.projection.ends[EVERYONE].count // CHECKPOINTS_EVENLY + 1


def test_a_large_table_has_few_checkpoints_that_take_little_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """INV10: with lines of the greatest length there are fewer checkpoints, and their size together is bounded."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 1)
    play = Play(1)
    for n in range(40):
        play.does(ST, Say("".join(chr(0x4E00 + (n * k) % 20_000) for k in range(1500))))
    log = log_of(play)
    folded = marked(log)
    assert all(total_bytes([before]) // BYTES_A_COMMIT <= gap(before, after) for before, after in pairs(folded))
    assert len(folded.checkpoints) < len(log) / 3
    monkeypatch.setattr("server.fold.checkpoints.BYTES_A_COMMIT", 10**6)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_MOST", 200_000)
    few = marked(log).checkpoints
    assert 1 < len(few) < len(log) / 2
    assert total_bytes(few) <= 200_000
    assert few[-1].ends[EVERYONE].count == len(log)


def gap(before: Checkpoint, after: Checkpoint) -> int:
    """The number of commits for everyone between two checkpoints."""
    return after.ends[EVERYONE].count - before.ends[EVERYONE].count


async def test_a_checkpoint_is_made_in_the_background(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC12: the command that makes a checkpoint due is answered before any of it is compressed, and so is the next
    command."""
    table = await opened()
    anna, live = await table.sit(ANNA), table.live_streams[0]
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 1)
    order = list[str]()
    plain = checkpoints.compressed

    def watched(copies: Iterable[PartitionCopy]) -> Iterator[bytes]:
        for chunk in plain(copies):
            order.append("compressed")
            yield chunk

    monkeypatch.setattr(checkpoints, "compressed", watched)
    for n in range(2):
        await anna.do(Say(f"line {n}"))
        order.append("answered")
    assert order[0] == "answered"
    assert order.count("compressed") < len(live.folded.state.partitions)
    marking = live._checkpoints._making
    assert marking is not None
    await marking
    assert fold_from(live.folded.checkpoints[0]).head.seq < live.folded.head.seq


async def test_a_log_that_is_read_anew_has_its_checkpoints(opened: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that starts without a snapshot, as after an upgrade, and a stream that folds its log again, make each
    due checkpoint before they read on."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 300)
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINTS_EVENLY", 10**6)
    table = await opened()
    anna = await table.sit(ANNA)
    for first in range(0, 3_000, 200):
        sent = [anna.send(Say(f"line {n}")) for n in range(first, first + 200)]
        assert {(await anna.answer(id_))[0] for id_ in sent} == {"accepted"}
    table.store.snapshots.clear()
    live = await table.serve()
    counts = [one.ends[EVERYONE].count for one in live.folded.checkpoints]
    assert len(counts) >= 3_000 // (300 + GROUP_MOST) - 1
    before = live.folded
    table.logs[1].lose_tail(STREAM, 1)
    live.look_around()
    await until(lambda: live.folded is not before)
    assert len(live.folded.checkpoints) >= len(counts) - 1


async def test_checkpoints_stand_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint that is being made in the background is cancelled when a later one is made at once."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr("server.fold.checkpoints.BYTES_A_COMMIT", 10**6)
    play = Play(1)
    for n in range(3):
        play.does(ST, Say(f"line {n}"))
    folded, makes, log = StreamFold(), Checkpoints(), log_of(play)
    folded.take(log[0])
    makes.begin_if_due(folded)
    await asyncio.sleep(0)
    folded.take(log[1])
    await makes.make_if_due(folded)
    await makes.close()
    assert [one.head.seq for one in folded.checkpoints] == [2]
    folded.take(log[2])
    makes.begin_if_due(folded)
    assert makes._making is not None
    await makes._making
    assert [one.head.seq for one in folded.checkpoints] == [2, 3]


async def test_no_checkpoint_is_made_once_a_stream_has_ended(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkpoint under way is cancelled, however the stream ends."""
    monkeypatch.setattr("server.fold.checkpoints.CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr("server.fold.checkpoints.PAUSE", 60)
    table = await opened()
    anna, live = await table.sit(ANNA), table.live_streams[0]
    await anna.do(Say("a line"))
    await until(lambda: live._checkpoints._making is not None)
    marking = live._checkpoints._making
    live.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await live.stop()
    assert marking is not None
    await until(marking.done)


def pairs(folded: StreamFold) -> Iterator[tuple[Checkpoint, Checkpoint]]:
    """Each checkpoint with the next."""
    return zip(folded.checkpoints, folded.checkpoints[1:], strict=False)
