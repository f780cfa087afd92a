"""What whoever runs the server can read of it, and that none of it is content (SEC24, SEC26)."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client.core import InfoMetricFamily

from domain.command import Command
from domain.core.audience import Seat
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.tasks.work_on_task import WorkOnTask
from server.app import status_server
from server.cli import _logging
from server.cli._logging import JsonFormatter, TextFormatter, WarningThrottle
from server.counters import UNSAVED_SECONDS
from server.fold.commit_codec import command_key, write
from server.http import status
from server.http.status import ABSENT, WEAKER, Collector, app
from server.hub.hub import SAFE_AGAIN
from server.limits_and_timeouts import ANSWERS_WITHIN, Rate
from server.log.contract import LogError
from server.log.redis.url import parse_url
from server.serve_settings import Settings
from server.stream.group_commit import WEAKENED
from tests.canaries import found
from tests.redis_server import RedisServer, redis_server
from tests.server.http.test_origin_guard import routes
from tests.server.secrecy.canary_fields import Secrets, Who
from tests.server.socketless_tables import character, fresh_id
from tests.server.whole_server import Entrance, Guests, running
from tests.waiting import until

__all__ = ["redis_server"]
CANARY = "5f0c1d9ab37e46c2"
Secretive = tuple[Secrets, list[bytes], list[Entrance], str]


def asking(guests: Guests) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app(guests.hub)), base_url="http://127.0.0.1")


async def played(guests: Guests) -> None:
    """Two commands that stand and one that does not, with a mark in each, and somebody who comes back."""
    teller = await guests.chronicle(f"Night {CANARY}")
    client = await guests.sit(teller)
    assert (await client.do(Say(CANARY)))[0] == "accepted"
    assert (await client.do(CreateCharacter(CANARY, hidden=True)))[0] == "accepted"
    assert (await client.do(RollInSecret(CANARY, CANARY)))[0] == "refused"


async def test_the_status_names_the_durability_in_force(guests: Guests) -> None:
    """In plain lines, with nothing of what was said."""
    await played(guests)
    async with asking(guests) as ask:
        page = (await ask.get("/")).text
    assert "durability   memory" in page
    assert "3 accepted, 1 refused, 0 of them unsaved" in page
    assert "NOT READY" not in page
    assert CANARY not in page


async def test_the_status_is_behind_the_host_link(guests: Guests) -> None:
    """The same lines, and whether the log answers, for a host on another machine; with nothing of what was said, and
    for nobody else (401 and 403 in `test_http.py`)."""
    await played(guests)
    host = await guests.host()
    async with asking(guests) as ask:
        lines = (await ask.get("/")).text.splitlines()
    answer = await guests.call("GET", "/api/status", token=host)
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "lines": lines})


async def test_the_metrics_count_what_was_done(guests: Guests) -> None:
    """SEC24: for Prometheus: commands, refusals, appends and their latency, viewers, backlog, conflicts, resumes."""
    await played(guests)
    async with asking(guests) as ask:
        text = (await ask.get("/metrics")).text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["coterie_commands_total"]) == 3
    assert float(values["coterie_refusals_total"]) == 1
    assert float(values["coterie_viewers"]) == 1
    assert (
        float(values["coterie_append_seconds_count"]) == float(values['coterie_append_seconds_bucket{le="+Inf"}']) > 0
    )
    assert {"coterie_backlog", "coterie_conflicts_total", "coterie_resumes_total", "coterie_fenced"} <= values.keys()
    assert float(values["coterie_unsaved_total"]) == 0
    assert CANARY not in text


@pytest.fixture
async def secretive(guests: Guests, seed: int) -> Secretive:
    """A scene with a mark in every secret field: the marks; numbers that Anna has left for the Storyteller's dice, and
    the id of a command that nobody is to know of with the key that its dice are drawn with; who sits there (the
    Storyteller, Anna, Ben, a guest); and the scene."""
    random = Random(f"{seed} status")
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller), await guests.invited(teller, "Ben")
    guest = await guests.invited(teller, "Guests", "spectator")
    lobby = await guests.sit(teller)
    for name, seat in (("Anna", anna.seat), ("Ben", ben.seat)):
        made = CreateCharacter(name, player=seat, traits=(("Strength", 3),), pools=(("Willpower", 5, 5),))
        assert (await lobby.do(made))[0] == "accepted"
    assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
    stream: str = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    clients = {"storyteller": await guests.sit(teller, stream), "ben": await guests.sit(ben, stream)}

    async def do(who: Who, command: Command) -> list[Any]:
        return await clients[who].do(command)

    secrets = await Secrets(random).hide(await guests.hub.streams.live(stream), do, ben.seat)
    numbers = [random.randbytes(16) for _ in range(4)]
    assert (await (await guests.sit(anna, stream)).do(LeaveNonces(tuple(numbers[:3]))))[0] == "accepted"
    hidden = RollInSecret("watch", secrets.ghost, dice=2)
    assert (await clients["storyteller"].do(hidden, numbers[3]))[0] == "accepted"
    numbers.append(command_key(Seat(teller.seat, "storyteller"), numbers[3]))
    return secrets, numbers, [teller, anna, ben, guest], stream


async def answers(guests: Guests) -> bytes:
    """All that is said on the port for whoever runs the server, to the letter."""
    async with asking(guests) as ask:
        told = [await ask.get(path) for path in ("/", "/metrics", "/ready", "/nowhere")]
    return b"\n".join(answer.content + str(answer.headers.raw).encode() for answer in told)


async def test_no_canary_is_in_what_a_process_says_of_itself(
    guests: Guests, secretive: Secretive, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """FLT33, SEC24: a mark in every secret field, lent numbers, tokens and links: none is on the status page, in the
    metrics or in the server's log, though a table is fenced. Each search would have found one."""
    secrets, numbers, seats, stream = secretive
    keys = [key for seat in seats for key in (seat.token, seat.link.partition("#")[2])]
    (await guests.hub.streams.live(stream))._follower.fence(f"entry 7 cannot be folded: {CANARY}")
    said = await answers(guests)
    assert b"FENCED" in said
    assert b"coterie_fenced 1.0" in said
    lines = "\n".join(JsonFormatter().format(record) for record in caplog.records).encode()
    assert found([CANARY, *secrets.marks, *keys], said, lines) == []
    assert found(numbers, said, lines) == []
    monkeypatch.setattr(guests.hub.log, "advice", (f"Redis is {secrets.marks[3]}.",), raising=False)
    assert found(secrets.marks, await answers(guests)) == [secrets.marks[3]]
    monkeypatch.undo()
    plain = Collector.collect

    def talkative(self: Collector) -> Iterator[Any]:
        yield from plain(self)
        yield InfoMetricFamily("coterie_newest", "what a metric must not be", {"number": numbers[0].hex()})

    monkeypatch.setattr(Collector, "collect", talkative)
    assert found(numbers, await answers(guests)) == [numbers[0]]


async def test_no_canary_is_in_an_answer_over_http(guests: Guests, secretive: Secretive) -> None:
    """FLT33, SEC8: on no route and by no method is a mark told to Anna, a guest or a stranger, nor what a hidden
    command's dice are drawn with, nor somebody else's key; in a draft that touches what is hidden neither. The
    Storyteller is told of hers."""
    secrets, numbers, (teller, anna, ben, guest), stream = secretive
    guard: Any = guests.program.server.config.app
    doors = [(method, path) for kind, method, path in routes(guard._app) if kind == "http"]
    drafts: list[Command] = [
        Roll("?", secrets.ghost, (secrets.trait,)),
        RollInSecret("?", secrets.ghost, dice=2),
        WorkOnTask(secrets.plot, character(await guests.hub.streams.live(stream), "Anna")),
    ]
    bodies = [{"stream": stream, "command": msgspec.msgpack.decode(write(draft))} for draft in drafts]

    async def told(token: str, *, leaves: bool = True) -> bytes:
        answers = [await guests.call("POST", "/api/odds", body, token) for body in bodies]
        if leaves:
            answers += [await guests.call(method, path, {}, token) for method, path in doors]
        return b"\n".join(answer.content + str(answer.headers.raw).encode() for answer in answers)

    assert secrets.trait in found(secrets.marks, await told(teller.token, leaves=False))
    for who in ("", guest.token, anna.token):
        seen = await told(who)
        others = [seat.token for seat in (teller, ben, anna, guest) if seat.token != who]
        assert found([*secrets.marks, *others], seen) == []
        assert found(numbers, seen) == []


async def test_without_the_library_it_is_said_what_to_install(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is optional."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    async with asking(guests) as ask:
        answer = await ask.get("/metrics")
    assert (answer.status_code, answer.text) == (501, ABSENT)


async def test_ready_is_who_reaches_its_log(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose log is out of reach takes no commands, and says so on its own port and behind the host link."""
    host = await guests.host()
    async with asking(guests) as ask:
        assert (await ask.get("/ready")).status_code == 200

        async def unreachable(_stream: str) -> Any:
            raise LogError(CANARY)

        monkeypatch.setattr(guests.hub.log, "head", unreachable)
        answer = await ask.get("/ready")
        assert answer.status_code == 503
        assert CANARY not in answer.text
        behind = await guests.call("GET", "/api/status", token=host)
        assert behind.json()["ready"] is False
        assert CANARY not in behind.text


async def test_not_ready_is_who_cannot_write(redis_server: RedisServer) -> None:
    """FLT6: a log without room answers, and takes no command; that is said until one stands, and no longer than a
    minute after the last that did not, for who is kept away would never find out."""
    async with running(redis_server.url) as guests, asking(guests) as ask:
        client = await guests.sit(await guests.chronicle())
        for mended in (True, False):
            await set_to(redis_server, maxmemory=1)
            assert (await ask.get("/ready")).status_code == 200  # nobody has tried
            assert (await client.do(Say("no room")))[2] == "unsaved"
            answer = await ask.get("/ready")
            assert (answer.status_code, answer.text) == (503, "the log cannot be written\n")
            assert "NOT READY    the log cannot be written: see" in (await ask.get("/")).text
            await set_to(redis_server, maxmemory=0)
            if mended:
                assert (await client.do(Say("room")))[0] == "accepted"
            else:
                guests.clock.now += UNSAVED_SECONDS + 1
            assert (await ask.get("/ready")).status_code == 200
        assert "coterie_unsaved_total 2.0" in (await ask.get("/metrics")).text


async def test_not_ready_is_whose_log_keeps_less_than_it_promised(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Redis that is set to keep less while people play: the status says so, with the durability that is left;
    everybody at a table is told, and told again when it is set back."""
    monkeypatch.setattr("server.log.redis.log.CHECK_SECONDS", 0.05)
    async with running(redis_server.url) as guests, asking(guests) as ask:
        teller = await guests.chronicle()
        client, other = await guests.sit(teller), await guests.sit(teller)
        await set_to(redis_server, appendonly="no")
        await until(lambda: guests.hub.log.weakened)
        guests.hub._sweep()
        guests.hub._sweep()
        await other.until(lambda: other.page.resets == [WEAKENED.sentence])
        answer = await ask.get("/ready")
        assert (answer.status_code, answer.text) == (503, f"{WEAKER}\n")
        lines = (await ask.get("/")).text.splitlines()
        assert f"NOT READY    {WEAKER}: see the server's log" in lines
        assert "durability   memory" in lines
        assert (await client.do(Say("lost")))[2:] == ["unsaved", WEAKENED.sentence]
        await set_to(redis_server, appendonly="yes")
        await until(lambda: not guests.hub.log.weakened)
        guests.hub._sweep()
        await other.until(lambda: other.page.resets == [WEAKENED.sentence, SAFE_AGAIN])
        assert (await client.do(Say("kept")))[0] == "accepted"
        assert (await ask.get("/ready")).status_code == 200
        assert "durability   disk" in (await ask.get("/")).text
        assert "coterie_unsaved_total 1.0" in (await ask.get("/metrics")).text


async def test_not_ready_is_who_cannot_ask_who_sits_where(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT6: a whisper that is refused because the doors are out of reach is unsaved like any other command."""
    teller = await guests.chronicle()
    ben = await guests.invited(teller, "Ben")
    client = await guests.sit(teller)

    async def unreachable(*_: str) -> Any:
        raise LogError(CANARY)

    monkeypatch.setattr(guests.hub.sessions, "plays", unreachable)
    async with asking(guests) as ask:
        assert (await client.do(Say("psst", to=(ben.seat,))))[2] == "unsaved"
        assert (await ask.get("/ready")).status_code == 503
        assert "coterie_unsaved_total 1.0" in (await ask.get("/metrics")).text
        assert (await client.do(Say("aloud")))[0] == "accepted"
        assert (await ask.get("/ready")).status_code == 200


async def test_every_refusal_is_counted() -> None:
    """One that came too often, on this connection or by its seat, one that cannot be read, and one that is no wish of
    this table's."""
    async with running(rate=Rate(1e-9, 10)) as guests:
        client = await guests.sit(await guests.chronicle())
        counted = guests.hub.counters.refusals
        await client.send("command", fresh_id(), 0, ["NoSuchCommand"])
        assert (await client.do(CreateCharacter("Bert", player="nobody")))[2] == "no-such-player"
        answers = [await client.do(Say("and on")) for _ in range(12)]
        assert {answer[2] for answer in answers if answer[0] == "refused"} == {"too-fast"}
        heard = [frame for frame in client.told if frame[0] == "refused"]
        assert guests.hub.counters.refusals - counted == len(heard) > 4


async def test_a_log_that_hangs_or_is_gone_is_told_of_soon(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FLT2, FLT3: neither the answer to a probe nor the status waits for a Redis that says nothing."""
    assert ANSWERS_WITHIN <= 2
    monkeypatch.setattr(status, "ANSWERS_WITHIN", 0.2)
    async with running(redis_server.url) as guests, asking(guests) as ask:
        os.kill(redis_server.pid, signal.SIGSTOP)
        async with asyncio.timeout(2):
            answer = await ask.get("/ready")
            assert (answer.status_code, answer.text) == (503, "the log is out of reach\n")
        os.kill(redis_server.pid, signal.SIGCONT)
        async with asyncio.timeout(5):
            while (await ask.get("/ready")).status_code != 200:
                pass
        redis_server.kill()
        async with asyncio.timeout(2):
            assert "NOT READY    the log is out of reach: see" in (await ask.get("/")).text


async def set_to(server: RedisServer, **settings: str | int) -> None:
    """Change these settings of a Redis."""
    connection = await parse_url(server.url).connect()
    for name, value in settings.items():
        await connection.send_command("CONFIG", "SET", name, value)
        assert await connection.read_response() == b"OK"
    await connection.disconnect()


async def test_a_page_from_elsewhere_reads_nothing(guests: Guests) -> None:
    """SEC1: a foreign name that was bent to this address is not answered, nor is a foreign page; nothing is kept."""
    server, listening = status_server(guests.hub, Settings("memory:", port=0))
    port = listening.getsockname()[1]
    listening.close()
    guarded: Any = server.config.app
    async with httpx.AsyncClient(transport=httpx.ASGITransport(guarded), base_url=f"http://127.0.0.1:{port}") as ask:
        for path in ("/", "/metrics", "/ready"):
            answer = await ask.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
            for foreign in ({"Host": f"evil.example:{port}"}, {"Origin": "http://evil.example"}):
                assert (await ask.get(path, headers=foreign)).status_code == 403


async def test_the_status_passes_on_what_is_to_be_said_of_the_log(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC26: on the page for whoever runs the server, and nowhere else."""
    monkeypatch.setattr(guests.hub.log, "advice", ("Redis 7 is old.",), raising=False)
    async with asking(guests) as ask:
        assert "advice       Redis 7 is old." in (await ask.get("/")).text.splitlines()
    assert "Redis" not in (await guests.call("GET", "/health")).text


async def test_players_reach_none_of_it(guests: Guests) -> None:
    """It counts hidden work, so the port of the tables does not have it."""
    async with httpx.AsyncClient(base_url=guests.base) as ask:
        for path in ("/metrics", "/ready"):
            assert (await ask.get(path)).status_code == 404


def about(args: tuple[str, ...]) -> logging.LogRecord:
    """A line of the log about an error that says too much."""
    with pytest.raises(KeyError) as caught:
        dict[str, str]()[CANARY]
    error = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("coterie.live_stream", logging.ERROR, "", 0, "%s: %s", args, error)


def test_a_traceback_for_people_has_no_content() -> None:
    """SEC24: where it came about, line by line, and the kind of error; not its words."""
    line = TextFormatter().format(about(("scene/a/b", "failed")))
    assert "scene/a/b: failed" in line
    assert "test_status.py" in line
    assert line.endswith("KeyError")
    assert CANARY not in line


def test_a_line_of_the_log_has_no_content() -> None:
    """SEC24: the pattern, the table, an error's kind and place: not what it was about."""
    line = JsonFormatter().format(about(("scene/a/b", CANARY)))
    assert CANARY not in line
    told = json.loads(line)
    assert (told["table"], told["error"], told["level"], told["what"]) == ("scene/a/b", "KeyError", "ERROR", "%s: %s")
    assert told["where"][0].startswith("test_status.py:")


@pytest.mark.parametrize(
    ("pattern", "args", "said"),
    [
        (
            "%s: append: %s",
            ("scene/a/b", LogError("Redis at r:1 is gone.")),
            "scene/a/b: append: Redis at r:1 is gone.",
        ),
        ("Not hearing: %s", (LogError("Redis at r:1 is gone."),), "Not hearing: Redis at r:1 is gone."),
        ("%s: entry %d is damaged", ("scene/a/b", 7), "scene/a/b: entry 7 is damaged"),
        ("%s failed after %.1f s: %r", (CANARY, 1.25, KeyError(CANARY)), "... failed after 1.2 s: '...'"),
        ("%d of %s", (CANARY, "scene/a"), "%d of %s"),
    ],
)
def test_a_line_of_the_log_says_what_is_harmless(pattern: str, args: tuple[object, ...], said: str) -> None:
    """SEC24: which table, how many, and a log's own sentence, which names the Redis and why; nothing that anybody may
    have typed."""
    line = JsonFormatter().format(logging.LogRecord("coterie.live_stream", logging.WARNING, "", 0, pattern, args, None))
    assert CANARY not in line
    told = json.loads(line)
    assert (told["what"], told["said"]) == (pattern, said)


def test_the_same_warning_is_said_seldom() -> None:
    """FLT3: of an outage every table complains again and again; one line says it every half minute, with how many were
    left out. What concerns one table is said of each, and what is worse than a warning always."""
    clock = [0.0]
    throttle = WarningThrottle(lambda: clock[0])

    def said(at: float, level: int, pattern: str, *args: object) -> list[str]:
        record = logging.LogRecord("coterie.live_stream", level, "", 0, pattern, args, None)
        clock[0] = at
        return [plain(record)] if throttle.filter(record) else []

    gone = LogError("Redis is gone.")
    told = [
        line
        for at in range(0, 32, 2)
        for n in range(40)
        for line in said(1000 + at, logging.WARNING, "%s: %s", f"scene/{n}", gone)
    ]
    assert told == ["scene/0: Redis is gone.", "scene/0: Redis is gone. (and 599 times before)"]
    assert said(1031, logging.WARNING, "%s: %s", "scene/0", LogError("It is full.")) != []
    for n in range(200):
        assert said(1031, logging.WARNING, "%s: looking back: %s", f"scene/{n}", "entry 7") != []
    for n in range(200):
        assert said(1060, logging.WARNING, "%s: looking back: %s", f"scene/{n}", "entry 7") == []
    for at in (2000, 2001, 2032):
        told = said(at, logging.WARNING, "100% full")
    assert told == ["100% full (and 1 times before)"]
    assert [said(2032, logging.ERROR, "%s", gone) for _ in range(2)] == [["Redis is gone."]] * 2


def plain(record: logging.LogRecord) -> str:
    """A record as it is read in a terminal, without when and who."""
    return TextFormatter().format(record).partition("coterie.live_stream ")[2]


def test_of_many_warnings_the_one_said_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT3: however many different ones there are, so many are remembered, and the rest is as ever."""
    monkeypatch.setattr(_logging, "_WARNINGS_KEPT", 3)
    clock = [0.0]
    throttle = WarningThrottle(lambda: clock[0])

    def is_said(at: float, what: str) -> bool:
        clock[0] = at
        return throttle.filter(logging.LogRecord("coterie.live_stream", logging.WARNING, "", 0, "%s", (what,), None))

    assert [is_said(at, what) for at, what in enumerate("abcab")] == [True] * 3 + [False] * 2
    assert is_said(31, "a")
    assert is_said(32, "d"), "for which b is forgotten: a was said after it"
    assert [is_said(32, what) for what in "cab"] == [True, False, True]


def test_how_many_were_left_out_is_a_number_of_its_own_for_machines() -> None:
    """FLT3: what happened is the same pattern each time, by which a machine counts lines."""
    clock = [0.0]
    throttle = WarningThrottle(lambda: clock[0])
    lines = []
    for at in (0.0, 1.0, 2.0, 31.0, 62.0):
        clock[0] = at
        record = logging.LogRecord("coterie.live_stream", logging.WARNING, "", 0, "%s: %d", ("scene/a/b", 7), None)
        if throttle.filter(record):
            lines.append(json.loads(JsonFormatter().format(record)))
    assert [line["what"] for line in lines] == ["%s: %d"] * 3
    assert [line["said"] for line in lines] == ["scene/a/b: 7"] * 3
    assert [line.get("before") for line in lines] == [None, 2, None]
