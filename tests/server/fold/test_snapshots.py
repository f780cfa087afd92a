"""Snapshots: read back they are the fold, and what cannot be believed is not (I11, F9)."""

from __future__ import annotations

import asyncio
import logging
import stat
from pathlib import Path
from random import Random

import pytest

from domain.core.partition import Partition
from domain.core.state import State
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from server.fold import snapshots
from server.fold.checkpoints import CHECKPOINT_COMMITS
from server.fold.commit_codec import pack
from server.fold.projection import Projection
from server.fold.snapshots import Often, restore, take
from server.fold.stream_fold import StreamFold, fold
from server.log.contract import Entry, LogError
from server.log.sqlite.snapshot_files import SnapshotFiles
from tests.domain.random_play import SEATS, ST, Play
from tests.golden.golden import entries, logs, stored
from tests.server.conftest import OpenTable
from tests.server.fold.folded_with_checkpoints import marked
from tests.server.socketless_tables import ANNA, SECONDS, STORYTELLER, STREAM, Table
from tests.small_disk import small_disk
from tests.waiting import until

OFTEN = Often(commits=3, seconds=0.0)


def goes_on_alike(log: list[Entry], place: int) -> None:
    """A fold up to a place, and the one that its snapshot gives: the same in all that anybody is ever told."""
    folded = StreamFold()
    for entry in log[:place]:
        folded.take(entry)
    again = restore(take(folded))
    assert again is not None
    assert take(again) == take(folded)
    for entry in log[place:]:
        assert again.take(entry) == folded.take(entry)
        assert take(again) == take(folded)
    for seat in SEATS:
        assert again.projection.view(seat) == folded.projection.view(seat)
        assert again.projection.epoch(seat) == folded.projection.epoch(seat)
    state, other = again.state, folded.state
    assert {a: list(p.records()) for a, p in state.partitions.items()} == {
        a: list(p.records()) for a, p in other.partitions.items()
    }


@pytest.mark.parametrize("name", logs())
def test_an_evening_goes_on_from_any_snapshot(name: str, chance: Random) -> None:
    """I11: the fold of a prefix, put away and read back, folds the rest as the fold itself does."""
    log = entries(stored(name))
    for place in sorted(chance.sample(range(1, len(log)), 5)):
        goes_on_alike(log, place)


@pytest.mark.parametrize("run", range(12))
def test_any_play_goes_on_from_any_snapshot(run: int, chance: Random) -> None:
    """I11, for records of every kind."""
    play = Play(chance.getrandbits(32))
    play.wander(60)
    log = entries([pack("", b"", at, facts).payload for at, facts in play.commits])
    goes_on_alike(log, chance.randint(1, len(log)))


def test_a_long_scene_keeps_its_checkpoints(chance: Random) -> None:
    """From which the story is paged."""
    play = Play(chance.getrandbits(32))
    for n in range(CHECKPOINT_COMMITS * 2):
        play.does(ST, Say(f"line {n}"))
    log = entries([pack("", b"", at, facts).payload for at, facts in play.commits])
    folded = restore(take(marked(log)))
    assert folded is not None
    assert folded.checkpoints == marked(log).checkpoints != []
    goes_on_alike(log, len(log) - 5)


def test_what_is_damaged_is_not_believed(chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """F9: a flipped bit, a missing end, or another program that made it."""
    folded = StreamFold()
    for entry in entries(stored(logs()[0]))[:20]:
        folded.take(entry)
    whole = take(folded)
    assert restore(whole) is not None
    for _ in range(200):
        at, bit = chance.randrange(len(whole)), 1 << chance.randrange(8)
        assert restore(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]) is None
        assert restore(whole[:at]) is None
    monkeypatch.setattr(snapshots, "program", lambda: b"another one")
    assert restore(whole) is None
    monkeypatch.setattr(snapshots, "program", lambda: b"")  # it cannot tell itself from others
    assert restore(take(folded)) is None


async def kept(table: Table) -> bytes:
    """The snapshot that lies there."""
    await table.still()
    return table.store.snapshots[STREAM]


async def test_whoever_starts_goes_on_from_the_last_one(opened: OpenTable) -> None:
    """A second process reads the entry that the snapshot rests on and what followed it, and looks through the rest when
    it serves already; a command that stands is known there, and answered as before."""
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    first = await anna.do(Say("remember me"), b"1" * 16)
    for n in range(8):
        await anna.do(Roll(f"roll {n}", dice=6))
    before = restore(await kept(table))
    assert before is not None
    assert before.head.seq > 3
    other = await table.serve()
    assert other.folded.head == table.live_streams[0].folded.head
    assert take(other.folded) == take(table.live_streams[0].folded)
    assert table.logs[1].reads[:2] == [before.head.seq - 1, before.head.seq]
    again = await table.sit(ANNA, writer=1)
    assert await again.do(Say("remember me"), b"1" * 16) == first


async def test_one_of_another_branch_is_left_alone(opened: OpenTable) -> None:
    """I8: the log has lost its end, and then gone on otherwise; a snapshot of what is lost is not believed."""
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        await anna.do(Say(f"lost {n}"))
    lost = await kept(table)
    await table.stop()
    table.logs[0].lose_tail(STREAM, 5)
    other = await table.serve()
    assert take(other.folded) == take(await table.fold())
    storyteller = await table.sit(STORYTELLER, writer=1)
    for n in range(8):
        await storyteller.do(Say(f"instead {n}"))
    await other.stop()
    table.store.snapshots[STREAM] = lost  # the log is as long again, and is another one
    third = await table.serve()
    assert take(third.folded) == take(await table.fold())


@pytest.mark.parametrize("since", [0, 7])
async def test_after_a_loss_the_next_one_is_due_at_once(opened: OpenTable, since: int) -> None:
    """I8: what was put away is of a log that is no more, also where that is as long again by now."""
    table = await opened(often=OFTEN)
    anna, live = await table.sit(ANNA), table.live_streams[0]
    for n in range(7):
        await anna.do(Say(f"lost {n}"))
    await kept(table)
    live._snapshots._often = Often(commits=1000, seconds=0.0)  # as where the last one was taken just now
    table.logs[0].lose_tail(STREAM, 8)
    await table.still()
    for n in range(since):
        await anna.do(Say(f"instead {n}"))
    live._snapshots._often = OFTEN._replace(commits=2)
    await anna.do(Say("the next"))
    async with asyncio.timeout(SECONDS):
        while (again := restore(await kept(table))) is None or again.head.chain not in live.folded.chains:
            pass


async def test_nothing_fails_for_want_of_one(opened: OpenTable, caplog: pytest.LogCaptureFixture) -> None:
    """Where none can be kept the table goes on, and whoever runs the server is told."""
    caplog.set_level(logging.WARNING)
    table = await opened(often=OFTEN)
    table.logs[0].no_snapshots = True
    anna = await table.sit(ANNA)
    for n in range(6):
        assert (await anna.do(Say(f"line {n}")))[0] == "accepted"
    await table.still()
    assert STREAM not in table.store.snapshots
    assert "no snapshot" in caplog.text
    caplog.clear()
    other = await table.serve()
    assert other.folded.head == table.live_streams[0].folded.head


@pytest.mark.parametrize("failing", ["gather", "sealed"])
async def test_one_that_cannot_be_taken_ends_nothing(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """S28: a bug in a snapshot's making is that snapshot's end, not the table's."""
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(snapshots, failing, broken)
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        assert (await anna.do(Say(f"line {n}")))[0] == "accepted"
    await table.still()
    assert STREAM not in table.store.snapshots
    assert "no snapshot could be" in caplog.text


async def test_one_that_cannot_be_read_keeps_nobody_away(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S28: whatever is wrong with a snapshot whose checksum holds, the log is folded from its beginning."""
    caplog.set_level(logging.ERROR)
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        await anna.do(Say(f"line {n}"))
    await kept(table)
    monkeypatch.setattr(snapshots, "fill", broken)
    other = await table.serve()
    assert "its snapshot could not be read" in caplog.text
    assert take(other.folded) == take(table.live_streams[0].folded)


def broken(*_: object) -> None:
    """A bug."""
    raise ZeroDivisionError


@pytest.mark.parametrize("part", ["payload", "the last payload"])
async def test_damage_before_a_snapshot_is_said(opened: OpenTable, caplog: pytest.LogCaptureFixture, part: str) -> None:
    """F9: the table goes on from what was whole when it was folded, and whoever runs the server hears of the damage.
    Where the entry is damaged that the snapshot rests on, it is not believed."""
    caplog.set_level(logging.CRITICAL)
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(9):
        await anna.do(Say(f"line {n}"))
    before = restore(await kept(table))
    assert before is not None
    damaged = 2 if part == "payload" else before.head.seq - 1
    entries = table.store.entries[STREAM]
    entries[damaged] = entries[damaged]._replace(payload=entries[damaged].payload[:-1] + b"?")
    other = await table.serve()
    if part == "payload":
        assert other.folded.head == table.live_streams[0].folded.head
        await until(lambda: f"entry {damaged + 1} is damaged" in caplog.text)
        assert not other.fenced
    else:
        assert other.fenced


def test_a_snapshot_has_all_that_a_fold_has() -> None:
    """Whoever adds something to a fold is to say here whether it is kept, or made anew."""
    kept = {
        StreamFold: {"head", "at", "receipts", "checkpoints", "chains", "state", "projection"},
        Projection: {"ends", "recent", "passed", "placed"},
        Partition: {"audience", "count", "tables", "story", "places"},
        State: {"partitions"},
    }
    made_anew = {
        StreamFold: {"_sealed"},  # the partition of that name
        # the salt from the sealed key; views when asked for
        Projection: {"state", "_salt", "_salted", "_tables", "_lines", "_shown"},
        Partition: {"_journal", "_lines"},  # empty where all stands; begun anew with each commit
        State: {"journal", "everyone", "full", "_views"},
    }
    folded = fold(entries(stored(logs()[0])))
    assert set(vars(folded)) == kept[StreamFold] | made_anew[StreamFold]
    assert set(vars(folded.projection)) == kept[Projection] | made_anew[Projection]
    assert set(Partition.__slots__) == kept[Partition] | made_anew[Partition]
    assert set(vars(folded.state)) == kept[State] | made_anew[State]


async def test_the_log_comes_first(tmp_path: Path) -> None:
    """F6: on a disk with little room no snapshot is written, and nothing is left of one; files are for their owner
    alone."""
    files = SnapshotFiles(tmp_path / "log.db")
    files.keep("scene-1", b"small")
    (file,) = (tmp_path / "log.db.snapshots").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with small_disk(tmp_path / "disk", 2) as disk:
        there = SnapshotFiles(disk.outside / "log.db")
        there.keep("scene-1", bytes(20_000))
        with pytest.raises(LogError, match="what room the disk has left"):
            there.keep("scene-1", bytes(200_000))
        assert there.find("scene-1") == bytes(20_000)
        assert len(list((disk.outside / "log.db.snapshots").iterdir())) == 1
