"""A server in a thread of its own, without a limit on how often it is asked, and schemathesis, which asks it whatever
its description allows and more (F28):

    python -m tests.server.asked --examples 5000 --seed 7
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from server import http
from server.limits import Rate
from tests.server.houses import running

HERE = Path(__file__).parent
OFTEN = Rate(1e9, 1e9)
START_SECONDS = 30.0


@contextmanager
def open_house() -> Iterator[dict[str, str]]:
    """Where it is, and the tokens of those who may ask."""
    told: dict[str, str] = {}
    ready, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with running() as guests:
            teller = await guests.chronicle()
            told.update(COTERIE_URL=guests.base, COTERIE_HOST=await guests.host(), COTERIE_TELLER=teller.token)
            guests.responses.clear()
            ready.set()
            await asyncio.to_thread(over.wait)

    with mock.patch.multiple(http, QUESTIONS=OFTEN, WRONG_LINKS=OFTEN):
        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        try:
            assert ready.wait(START_SECONDS), "the server did not start"
            yield told
        finally:
            over.set()
            thread.join()


def asked(examples: int, seed: int, *more: str) -> subprocess.CompletedProcess[str]:
    """Ask so often of every kind, all checks on; its output says what was wrong."""
    with open_house() as told, TemporaryDirectory() as folder:  # it keeps what it found for its next run: not here
        command = [
            sys.executable, "-m", "schemathesis.cli", f"--config-file={HERE / 'schemathesis.toml'}", "run",
            f"{told['COTERIE_URL']}/api/schema/openapi", f"--max-examples={examples}", f"--seed={seed}", *more,
        ]  # fmt: skip
        return subprocess.run(command, cwd=folder, env=os.environ | told, capture_output=True, text=True, check=False)


def main() -> int:
    """Ask, and show what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.asked", description=__doc__.split("\n")[0])
    parser.add_argument("--examples", type=int, default=5000, help="questions of every kind (5000)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    arguments = parser.parse_args()
    done = asked(arguments.examples, arguments.seed)
    sys.stdout.write(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
