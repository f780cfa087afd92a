"""Serving, playing, backup and checks where the system is not POSIX (`without_posix.py`)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx

from domain.features.scenes.chat import Say
from server.pictures import _decoder
from tests.pictures import drawn
from tests.server.processes.serve_process import ROOT, Server, link_of, started

MODULE = "tests.server.processes.without_posix"


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", MODULE, *arguments]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, check=False, timeout=60)


USES = ("import fcntl", "import resource", "import termios", "import os; os.fork()", "import os; os.getuid()")


def test_the_missing_is_missing(tmp_path: Path) -> None:
    """A program that uses what Windows lacks fails here."""
    tries = [f"try:\n    {use}\nexcept (ImportError, AttributeError):\n    print({use!r})" for use in USES]
    (tmp_path / "program.py").write_text("\n".join(tries))
    assert run(str(tmp_path / "program.py")).stdout.decode().splitlines() == list(USES)


async def test_a_table_is_served_played_backed_up_and_checked(tmp_path: Path) -> None:
    """A host and two people play over HTTP and sockets; a second server is kept from the file; a backup is made
    meanwhile; Ctrl-C ends the server; `doctor` finds the log and its backup whole."""
    log, backup = tmp_path / "coterie.db", tmp_path / "backup.db"
    url = f"sqlite:///{log}"
    process = await started("--port", "0", "--log", url, module=(MODULE,))
    async with httpx.AsyncClient() as http:
        server = Server(process, await link_of(process), http)
        try:
            storyteller = await server.chronicle()
            anna = await server.invited(storyteller)
            vera, client = await server.sit(storyteller), await server.sit(anna)
            assert (await client.do(Say("The lamp is out.")))[0] == "accepted"
            await vera.until(lambda: any("The lamp is out." in str(frame) for frame in vera.told))
            second = await started("--port", "0", "--log", url, module=(MODULE,))
            _, said = await second.communicate()
            assert second.returncode == 1
            assert b"Another Coterie is already serving this file" in said
            done = run("backup", "--log", url, str(backup))
            assert (done.returncode, done.stderr) == (0, b"")
            code, out, err = await server.ended(signal.SIGINT)
            assert (code, err) == (0, "")
            assert "Everything is saved." in out
        finally:
            await server.end()
    for file in (log, backup):
        done = run("doctor", str(file))
        assert (done.returncode, done.stderr) == (0, b""), done.stdout
    done = run("play", "tests/golden/revised-yard.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_picture_is_drawn_again() -> None:
    """The process that decodes an uploaded picture needs nothing of POSIX."""
    done = run(str(Path(_decoder.__file__)), stdin=drawn())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout[8:12] == b"WEBP"
