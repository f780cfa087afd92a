"""The status port, the metrics and the log lines for the operator: they report the server's state, and never content
(SEC24, SEC26). Long because the status port and the log lines share the secret marks that must not appear in either."""

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
from server.client.enter import Entrance
from server.counters import UNSAVED_SECONDS
from server.fold.commit_codec import command_key, write
from server.http import status
from server.http.status import ABSENT, WEAKER, Collector, app
from server.hub.hub import SAFE_AGAIN
from server.limits_and_timeouts import ANSWERS_WITHIN, Rate
from server.log.contract import LogError
from server.log.redis.url import parse_url
from server.pictures.contract import PictureKey
from server.serve_settings import Settings
from server.stream.group_commit import WEAKENED
from server.version import program_version
from tests.canaries import found
from tests.in_english import english, refusal_text
from tests.redis_server import RedisServer, redis_server
from tests.server.http.test_origin_guard import routes
from tests.server.secrecy.canary_fields import Secrets, Who
from tests.server.socketless_tables import character, fresh_id
from tests.server.whole_server import Guests, running
from tests.waiting import until

__all__ = ["redis_server"]
CANARY = "5f0c1d9ab37e46c2"
Secretive = tuple[Secrets, list[bytes], list[Entrance], str]


def asking(guests: Guests) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app(guests.hub)), base_url="http://127.0.0.1")


async def played(guests: Guests) -> None:
    """Play two accepted commands and a refused command, each with the secret mark in it."""
    teller = await guests.chronicle(f"Night {CANARY}")
    client = await guests.sit(teller)
    assert (await client.do(Say(CANARY)))[0] == "accepted"
    assert (await client.do(CreateCharacter(CANARY, hidden=True)))[0] == "accepted"
    assert (await client.do(RollInSecret(CANARY, CANARY)))[0] == "refused"


async def test_the_status_names_the_durability_in_force(guests: Guests) -> None:
    """The status has plain lines with the durability and the counts, and without content."""
    await played(guests)
    async with asking(guests) as ask:
        page = (await ask.get("/")).text
    assert "durability   memory" in page
    assert "3 accepted, 1 refused, 0 of them unsaved" in page
    assert "NOT READY" not in page
    assert CANARY not in page


async def test_the_status_is_behind_the_host_link(guests: Guests) -> None:
    """A host on another machine gets the same lines and the readiness over HTTP, without content (`test_api.py` has the
    401 and 403)."""
    await played(guests)
    host = await guests.host()
    async with asking(guests) as ask:
        lines = (await ask.get("/")).text.splitlines()
    answer = await guests.call("GET", "/api/status", token=host)
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "version": program_version(), "lines": lines})


async def test_the_metrics_count_what_was_done(guests: Guests) -> None:
    """SEC24: the Prometheus metrics count commands, refusals, appends and their latency, subscribers, backlog,
    conflicts and resumes, without content."""
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
    """A scene with a mark in every secret field. Return the marks; the secret numbers (Anna's nonces for the
    Storyteller's dice, and the id and key of a hidden command); the entrances of the Storyteller, Anna, Ben and a
    guest; and the scene's stream."""
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
        if picture := getattr(command, "picture", ""):  # a seat may name only pictures that it has uploaded
            await guests.hub.pictures.put(
                PictureKey(teller.stream.removeprefix("chronicle/"), picture, teller.seat), b"", 40
            )
        return await clients[who].do(command)

    secrets = await Secrets(random).hide(await guests.hub.streams.live(stream), do, ben.seat)
    numbers = [random.randbytes(16) for _ in range(4)]
    assert (await (await guests.sit(anna, stream)).do(LeaveNonces(tuple(numbers[:3]))))[0] == "accepted"
    hidden = RollInSecret("watch", secrets.ghost, dice=2)
    assert (await clients["storyteller"].do(hidden, numbers[3]))[0] == "accepted"
    numbers.append(command_key(Seat(teller.seat, "storyteller"), numbers[3]))
    return secrets, numbers, [teller, anna, ben, guest], stream


async def answers(guests: Guests) -> bytes:
    """Return all answers of the status port, with their headers."""
    async with asking(guests) as ask:
        told = [await ask.get(path) for path in ("/", "/metrics", "/ready", "/nowhere")]
    return b"\n".join(answer.content + str(answer.headers.raw).encode() for answer in told)


async def test_no_canary_is_in_what_a_process_says_of_itself(
    guests: Guests, secretive: Secretive, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """FLT33, SEC24: marks in secret fields, secret numbers, tokens and links are neither on the status page nor in the
    metrics nor in the server's log, even if a stream is fenced; planted marks show that the search finds them."""
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
    """FLT33, SEC8: on every route, with every method and with a draft about a hidden record, Anna, a guest and a
    stranger get no mark, no secret number and no foreign token; the Storyteller gets her own marks."""
    secrets, numbers, (teller, anna, ben, guest), stream = secretive
    guard: Any = guests.program.server.config.app.app  # type: ignore[union-attr]  # inside the proxy headers
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
    """Without the optional Prometheus library, the metrics page says which extra to install."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    async with asking(guests) as ask:
        answer = await ask.get("/metrics")
    assert (answer.status_code, answer.text) == (501, ABSENT)


async def test_ready_is_who_reaches_its_log(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose log is out of reach reports on its status port and behind the host link that it is not ready."""
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
    """FLT6: a server whose log has no room is not ready until a command is accepted, or until a minute after the last
    failed command, because a server without clients would never find out."""
    async with running(redis_server.url) as guests, asking(guests) as ask:
        client = await guests.sit(await guests.chronicle())
        for mended in (True, False):
            await set_to(redis_server, maxmemory=1)
            assert (await ask.get("/ready")).status_code == 200  # no command has been tried since
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
    """If a Redis is reconfigured to keep less during play, the status reports it with the remaining durability, and
    every client at a table is told, and told again when it is set back."""
    monkeypatch.setattr("server.log.redis.log.CHECK_SECONDS", 0.05)
    async with running(redis_server.url) as guests, asking(guests) as ask:
        teller = await guests.chronicle()
        client, other = await guests.sit(teller), await guests.sit(teller)
        await set_to(redis_server, appendonly="no")
        await until(lambda: guests.hub.log.weakened)
        guests.hub._sweep()
        guests.hub._sweep()
        await other.until(lambda: other.page.resets == [refusal_text(WEAKENED)])
        answer = await ask.get("/ready")
        assert (answer.status_code, answer.text) == (503, f"{WEAKER}\n")
        lines = (await ask.get("/")).text.splitlines()
        assert f"NOT READY    {WEAKER}: see the server's log" in lines
        assert "durability   memory" in lines
        assert (await client.do(Say("lost")))[2:] == ["weakened", refusal_text(WEAKENED)]
        await set_to(redis_server, appendonly="yes")
        await until(lambda: not guests.hub.log.weakened)
        guests.hub._sweep()
        await other.until(lambda: other.page.resets == [refusal_text(WEAKENED), english(SAFE_AGAIN)])
        assert (await client.do(Say("kept")))[0] == "accepted"
        assert (await ask.get("/ready")).status_code == 200
        assert "durability   disk" in (await ask.get("/")).text
        assert "coterie_unsaved_total 1.0" in (await ask.get("/metrics")).text


async def test_not_ready_is_who_cannot_ask_who_sits_where(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT6: a whisper that is refused because the access store is out of reach counts as unsaved."""
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
    """A refusal is counted for a connection or seat that sends too often, for a command that cannot be decoded, and for
    a command with an unknown player."""
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
    """FLT2, FLT3: neither the readiness probe nor the status waits long for a Redis that does not answer."""
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
    """Change settings of a Redis."""
    connection = await parse_url(server.url).connect()
    for name, value in settings.items():
        await connection.send_command("CONFIG", "SET", name, value)
        assert await connection.read_response() == b"OK"
    await connection.disconnect()


async def test_a_page_from_elsewhere_reads_nothing(guests: Guests) -> None:
    """SEC1: the status port refuses a foreign Host and a foreign Origin, and a browser may not cache its answers."""
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
    """SEC26: advice about the log is on the operator's status page and not on the public health page."""
    monkeypatch.setattr(guests.hub.log, "advice", ("Redis 7 is old.",), raising=False)
    async with asking(guests) as ask:
        assert "advice       Redis 7 is old." in (await ask.get("/")).text.splitlines()
    assert "Redis" not in (await guests.call("GET", "/health")).text


async def test_players_reach_none_of_it(guests: Guests) -> None:
    """The port of the tables has neither metrics nor readiness, because they count hidden work."""
    async with httpx.AsyncClient(base_url=guests.base) as ask:
        for path in ("/metrics", "/ready"):
            assert (await ask.get(path)).status_code == 404


def about(args: tuple[str, ...]) -> logging.LogRecord:
    """Return a log record about an error whose message has the secret mark."""
    with pytest.raises(KeyError) as caught:
        dict[str, str]()[CANARY]
    error = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("coterie.live_stream", logging.ERROR, "", 0, "%s: %s", args, error)


def test_a_traceback_for_people_has_no_content() -> None:
    """SEC24: a traceback in text form has the lines of code and the kind of the error, without its message."""
    line = TextFormatter().format(about(("scene/a/b", "failed")))
    assert "scene/a/b: failed" in line
    assert "test_status.py" in line
    assert line.endswith("KeyError")
    assert CANARY not in line


def test_a_line_of_the_log_has_no_content() -> None:
    """SEC24: a JSON log line has the pattern, the table, and the kind and place of an error, without its message."""
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
    """SEC24: a JSON log line keeps stream names, numbers and the log backend's own messages, and no text that a user
    may have typed."""
    line = JsonFormatter().format(logging.LogRecord("coterie.live_stream", logging.WARNING, "", 0, pattern, args, None))
    assert CANARY not in line
    told = json.loads(line)
    assert (told["what"], told["said"]) == (pattern, said)


def test_the_same_warning_is_said_seldom() -> None:
    """FLT3: a warning that many streams repeat during an outage is logged once in half a minute, with the number of
    suppressed lines; a warning about a single stream is logged for each stream, and an error always."""
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
    """Return a record's text as a terminal shows it, without its time and logger."""
    return TextFormatter().format(record).partition("coterie.live_stream ")[2]


def test_of_many_warnings_the_one_said_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT3: a limited number of different warnings is remembered, and a new warning replaces the warning that was
    logged longest ago."""
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
    """FLT3: in JSON, the number of suppressed lines is a separate field, so the pattern and the text stay the same for
    programs that count lines."""
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
