"""A scene on two server processes, over a Redis Cluster and behind sentinels, also while a master fails over."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.features.scenes.chat import Say
from server.log.open import open_log
from server.log.redis.log import log_key
from tests.redis_many import RedisCluster, RedisSentinels, RedisSet
from tests.server.processes.test_processes import Serve, said, scene, serve
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client

__all__ = ["serve"]

pytestmark = pytest.mark.xdist_group("processes")


@pytest.mark.parametrize("kind", ["cluster", "sentinel"])
async def test_two_processes_host_one_scene(serve: Serve, request: pytest.FixtureRequest, kind: str) -> None:
    """As on a single Redis, a command sent to one process reaches the clients of both in the same order, a session is
    good on both, and a seat that is revoked on one is closed on the second."""
    url = request.getfixturevalue(f"{kind}_url")
    first, second = await serve(url), await serve(url)
    teller, anna, stream = await scene(first)
    here, there = await first.sit(teller, stream), await second.sit(anna, stream)
    for n in range(10):
        assert (await here.do(Say(f"here {n}")))[0] == "accepted"
        assert (await there.do(Say(f"there {n}")))[0] == "accepted"
    for client in (here, there):
        await client.until(lambda client=client: len(said(client)) == 20)  # type: ignore[misc]
    assert here.page.audiences["everyone"] == there.page.audiences["everyone"]
    assert (await first.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)).status_code == 200
    assert await there.ended() == 4401


@pytest.fixture(params=["cluster", "sentinel"])
def many(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RedisSet]:
    """A cluster or a set of sentinels for this test alone, in which each master has a replica."""
    servers = RedisCluster(tmp_path, replicas=True) if request.param == "cluster" else RedisSentinels(tmp_path)
    yield servers
    servers.kill()


async def test_a_master_fails_over_under_a_scene(serve: Serve, many: RedisSet) -> None:
    """FLT10, INV8: if a failover loses commits that two processes have sent to their clients, all clients are told and
    get the table as the log has it, and later commands apply on both."""
    first, second = await serve(many.url), await serve(many.url)
    teller, anna, stream = await scene(first)
    here, there = await first.sit(teller, stream), await second.sit(anna, stream)
    assert (await here.do(Say("kept")))[0] == "accepted"
    if isinstance(many, RedisCluster):
        master = many.holder(log_key(stream))
        replica = many.follower[master.port]
    else:
        assert isinstance(many, RedisSentinels)
        master, replica = many.pair
    assert many.ask(master, "WAIT", 1, 5000) == 1
    many.part(master, replica)
    for client, text in ((here, "lost here"), (there, "lost there")):
        assert (await client.do(Say(text)))[0] == "accepted"
    for client in (here, there):
        await client.until(lambda client=client: len(said(client)) == 3)  # type: ignore[misc]
    await asyncio.to_thread(many.fail, master, replica)
    for client in (here, there):
        reset = await client.heard("reset")
        assert "log" in reset[1]
        assert said(client) == ["kept"]
    for client, text in ((here, "on here"), (there, "on there")):
        await say(client, text)
    for client in (here, there):
        await client.until(lambda client=client: len(said(client)) == 3)  # type: ignore[misc]
        assert set(said(client)) == {"kept", "on here", "on there"}
    assert here.page.audiences["everyone"] == there.page.audiences["everyone"]
    log = await open_log(many.url, read_only=True)
    payloads = [entry.payload for entry in await log.read(stream, 0)]
    await log.close()
    assert sum(b"on here" in payload for payload in payloads) == 1
    assert not any(b"lost" in payload for payload in payloads)


async def say(client: Client, text: str) -> None:
    """Send the text again until the log can be written."""
    while (answer := await client.do(Say(text)))[0] != "accepted":
        assert answer[2] in ("unsaved", "busy"), answer
        await asyncio.sleep(0.05)


UNANSWERED = 30
"""The most commands that may wait for an answer at once."""


async def test_draining_loses_nothing(serve: Serve, cluster_url: str) -> None:
    """FLT1, FLT21: a process gets SIGTERM while its client sends without waiting for answers; after the client has sent
    its unanswered commands again to the second process, every command has been applied exactly once."""
    first, second = await serve(cluster_url), await serve(cluster_url)
    teller, anna, stream = await scene(first)
    witness, client = await second.sit(teller, stream), await first.sit(anna, stream)
    wishes: dict[bytes, str] = {}
    sending = asyncio.create_task(_send_on(client, wishes))
    await client.until(lambda: len(client.page.answers) > 20)
    closed, (code, _, err) = await asyncio.gather(client.ended(), first.ended(signal.SIGTERM))
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    assert (code, err) == (0, "")
    assert closed == 1012
    back = await second.sit(anna, stream)
    accepted = {id_ for id_, answer in client.page.answers.items() if answer[0] == "accepted"}
    assert {wishes[id_] for id_ in accepted} <= set(said(back))
    for id_, text in wishes.items():
        if id_ not in accepted:
            assert (await back.do(Say(text), id_))[0] == "accepted"
    await witness.until(lambda: len(said(witness)) >= len(wishes))
    assert sorted(said(witness)) == sorted(wishes.values())
    assert (await back.do(Say("and on we go")))[0] == "accepted"


async def _send_on(client: Client, wishes: dict[bytes, str]) -> None:
    """Send commands until the connection ends; the last commands seldom have an answer."""
    while True:
        if len(wishes) - len(client.page.answers) < UNANSWERED:
            id_ = fresh_id()
            wishes[id_] = f"line {len(wishes)}"
            await client.send("command", id_, 0, ["Say", wishes[id_], "", [], False])
        await asyncio.sleep(0.02)
