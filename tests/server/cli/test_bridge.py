"""`coterie bridge` as a program: its arguments, its sentences, and a run that Ctrl-C ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from domain.features.scenes.chat import Say
from server.cli import FAILED, main
from server.cli.bridge import _post, is_discord
from server.client.table import Table
from tests.server.bridge.fake_discord import FakeDiscord, served
from tests.server.whole_server import Guests

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name the link"),
        (["http://127.0.0.1:1/#x"], "begins with https://"),
        (["http://127.0.0.1:1/#x", "--webhook", "http://example.com/hook"], "begins with https://"),
        (["http://127.0.0.1:1/#x", "--webhook", "https://example.com/hook"], "COTERIE_BRIDGE_SECRET"),
        (["http://127.0.0.1:1/#x", "--webhook", "https://discord.com/api/webhooks/1/x", "--language", "tlh"], "tlh"),
    ],
)
def test_a_wrong_command_line_is_explained(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mistake is one sentence, and nothing is sent."""
    for name in ("LINK", "WEBHOOK", "SECRET"):
        monkeypatch.delenv(f"COTERIE_BRIDGE_{name}", raising=False)
    assert main(["bridge", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_server_that_is_away_at_the_start_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a server at the link's address, the bridge ends with a sentence."""
    monkeypatch.setenv("COTERIE_BRIDGE_SECRET", "secret")
    arguments = ["bridge", "http://127.0.0.1:1/#x", "--webhook", "http://127.0.0.1:1/hook"]
    assert main([*arguments, "--state", str(tmp_path / "state.json")]) == 1
    assert "No server answers" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        ({"stream": 5}, "with code 1007: error-unreadable: hello: stream: expected"),
        ({"token": "x" * 2000}, "with code 1009: error-too-big"),
    ],
)
async def test_a_server_that_cannot_read_the_hello_ends_the_bridge(
    hello: dict[str, object],
    said: str,
    guests: Guests,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server of another version does not understand the first message: the bridge says what it answered, and ends."""
    right = Table._hello
    monkeypatch.setattr(Table, "_hello", lambda table: msgspec.structs.replace(right(table), **hello))
    watcher = await guests.invited(await guests.chronicle("Low Water"), "Discord", "spectator")
    async with served(FakeDiscord()) as url, asyncio.timeout(20):
        assert await _post(watcher.link, url, "discord", "", tmp_path / "state", "en") == FAILED
    assert said in capsys.readouterr().err


def test_discords_address_is_known() -> None:
    """The format follows from the address; a look-alike is no Discord."""
    assert is_discord("https://discord.com/api/webhooks/1/x")
    assert is_discord("https://ptb.discord.com/api/webhooks/1/x")
    assert not is_discord("https://discord.com.example.org/api/webhooks/1/x")
    assert not is_discord("https://notdiscord.com/api/webhooks/1/x")


async def test_a_run_posts_and_ends_with_ctrl_c(guests: Guests, tmp_path: Path) -> None:
    """The program takes link and webhook from its environment, says where it notes what was posted, posts, and ends
    with Ctrl-C; its output contains neither secret."""
    storyteller = await guests.chronicle("Low Water")
    watcher = await guests.invited(storyteller, "Discord", "spectator")
    discord = FakeDiscord()
    async with served(discord) as url:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server.cli", "bridge", "--format", "discord", "--state", str(tmp_path / "state")),
            cwd=ROOT,
            env=os.environ | {"COTERIE_BRIDGE_LINK": watcher.link, "COTERIE_BRIDGE_WEBHOOK": url},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        assert process.stdout
        async with asyncio.timeout(60):
            said = await process.stdout.readline()
            lobby = await guests.sit(storyteller)
            n = 0
            while not discord.texts:  # the first lines may come before the bridge begins to look
                n += 1
                assert (await lobby.do(Say(f"Good evening {n}.")))[0] == "accepted"
                await asyncio.sleep(0.2)
            process.send_signal(signal.SIGINT)
            rest = await process.stdout.read()
            assert await process.wait() == 0, rest
    assert b"'Low Water'" in said
    assert rest == b""
    assert watcher.link.rpartition("#")[2].encode() not in said + rest + (tmp_path / "state").read_bytes()
    assert url.encode() not in said + rest + (tmp_path / "state").read_bytes()
