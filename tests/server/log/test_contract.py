"""The contract of the log, over every backend."""

import asyncio
import contextlib
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from server.log.batch import entries_after
from server.log.contract import (
    BATCH_MOST,
    EMPTY,
    MISSED_MOST,
    Appended,
    Conflict,
    Entry,
    EventLog,
    Head,
    LogError,
    Pending,
    next_chain,
)
from server.log.copy_entries import carry
from server.log.open import open_log
from tests.server.log.conftest import Writers
from tests.server.log.writes import appended, assert_lawful, everything, filled, pending
from tests.waiting import until


async def test_what_a_log_had_forgotten_and_heard_anew_is_carried_into_another(log: EventLog) -> None:
    """Rule 4, FLT9: a stream that contains a key twice can still be copied: seqs, payloads and chains are the same,
    the first entry keeps the key, and a copy of the copy is the same."""
    first, again = pending("once"), pending("twice")
    batches = [first, pending(), pending()], [pending(), first, again], [again, pending()]
    entries: list[Entry] = []
    for batch in batches:
        for one in batch:  # a batch with a repeated key is refused
            entries += entries_after(Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY, [one])
    for stream in ("scene-1", "scene-2"):
        head = EMPTY
        for start, end in ((0, 3), (3, 7), (7, 8)):
            carried = await carry(log, stream, head, entries[start:end])
            assert carried == Head(end, entries[end - 1].chain)
            head = carried
        assert await carry(log, stream, EMPTY, entries[:3]) is None, "where something else is already"
    copy = await log.read("scene-1", 0)
    assert [(e.seq, e.payload) for e in copy] == [(e.seq, e.payload) for e in entries]
    assert_lawful(copy)
    assert [n for n, (a, b) in enumerate(zip(copy, entries, strict=True), 1) if a.key != b.key] == [5, 7]
    assert await log.find("scene-1", first.key) == 1
    assert await log.read("scene-2", 0) == copy


async def test_a_batch_is_numbered_and_chained(log: EventLog) -> None:
    """Entries are contiguous from 1, and each carries the hash of the previous chain and its own payload."""
    batch = [pending("Anna grapples"), pending("Boris breaks the hold"), pending("")]
    head = await appended(log, "scene-1", EMPTY, batch)
    entries = await log.read("scene-1", 0)
    assert_lawful(entries)
    assert [Pending(entry.key, entry.payload) for entry in entries] == batch
    assert head == await log.head("scene-1") == Head(3, entries[-1].chain)


async def test_any_bytes_come_back(log: EventLog, chance: Random) -> None:
    """Keys and payloads may be bytes of any value, and payloads of any length that a commit may have."""
    lengths = [0, 1, 255, 256, 65_535, 65_536, 300_000]
    batch = [Pending(chance.randbytes(16), chance.randbytes(length)) for length in lengths]
    batch.append(Pending(b"\r\n\0" * 5 + b"\0", b"\r\n$-1\r\n\0"))
    await appended(log, "scene-1", EMPTY, batch)
    assert [Pending(entry.key, entry.payload) for entry in await log.read("scene-1", 0)] == batch


async def test_an_empty_stream_has_an_empty_head(log: EventLog) -> None:
    """A stream without entries is empty and is not listed."""
    assert await log.head("scene-1") == EMPTY
    assert await log.read("scene-1", 0) == []
    assert await log.find("scene-1", bytes(16)) is None
    assert await log.streams() == []


async def test_reading_goes_on_after_a_place(log: EventLog) -> None:
    """A read begins after the given seq and ends after as many entries as asked for."""
    await filled(log, "scene-1", 25)
    assert [entry.seq for entry in await log.read("scene-1", 10, 5)] == [11, 12, 13, 14, 15]
    assert [entry.seq for entry in await log.read("scene-1", 23)] == [24, 25]
    assert await log.read("scene-1", 25) == []
    assert await log.read("scene-1", 1000) == []


async def test_streams_are_apart(log: EventLog) -> None:
    """Two streams may contain the same key, and the name of a stream may begin with the name of a second one."""
    same = pending()
    await appended(log, "scene-1", EMPTY, [same])
    await appended(log, "scene-10", EMPTY, [pending(), same])
    await appended(log, "chronicle/a:b.c_d", EMPTY, [same])
    assert [await log.find(name, same.key) for name in ("scene-1", "scene-10")] == [1, 2]
    assert await log.streams() == ["chronicle/a:b.c_d", "scene-1", "scene-10"]
    assert await log.streams("scene-1") == ["scene-1", "scene-10"]
    assert await log.streams("scene-2") == []
    assert await log.streams("*") == []


async def test_a_stale_writer_gets_what_it_missed(log: EventLog) -> None:
    """A batch that expects an older head is not written; the answer has the head and the entries since."""
    first = await appended(log, "scene-1", EMPTY, [pending()])
    head = await appended(log, "scene-1", first, [pending(), pending()])
    answer = await log.append("scene-1", first, [pending()])
    assert answer == Conflict(head, {}, await log.read("scene-1", 1), diverged=False)
    assert await log.append("scene-1", EMPTY, [pending()]) == Conflict(head, {}, await log.read("scene-1", 0), False)
    assert await log.head("scene-1") == head


async def test_a_known_key_is_applied_once(log: EventLog) -> None:
    """A batch with a known key is not written, not even its new commits; the answer has the seq of each known key."""
    first, second, third = pending(), pending(), pending()
    head = await appended(log, "scene-1", EMPTY, [first, second])
    answer = await log.append("scene-1", head, [third, second, first])
    assert answer == Conflict(head, {first.key: 1, second.key: 2}, [], diverged=False)
    assert await log.find("scene-1", third.key) is None
    assert await log.find("scene-1", second.key) == 2
    assert len(await everything(log, "scene-1")) == 2


async def test_missed_entries_are_bounded(log: EventLog) -> None:
    """A conflict returns the oldest missed entries, at most `MISSED_MOST`."""
    head = await filled(log, "scene-1", MISSED_MOST + 10)
    answer = await log.append("scene-1", EMPTY, [pending()])
    assert isinstance(answer, Conflict)
    assert answer.head == head
    assert [entry.seq for entry in answer.missed] == list(range(1, MISSED_MOST + 1))


@pytest.mark.parametrize("seq", [1, 2, 3])
async def test_a_writer_on_another_branch_is_told(log: EventLog, seq: int) -> None:
    """If the expected head is beyond the end, or its chain differs, the writer has diverged and must reload."""
    head = await filled(log, "scene-1", 2)
    strange = pending()
    answer = await log.append("scene-1", Head(seq, next_chain(bytes(16), b"never written")), [strange])
    assert answer == Conflict(head, {}, [], diverged=True)
    assert await log.find("scene-1", strange.key) is None


async def test_a_writer_ahead_of_an_empty_stream_is_told(log: EventLog) -> None:
    """A writer that remembers commits notices that the log has lost everything."""
    answer = await log.append("scene-1", Head(1, next_chain(bytes(16), b"lost")), [pending()])
    assert answer == Conflict(EMPTY, {}, [], diverged=True)


async def test_a_batch_is_all_or_nothing_at_its_largest(log: EventLog) -> None:
    """The largest batch is appended whole; a larger batch is the caller's bug."""
    await appended(log, "scene-1", EMPTY, [pending() for _ in range(BATCH_MOST)])
    assert_lawful(await everything(log, "scene-1"))
    with pytest.raises(ValueError, match="1 to 1000"):
        await log.append("scene-2", EMPTY, [pending() for _ in range(BATCH_MOST + 1)])


@pytest.mark.parametrize("stream", ["", "a}b", "a{b", "naïve", "a b", "x" * 121, "a\n"])
async def test_a_strange_name_is_the_callers_bug(log: EventLog, stream: str) -> None:
    """A name that a backend could misread never reaches it."""
    with pytest.raises(ValueError, match="no name"):
        await log.append(stream, EMPTY, [pending()])


async def test_a_bad_batch_is_the_callers_bug(log: EventLog) -> None:
    """An empty batch, a key twice and a key of another length are refused before anything is written."""
    twice = pending()
    for batch in ([], [twice, twice], [Pending(b"short", b"")]):
        with pytest.raises(ValueError, match=r"batch holds|A key has"):
            await log.append("scene-1", EMPTY, batch)
    assert await log.head("scene-1") == EMPTY


async def test_contending_writers_lose_and_double_nothing(writers: Writers) -> None:
    """SEC25: five writers append to the same stream, each repeating its batches until they are in: every commit is
    in the log exactly once, in a single chain."""
    wishes = [[[pending() for _ in range(1 + number % 3)] for number in range(20)] for _ in range(5)]
    logs = [await writers() for _ in wishes]
    await asyncio.gather(*(_insist(log, batches) for log, batches in zip(logs, wishes, strict=True)))
    entries = await everything(logs[0], "scene-1")
    assert_lawful(entries)
    wished = {one for batches in wishes for batch in batches for one in batch}
    assert {Pending(entry.key, entry.payload) for entry in entries} == wished
    seqs = {entry.key: entry.seq for entry in entries}
    for batch in (batch for batches in wishes for batch in batches):
        first = seqs[batch[0].key]
        assert [seqs[one.key] for one in batch] == list(range(first, first + len(batch)))


async def _insist(log: EventLog, batches: list[list[Pending]]) -> None:
    """Append like a live stream: on a conflict, continue after the missed entries."""
    head = EMPTY
    for batch in batches:
        while isinstance(answer := await log.append("scene-1", head, batch), Conflict):
            assert not answer.diverged
            assert not answer.known
            head = Head(answer.missed[-1].seq, answer.missed[-1].chain)
        head = answer.head


async def test_the_same_command_on_two_writers_stands_once(writers: Writers) -> None:
    """A command that a client sends again through a second process is applied once."""
    one, other = await writers(), await writers()
    same = pending()
    answers = await asyncio.gather(*(log.append("scene-1", EMPTY, [same]) for log in (one, other, one, other)))
    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert all(answer.known == {same.key: 1} for answer in answers if isinstance(answer, Conflict))
    assert len(await everything(one, "scene-1")) == 1


async def test_many_streams_at_once(log: EventLog) -> None:
    """A hundred streams grow side by side without disturbing each other."""
    names = [f"scene-{number}" for number in range(100)]
    heads = await asyncio.gather(*(filled(log, name, 7) for name in names))
    assert [head.seq for head in heads] == [7] * 100
    assert await log.streams("scene-") == sorted(names)
    for name in names:
        assert_lawful(await everything(log, name))


async def test_a_cancelled_append_leaves_the_log_usable(log: EventLog) -> None:
    """If a caller stops waiting, its append is done or not done, and the log stays usable."""
    lost = pending()
    task = asyncio.create_task(log.append("scene-1", EMPTY, [lost]))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    answer = await log.append("scene-1", EMPTY, [pending()])
    stands = await log.find("scene-1", lost.key)
    assert isinstance(answer, Conflict if stands else Appended)
    assert_lawful(await everything(log, "scene-1"))


async def test_others_are_heard_and_oneself_is_not(writers: Writers) -> None:
    """A listener receives every commit of the remaining writers in order, never its own, and none after it stopped."""
    one, other = await writers(), await writers()
    heard: defaultdict[str, list[Entry]] = defaultdict(list)
    begun = asyncio.Event()

    def hear(stream: str, entries: list[Entry]) -> None:
        heard[stream] += entries
        begun.set()

    one.listen("scene-1", hear)
    if one is other:  # no second writer can exist for this log
        await filled(one, "scene-1", 3)
        assert not heard
        return
    head = await appended(one, "scene-1", EMPTY, [pending()])
    async with asyncio.timeout(10):
        while not heard["scene-1"]:  # listening begins some time later
            head = await appended(other, "scene-1", head, [pending(), pending()])
            await appended(other, f"scene-{head.seq}", EMPTY, [pending()])
            await asyncio.sleep(0.01)
    last = await appended(other, "scene-1", head, [pending("the last one")])
    await until(lambda: heard["scene-1"][-1].seq == last.seq)
    entries = await everything(one, "scene-1")
    assert heard.keys() == {"scene-1"}
    assert heard["scene-1"] == entries[-len(heard["scene-1"]) :]
    one.listen("scene-1", None)
    await asyncio.sleep(0.05)
    await appended(other, "scene-1", last, [pending()])
    await asyncio.sleep(0.05)
    assert heard["scene-1"][-1].seq == last.seq


async def test_a_murmur_is_heard_by_those_who_listen_and_is_not_kept(writers: Writers) -> None:
    """A signal about a stream reaches the other processes that listen to the stream; the log does not keep it."""
    one, other = await writers(), await writers()
    heard: list[tuple[str, bytes]] = []
    one.on_signal(lambda stream, message: heard.append((stream, message)))
    one.listen("scene-1", lambda _stream, _entries: None)
    if one is other:  # no second process can listen to this log
        await one.signal_others("scene-1", b"is anybody there")
        assert not heard
        return

    async def murmured() -> bool:
        await other.signal_others("scene-2", b"not for you")
        await other.signal_others("scene-1", b"is anybody there")
        return ("scene-1", b"is anybody there") in heard

    async with asyncio.timeout(10):
        while not await murmured():  # noqa: ASYNC110 - a signal may be lost, so it is repeated until it arrives
            await asyncio.sleep(0.01)
    assert set(heard) - {("scene-1", b"")} == {("scene-1", b"is anybody there")}  # b"": the listening began
    assert await one.head("scene-1") == EMPTY


async def test_the_last_snapshot_is_kept(writers: Writers) -> None:
    """Each stream keeps the last snapshot that any process stored; a snapshot is no entry."""
    one, other = await writers(), await writers()
    assert await one.snapshot("scene-1") is None
    for size in (0, 3, 100_000, 5):
        await one.keep_snapshot("scene-1", bytes(range(256)) * size)
    await other.keep_snapshot("scene-2", b"another stream's")
    assert await other.snapshot("scene-1") == bytes(range(256)) * 5
    assert await one.snapshot("scene-2") == b"another stream's"
    assert await one.head("scene-1") == EMPTY
    assert await one.streams() == []


async def test_a_stream_is_removed_as_a_whole_and_can_be_put_back(writers: Writers) -> None:
    """Rule 8: entries, known keys and snapshot of a stream are removed; all further streams stay; any process can
    restore the same entries; a writer that remembers the stream learns that it is gone."""
    one, other = await writers(), await writers()
    batch = [pending() for _ in range(5)]
    head = await appended(one, "scene-1", EMPTY, batch)
    near = await appended(one, "scene-10", EMPTY, batch)
    for stream in ("scene-1", "scene-10"):
        await one.keep_snapshot(stream, b"a fold")
    before, others = await everything(one, "scene-1"), await everything(one, "scene-10")
    await other.remove("scene-1", head)
    assert await one.head("scene-1") == EMPTY
    assert await everything(one, "scene-1") == []
    assert await one.streams() == ["scene-10"]
    assert [await one.find("scene-1", p.key) for p in batch] == [None] * 5
    assert await one.snapshot("scene-1") is None
    assert (await everything(one, "scene-10"), await one.snapshot("scene-10")) == (others, b"a fold")
    assert await one.append("scene-1", head, [pending()]) == Conflict(EMPTY, {}, [], diverged=True)
    assert await appended(other, "scene-1", EMPTY, batch) == head
    assert await everything(one, "scene-1") == before
    assert await one.find("scene-1", batch[-1].key) == 5
    assert await one.head("scene-10") == near


@pytest.mark.parametrize(
    "believed", [EMPTY, Head(1, next_chain(EMPTY.chain, b"1")), Head(2, bytes(16)), Head(3, bytes(16))]
)
async def test_a_stream_that_is_not_as_believed_stays(log: EventLog, believed: Head) -> None:
    """Rule 8: a stream is removed only with its true head; a removal with any different head changes no data."""
    first, second = pending("1"), pending("2")
    head = await appended(log, "scene-1", EMPTY, [first, second])
    await log.keep_snapshot("scene-1", b"a fold")
    with pytest.raises(LogError, match="scene-1 is not as it was read"):
        await log.remove("scene-1", believed)
    assert await log.head("scene-1") == head
    assert [await log.find("scene-1", p.key) for p in (first, second)] == [1, 2]
    assert await log.snapshot("scene-1") == b"a fold"
    assert_lawful(await everything(log, "scene-1"))


async def test_a_stream_that_somebody_listens_to_stays(writers: Writers) -> None:
    """Rule 8: a stream cannot be removed while a second process serves it, and can be once that process has closed
    it."""
    one, other = await writers(), await writers()
    if one is other:  # no second process can serve this log
        return
    head = await filled(one, "scene-1", 2)
    begun = asyncio.Event()
    other.on_signal(lambda _stream, _message: begun.set())
    other.listen("scene-1", lambda _stream, _entries: None)
    async with asyncio.timeout(10):
        while not begun.is_set():
            await one.signal_others("scene-1", b"is anybody there")
            await asyncio.sleep(0.01)
    with pytest.raises(LogError, match="Somebody has scene-1 open"):
        await one.remove("scene-1", head)
    assert len(await everything(one, "scene-1")) == 2
    other.listen("scene-1", None)
    async with asyncio.timeout(10):
        while (await one.head("scene-1")).seq:
            with contextlib.suppress(LogError):
                await one.remove("scene-1", head)
    assert await one.streams() == []


async def test_a_log_that_is_only_read_removes_nothing(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Rule 8: a log opened for reading removes no stream."""
    for url in (f"sqlite:///{tmp_path}/log.db", request.getfixturevalue("redis_url")):
        writing = await open_log(url)
        head = await filled(writing, "scene-1", 1)
        reading = await open_log(url, read_only=True)
        with pytest.raises(LogError, match="for reading only"):
            await reading.remove("scene-1", head)
        assert await writing.head("scene-1") == head
        await reading.close()
        await writing.close()


async def test_a_closed_log_refuses(writers: Writers) -> None:
    """Closing twice is harmless, and a later append is refused with a sentence, not left waiting."""
    log = await writers()
    await log.close()
    await log.close()
    if log.durability != "memory":
        with pytest.raises(LogError, match="closed"):
            await log.append("scene-1", EMPTY, [pending()])


async def test_an_unknown_scheme_names_what_is_expected() -> None:
    """A URL of an unknown kind is refused with the known kinds, and never with its password."""
    with pytest.raises(LogError, match="memory:, sqlite:///file, redis://") as caught:
        await open_log("postgres://name:secret@host/db")
    assert "secret" not in str(caught.value)
