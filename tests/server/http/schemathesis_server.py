"""Run schemathesis against the HTTP API of a server without rate limits (FLT28).

The server runs in a thread of this process. Schemathesis sends requests that the API's description allows, and requests
that it does not allow:

    python -m tests.server.http.schemathesis_server --examples 5000 --seed 7
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest import mock

from server.http import api, dice, enter_and_leave, pictures
from server.http.openapi import described
from server.limits_and_timeouts import Rate
from tests.server.whole_server import running

HERE = Path(__file__).parent
OFTEN = Rate(1e9, 1e9)
START_SECONDS = 30.0


@contextmanager
def open_house() -> Iterator[dict[str, str]]:
    """Start a server without rate limits. Yield its address, and the tokens for the requests, as environment
    variables."""
    told: dict[str, str] = {}
    ready, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with running() as guests:
            teller = await guests.chronicle()
            told.update(COTERIE_URL=guests.base, COTERIE_HOST=await guests.host(), COTERIE_TELLER=teller.token)
            guests.responses.clear()
            ready.set()
            await asyncio.to_thread(over.wait)

    with (
        mock.patch.object(dice, "DICE_QUESTIONS", OFTEN),
        mock.patch.object(enter_and_leave, "WRONG_LINKS", OFTEN),
        mock.patch.object(pictures, "UPLOADS", OFTEN),
    ):
        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        try:
            assert ready.wait(START_SECONDS), "the server did not start"
            yield told
        finally:
            over.set()
            thread.join()


class Asked(NamedTuple):
    """The result of a run of schemathesis: success or failure, its output, and the number of random requests to each
    operation with parameters or a body. Systematic requests (one for each value of the description) are not counted."""

    sound: bool
    output: str
    often: dict[str, int]


def asked(examples: int, seed: int) -> Asked:
    """Send `examples` random requests to each operation, with all checks of schemathesis."""
    with open_house() as told, TemporaryDirectory() as folder:  # schemathesis keeps state for its next run
        command = [
            sys.executable, "-m", "schemathesis.cli", f"--config-file={HERE / 'schemathesis.toml'}", "run",
            f"{told['COTERIE_URL']}/api/schema/openapi", f"--max-examples={examples}", f"--seed={seed}",
            "--report=ndjson", f"--report-dir={folder}",
        ]  # fmt: skip
        done = subprocess.run(command, cwd=folder, env=os.environ | told, capture_output=True, text=True, check=False)
        counted = _counted(Path(folder))
    often = {operation: counted[operation] for operation in taking()}
    return Asked(done.returncode == 0, done.stdout + done.stderr, often)


def taking() -> list[str]:
    """Return the operations that have parameters or a body. All other operations have only a single possible
    request."""
    return [
        f"{method.upper()} {path}"
        for path, methods in described(api.DESCRIBED)["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation or operation.get("parameters")
    ]


def _counted(folder: Path) -> Counter[str]:
    """Count the random requests of each operation in the report of schemathesis, which has a JSON object in each
    line."""
    counted: Counter[str] = Counter()
    for report in folder.glob("*.ndjson"):
        for line in report.read_text().splitlines():
            finished: dict[str, Any] = json.loads(line).get("ScenarioFinished", {})
            if finished.get("phase") == "fuzzing":
                counted[finished["recorder"]["label"]] += len(finished["recorder"]["cases"])
    return counted


def main() -> int:
    """Run schemathesis and print the result."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.http.schemathesis_server", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--examples", type=int, default=5000, help="questions of each operation (5000)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    arguments = parser.parse_args()
    done = asked(arguments.examples, arguments.seed)
    sys.stdout.write(done.output)
    for operation, times in done.often.items():
        print(f"{times:>9,} {operation}")
    return 0 if done.sound else 1


if __name__ == "__main__":
    sys.exit(main())
