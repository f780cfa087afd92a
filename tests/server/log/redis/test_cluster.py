"""Promises of a cluster: streams lie on all its masters, a key that moves is followed, a master that fails over is
found again, and lost commits are reported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.log.contract import EMPTY, Conflict, Durability, Entry, EventLog, Head, LogError, Pending, PromiseBroken
from server.log.open import open_log
from server.log.redis.log import channel_of, keys_key, log_key
from tests.redis_many import RedisCluster, RedisSentinels
from tests.redis_server import RedisServer
from tests.server.log.writes import appended, assert_lawful, everything, filled, pending
from tests.waiting import until


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RedisCluster]:
    cluster = RedisCluster(tmp_path)
    yield cluster
    cluster.kill()


@asynccontextmanager
async def opened(url: str, number: int) -> AsyncIterator[list[EventLog]]:
    logs: list[EventLog] = []
    try:
        logs += [await open_log(url) for _ in range(number)]
        yield logs
    finally:
        for log in logs:
            await log.close()


async def test_streams_lie_on_all_masters(cluster: RedisCluster) -> None:
    """Many streams are spread over the masters, each with its keys and its channel in one place. Any master of the
    cluster leads to all of them, and commits of a second writer arrive wherever the stream lies."""
    names = [f"scene-{number:02}" for number in range(30)]
    homes = {cluster.holder(log_key(name)).port for name in names}
    assert homes == {master.port for master in cluster.masters}
    for name in names:
        assert cluster.holder(log_key(name)) is cluster.holder(keys_key(name)) is cluster.holder(channel_of(name))
    last = f"redis://127.0.0.1:1,127.0.0.1:{cluster.masters[-1].port}"
    async with opened(cluster.url, 1) as [one], opened(last, 1) as [other]:
        heard: dict[str, list[Entry]] = {}
        for name in names:
            one.listen(name, lambda stream, entries: heard.setdefault(stream, []).extend(entries))
        await until(lambda: len(heard) == len(names))
        await asyncio.gather(*(filled(other, name, 3) for name in names))
        assert await one.streams("scene-") == names
        await until(lambda: all(len(entries) == 3 for entries in heard.values()))


async def test_a_key_that_moves_is_followed(cluster: RedisCluster) -> None:
    """A slot moves to a second master while two processes append to its stream and listen to each other: every
    commit is in the log once, and the listener receives a commit made after the move."""
    stream = "scene-1"
    source = cluster.holder(log_key(stream))
    target = next(master for master in cluster.masters if master is not source)
    wishes: list[Pending] = []
    stop = asyncio.Event()
    async with opened(cluster.url, 3) as [*writers, listener]:
        heard: list[Entry] = []
        begun: list[None] = []

        def hear(_: str, entries: list[Entry]) -> None:
            heard.extend(entries)
            if not entries:
                begun.append(None)

        listener.listen(stream, hear)
        await until(lambda: len(begun) == 1)
        writing = [asyncio.create_task(_write_until(stop, writer, stream, wishes)) for writer in writers]
        await until(lambda: len(wishes) > 20)
        await asyncio.to_thread(_move, cluster, log_key(stream), source, target)
        before = len(wishes)
        await until(lambda: len(wishes) > before + 20)
        stop.set()
        await asyncio.gather(*writing)
        entries = await everything(listener, stream)
        assert_lawful(entries)
        assert {Pending(entry.key, entry.payload) for entry in entries} == set(wishes)
        assert len(entries) == len(wishes)
        await until(lambda: len(begun) > 1)

        async def say() -> bool:
            """True if the listener received the commit. Its connection may be cut once more, and then it is called
            with no entries."""
            times, head = len(begun), await appended(writers[0], stream, await writers[0].head(stream), [pending()])
            await until(lambda: heard[-1].seq == head.seq or len(begun) > times)
            return heard[-1].seq == head.seq

        while not await say():
            pass
    assert cluster.holder(log_key(stream)) is target


def _move(cluster: RedisCluster, key: bytes, source: RedisServer, target: RedisServer) -> None:
    """Move a slot as an operator would: key after key, and then the slot."""
    slot = cluster.ask(source, "CLUSTER", "KEYSLOT", key)
    cluster.ask(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", cluster.id(source))
    cluster.ask(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", cluster.id(target))
    while keys := cluster.ask(source, "CLUSTER", "GETKEYSINSLOT", slot, 1):
        cluster.ask(source, "MIGRATE", "127.0.0.1", target.port, keys[0], 0, 5000)
    for server in (target, source, *cluster.masters):
        cluster.ask(server, "CLUSTER", "SETSLOT", slot, "NODE", cluster.id(target))


async def _write_until(stop: asyncio.Event, log: EventLog, stream: str, wishes: list[Pending]) -> None:
    """Append like a live stream until `stop` is set, and keep the acknowledged commits."""
    head = EMPTY
    while not stop.is_set():
        wish = pending()
        while isinstance(answer := await log.append(stream, head, [wish]), Conflict):
            assert not answer.diverged
            assert not answer.known
            head = Head(answer.missed[-1].seq, answer.missed[-1].chain)
        head = answer.head
        wishes.append(wish)


async def test_a_failed_master_is_replaced_and_a_lost_tail_is_told(tmp_path: Path) -> None:
    """FLT10, INV8: a master dies with commits that its replica never got. A writer that remembers them learns that
    it has diverged and writes nothing, a listener learns that its listening began anew, streams on the remaining
    masters go on, and the next append succeeds."""
    cluster = RedisCluster(tmp_path, replicas=True)
    try:
        stream = "scene-1"
        master = cluster.holder(log_key(stream))
        replica = cluster.follower[master.port]
        elsewhere = next(f"scene-{n}" for n in range(2, 99) if cluster.holder(log_key(f"scene-{n}")) is not master)
        async with opened(cluster.url, 2) as [log, listener]:
            begun: list[None] = []
            listener.listen(stream, lambda _, entries: None if entries else begun.append(None))
            kept = await filled(log, stream, 3)
            there = await filled(log, elsewhere, 3)
            assert cluster.ask(master, "WAIT", 1, 5000) == 1
            cluster.part(master, replica)
            lost = await appended(log, stream, kept, [pending(), pending()])
            await asyncio.to_thread(cluster.fail, master, replica)
            answer = await _insist(log, stream, lost)
            assert answer.diverged
            assert answer.head == kept == await listener.head(stream)
            await appended(log, stream, kept, [pending()])
            await until(lambda: len(begun) > 1)
            await appended(log, elsewhere, there, [pending()])
            assert_lawful(await everything(listener, stream))
    finally:
        cluster.kill()


async def _insist(log: EventLog, stream: str, head: Head) -> Conflict:
    wish = pending()
    async with asyncio.timeout(20):
        while True:
            try:
                answer = await log.append(stream, head, [wish])
            except LogError:
                await asyncio.sleep(0.05)
            else:
                assert isinstance(answer, Conflict)
                return answer


@pytest.mark.parametrize("kind", [RedisCluster, RedisSentinels], ids=["cluster", "sentinel"])
async def test_a_master_that_breaks_its_promise_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[RedisCluster | RedisSentinels]
) -> None:
    """If a master of the cluster, or the master that the sentinels name, is set to a weaker durability, no append is
    written until it is set back."""
    monkeypatch.setattr("server.log.redis.log.CHECK_SECONDS", 0.05)
    servers = kind(tmp_path)
    master = servers.masters[2] if isinstance(servers, RedisCluster) else servers.servers[0]
    try:
        async with opened(servers.url, 1) as [log]:
            heads = {f"scene-{n}": await filled(log, f"scene-{n}", 1) for n in range(12)}
            servers.ask(master, "CONFIG", "SET", "appendonly", "no")
            await until(lambda: log.weakened)
            assert log.durability is Durability.MEMORY
            for stream, head in heads.items():
                with pytest.raises(PromiseBroken, match=str(master.port) if kind is RedisCluster else "appendonly"):
                    await log.append(stream, head, [pending()])
                assert await log.head(stream) == head
            servers.ask(master, "CONFIG", "SET", "appendonly", "yes")
            await until(lambda: not log.weakened)
            for stream, head in heads.items():
                await appended(log, stream, head, [pending()])
    finally:
        servers.kill()


async def test_what_is_no_cluster_is_told(cluster: RedisCluster, redis_url: str) -> None:
    """Several hosts that are no cluster, and the number of a database in a cluster, get one sentence each."""
    with pytest.raises(LogError, match="is no cluster; name a single server"):
        await open_log(redis_url.replace("/0", ",127.0.0.1:1"))
    with pytest.raises(LogError, match="SELECT is not allowed in cluster mode"):
        await open_log(f"{cluster.url}/2")
