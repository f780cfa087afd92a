"""The messages of `make conformance` when it cannot run, and for a report."""

from __future__ import annotations

from pathlib import Path

import pytest
import websockets

from tests.conformance.__main__ import KNOWN, failures, main
from tests.conformance.echo import PEER, PLAIN, serving
from tests.conformance.python27 import ABSENT
from tests.redis_server import free_port


def outcome(behavior: str, close: str = "OK") -> dict[str, str]:
    return {"behavior": behavior, "behaviorClose": close}


def test_without_a_python_for_it_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """FLT27: without a Python 2.7 on the PATH or among pyenv's, one sentence is printed, no file is made, and the exit
    code is 1."""
    monkeypatch.setattr("tests.conformance.python27.HERE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert main() == 1
    assert capsys.readouterr().err == f"{ABSENT}\n"
    assert list(tmp_path.iterdir()) == []


def test_whatever_is_not_passed_is_named() -> None:
    """FLT27: a wrong behaviour, a wrong close, and a known failure that passes are each printed."""
    (agent, case), *_ = (name.split() for name in KNOWN)
    report = {
        "server": {"1.1.1": outcome("OK"), "2.1": outcome("FAILED"), "7.1.5": outcome("OK", "WRONG CODE")},
        agent: {case: outcome("OK"), "6.1": outcome("NON-STRICT"), "7.1": outcome("INFORMATIONAL", "INFORMATIONAL")},
    }
    assert [line.split(":")[0] for line in failures(report)] == ["server 2.1", "server 7.1.5", f"{agent} {case}"]
    report[agent][case] = outcome("FAILED")
    assert [line.split(":")[0] for line in failures(report)] == ["server 2.1", "server 7.1.5"]


async def test_the_echo_is_one() -> None:
    """FLT27: the tested server is the tables' own class: it echoes on both paths and keeps their limits."""
    port = free_port()
    async with serving(port):
        for path in (PLAIN, PEER):
            async with websockets.connect(f"ws://127.0.0.1:{port}{path}", compression=None) as socket:
                await socket.send(b"again")
                assert await socket.recv() == b"again"
                await socket.send(bytes(64 * 1024 + 1))
                with pytest.raises(websockets.ConnectionClosedError, match="1009"):
                    await socket.recv()
