"""Snapshots: a restored fold equals the original, and a snapshot that cannot be trusted is not used (INV11, FLT9)."""

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
from server.fold.resume_history import ResumeHistory
from server.fold.snapshots import SnapshotInterval, restore, snapshot_bytes
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

OFTEN = SnapshotInterval(commits=3, seconds=0.0)


def goes_on_alike(log: list[Entry], place: int) -> None:
    """The fold up to a place and the fold restored from its snapshot agree in all bytes that any seat receives
    later."""
    folded = StreamFold()
    for entry in log[:place]:
        folded.take(entry)
    again = restore(snapshot_bytes(folded))
    assert again is not None
    assert snapshot_bytes(again) == snapshot_bytes(folded)
    for entry in log[place:]:
        assert again.take(entry) == folded.take(entry)
        assert snapshot_bytes(again) == snapshot_bytes(folded)
    for seat in SEATS:
        assert again.projection.view(seat) == folded.projection.view(seat)
        assert again.projection.epoch(seat) == folded.projection.epoch(seat)
    state, other = again.state, folded.state
    assert {a: list(p.records()) for a, p in state.partitions.items()} == {
        a: list(p.records()) for a, p in other.partitions.items()
    }


@pytest.mark.parametrize("name", logs())
def test_an_evening_goes_on_from_any_snapshot(name: str, chance: Random) -> None:
    """INV11: the fold of a prefix, stored and restored, folds the rest as the original does."""
    log = entries(stored(name))
    for place in sorted(chance.sample(range(1, len(log)), 5)):
        goes_on_alike(log, place)


@pytest.mark.parametrize("run", range(12))
def test_any_play_goes_on_from_any_snapshot(run: int, chance: Random) -> None:
    """INV11, for records of every kind."""
    play = Play(chance.getrandbits(32))
    play.wander(60)
    log = entries([pack("", b"", at, facts).payload for at, facts in play.commits])
    goes_on_alike(log, chance.randint(1, len(log)))


def test_a_long_scene_keeps_its_checkpoints(chance: Random) -> None:
    """A restored fold has the checkpoints from which the story is read page by page."""
    play = Play(chance.getrandbits(32))
    for n in range(CHECKPOINT_COMMITS * 2):
        play.does(ST, Say(f"line {n}"))
    log = entries([pack("", b"", at, facts).payload for at, facts in play.commits])
    folded = restore(snapshot_bytes(marked(log)))
    assert folded is not None
    assert folded.checkpoints == marked(log).checkpoints != []
    goes_on_alike(log, len(log) - 5)


def test_a_damaged_snapshot_is_not_used(chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT9: a flipped bit, a missing end, or a snapshot of another version of the program."""
    folded = StreamFold()
    for entry in entries(stored(logs()[0]))[:20]:
        folded.take(entry)
    whole = snapshot_bytes(folded)
    assert restore(whole) is not None
    for _ in range(200):
        at, bit = chance.randrange(len(whole)), 1 << chance.randrange(8)
        assert restore(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]) is None
        assert restore(whole[:at]) is None
    monkeypatch.setattr(snapshots, "program_hash", lambda: b"another one")
    assert restore(whole) is None
    monkeypatch.setattr(snapshots, "program_hash", lambda: b"")  # the program cannot compute its own hash
    assert restore(snapshot_bytes(folded)) is None


async def kept(table: Table) -> bytes:
    """The stored snapshot."""
    await table.still()
    return table.store.snapshots[STREAM]


async def test_a_start_goes_on_from_the_last_snapshot(opened: OpenTable) -> None:
    """A second process reads the last entry of the snapshot and the entries after it, and checks the rest while it
    serves. It knows the command that is in the log, and answers it as before."""
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
    assert snapshot_bytes(other.folded) == snapshot_bytes(table.live_streams[0].folded)
    assert table.logs[1].reads[:2] == [before.head.seq - 1, before.head.seq]
    again = await table.sit(ANNA, writer=1)
    assert await again.do(Say("remember me"), b"1" * 16) == first


async def test_a_snapshot_of_another_branch_is_not_used(opened: OpenTable) -> None:
    """INV8: the log has lost its end and grown differently; a snapshot of the lost end is not used."""
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        await anna.do(Say(f"lost {n}"))
    lost = await kept(table)
    await table.stop()
    table.logs[0].lose_tail(STREAM, 5)
    other = await table.serve()
    assert snapshot_bytes(other.folded) == snapshot_bytes(await table.fold())
    storyteller = await table.sit(STORYTELLER, writer=1)
    for n in range(8):
        await storyteller.do(Say(f"instead {n}"))
    await other.stop()
    table.store.snapshots[STREAM] = lost  # a different log of the same length
    third = await table.serve()
    assert snapshot_bytes(third.folded) == snapshot_bytes(await table.fold())


@pytest.mark.parametrize("since", [0, 7])
async def test_after_a_loss_the_next_snapshot_is_due_at_once(opened: OpenTable, since: int) -> None:
    """INV8: after a loss the stored snapshot belongs to a log that no longer exists, even if the new log is as long by
    now."""
    table = await opened(often=OFTEN)
    anna, live = await table.sit(ANNA), table.live_streams[0]
    for n in range(7):
        await anna.do(Say(f"lost {n}"))
    await kept(table)
    live._snapshots._interval = SnapshotInterval(commits=1000, seconds=0.0)  # as if a snapshot had just been taken
    table.logs[0].lose_tail(STREAM, 8)
    await table.still()
    for n in range(since):
        await anna.do(Say(f"instead {n}"))
    live._snapshots._interval = OFTEN._replace(commits=2)
    await anna.do(Say("the next"))
    async with asyncio.timeout(SECONDS):
        while (again := restore(await kept(table))) is None or again.head.chain not in live.folded.chains:
            pass


async def test_a_table_goes_on_without_snapshots(opened: OpenTable, caplog: pytest.LogCaptureFixture) -> None:
    """If snapshots cannot be stored, the table goes on, and a warning is logged."""
    caplog.set_level(logging.WARNING)
    table = await opened(often=OFTEN)
    table.logs[0].no_snapshots = True
    anna = await table.sit(ANNA)
    for n in range(6):
        assert (await anna.do(Say(f"line {n}")))[0] == "accepted"
    await table.still()
    assert STREAM not in table.store.snapshots
    assert "a snapshot could not be stored" in caplog.text
    caplog.clear()
    other = await table.serve()
    assert other.folded.head == table.live_streams[0].folded.head


@pytest.mark.parametrize("failing", ["capture", "with_checksum"])
async def test_a_bug_in_making_a_snapshot_ends_no_table(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """SEC28: a bug in making a snapshot costs that snapshot and no more."""
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(snapshots, failing, broken)
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        assert (await anna.do(Say(f"line {n}")))[0] == "accepted"
    await table.still()
    assert STREAM not in table.store.snapshots
    assert "a snapshot could not be" in caplog.text


async def test_a_snapshot_that_cannot_be_restored_is_passed_over(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC28: if a snapshot with a right checksum cannot be restored, the log is folded from its beginning."""
    caplog.set_level(logging.ERROR)
    table = await opened(often=OFTEN)
    anna = await table.sit(ANNA)
    for n in range(6):
        await anna.do(Say(f"line {n}"))
    await kept(table)
    monkeypatch.setattr(snapshots, "restore_partitions", broken)
    other = await table.serve()
    assert "its snapshot could not be read" in caplog.text
    assert snapshot_bytes(other.folded) == snapshot_bytes(table.live_streams[0].folded)


def broken(*_: object) -> None:
    """A bug."""
    raise ZeroDivisionError


@pytest.mark.parametrize("part", ["payload", "the last payload"])
async def test_damage_before_a_snapshot_is_logged(
    opened: OpenTable, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    """FLT9: the table goes on from the snapshot, and the damage is logged as critical. If the snapshot's own last entry
    is damaged, the snapshot is not used."""
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
    """A new attribute of a fold has to be listed here: either as stored in the snapshot, or as made again."""
    kept = {
        StreamFold: {"head", "at", "receipts", "checkpoints", "chains", "state", "projection"},
        Projection: {"ends", "history", "placed"},
        ResumeHistory: {"recent", "chains"},
        Partition: {"audience", "count", "tables", "story", "places"},
        State: {"partitions"},
    }
    made_anew = {
        StreamFold: {"_sealed"},  # the partition of that name
        # the salt from the sealed key; views when asked for
        Projection: {"state", "_salt", "_salted", "_tables", "_lines", "_views"},
        Partition: {"_journal", "_lines", "group"},  # empty if all is durable; begun anew with each commit
        State: {"journal", "everyone", "full", "_views"},
    }
    folded = fold(entries(stored(logs()[0])))
    assert set(vars(folded)) == kept[StreamFold] | made_anew[StreamFold]
    assert set(vars(folded.projection)) == kept[Projection] | made_anew[Projection]
    assert set(vars(folded.projection.history)) == kept[ResumeHistory]
    assert set(Partition.__slots__) == kept[Partition] | made_anew[Partition]
    assert set(vars(folded.state)) == kept[State] | made_anew[State]


async def test_no_snapshot_is_written_on_a_disk_with_little_room(tmp_path: Path) -> None:
    """FLT6: on a disk with little room no snapshot is written, and no partial file stays. The files are readable for
    their owner alone."""
    files = SnapshotFiles(tmp_path / "log.db")
    files.keep("scene-1", b"small")
    (file,) = (tmp_path / "log.db.snapshots").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with small_disk(tmp_path / "disk", 2) as disk:
        there = SnapshotFiles(disk.outside / "log.db")
        there.keep("scene-1", bytes(20_000))
        with pytest.raises(LogError, match="the disk is nearly full"):
            there.keep("scene-1", bytes(200_000))
        assert there.find("scene-1") == bytes(20_000)
        assert len(list((disk.outside / "log.db.snapshots").iterdir())) == 1
