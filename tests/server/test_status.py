"""What whoever runs the server can read of it, and that none of it is content (S24, S26)."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import httpx
import pytest

from domain.features.chat import Say
from domain.features.creating import CreateCharacter
from domain.features.free_roll import RollInSecret
from server.cli._journal import JsonLines, Lines
from server.log.contract import LogError
from server.status import ABSENT, app
from tests.server.houses import Guests

CANARY = "5f0c1d9ab37e46c2"


def asking(guests: Guests, host: str = "127.0.0.1") -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app(guests.house)), base_url=f"http://{host}")


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
    assert "3 accepted, 1 refused" in page
    assert CANARY not in page


async def test_the_metrics_count_what_was_done(guests: Guests) -> None:
    """S24: for Prometheus: commands, refusals, appends and their latency, viewers, backlog, conflicts, resumes."""
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
    assert CANARY not in text


async def test_without_the_library_it_is_said_what_to_install(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is optional."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    async with asking(guests) as ask:
        answer = await ask.get("/metrics")
    assert (answer.status_code, answer.text) == (501, ABSENT)


async def test_ready_is_who_reaches_its_log(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose log is out of reach takes no commands, and says so."""
    async with asking(guests) as ask:
        assert (await ask.get("/ready")).status_code == 200

        async def unreachable(_stream: str) -> Any:
            raise LogError(CANARY)

        monkeypatch.setattr(guests.house.log, "head", unreachable)
        answer = await ask.get("/ready")
        assert answer.status_code == 503
        assert CANARY not in answer.text


async def test_a_page_from_elsewhere_reads_nothing(guests: Guests) -> None:
    """S1: a foreign name that was bent to this address is not answered."""
    async with asking(guests, "evil.example") as ask:
        for path in ("/", "/metrics", "/ready"):
            assert (await ask.get(path)).status_code == 400


async def test_the_status_passes_on_what_is_to_be_said_of_the_log(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S26: on the page for whoever runs the server, and nowhere else."""
    monkeypatch.setattr(guests.house.log, "advice", ("Redis 7 is old.",), raising=False)
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
    return logging.LogRecord("coterie.live", logging.ERROR, "", 0, "%s: %s", args, error)


def test_a_traceback_for_people_has_no_content() -> None:
    """S24: where it came about, line by line, and the kind of error; not its words."""
    line = Lines().format(about(("scene/a/b", "failed")))
    assert "scene/a/b: failed" in line
    assert "test_status.py" in line
    assert line.endswith("KeyError")
    assert CANARY not in line


def test_a_line_of_the_log_has_no_content() -> None:
    """S24: the pattern, the table, an error's kind and place: not what it was about."""
    line = JsonLines().format(about(("scene/a/b", CANARY)))
    assert CANARY not in line
    told = json.loads(line)
    assert (told["table"], told["error"], told["level"], told["what"]) == ("scene/a/b", "KeyError", "ERROR", "%s: %s")
    assert told["where"][0].startswith("test_status.py:")
