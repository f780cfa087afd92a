"""`make conformance`: the RFC 6455 cases of the Autobahn suite, for the server's own WebSocket class with its limits,
and for the client library (FLT27):

  python -m tests.conformance

All cases except those for messages beyond our limit (9) and for compression, which we do not offer (12, 13): 247 for
each. It prints each case that did not pass; the exit code is 0 if there is none, else 1.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conformance.echo import PEER, PLAIN, serving, visit
from tests.conformance.python27 import CannotConform, wstest
from tests.redis_server import free_port

LEFT_OUT = ["9.*", "12.*", "13.*"]
TEXT = ["1.1.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*"]
"""Cases with text messages, which a connection at a table answers with a close."""
PASSED = {"OK", "NON-STRICT", "INFORMATIONAL"}
KNOWN = {"client 7.1.5": "the library treats a close between two fragments as a fault; RFC 6455 (5.4) allows it"}
"""Cases that the client library fails; no page sends a close between fragments."""
CASES = 247
OF_A_PEER = 19
START_SECONDS = 30.0

Found = dict[str, dict[str, dict[str, Any]]]


async def fuzzed_server(program: Path, folder: Path) -> Found:
    """The report of a fuzzing client about our server."""
    port = free_port()
    url = f"ws://127.0.0.1:{port}"
    spec = {
        "outdir": str(folder / "server"),
        "servers": [{"agent": "server", "url": url + PLAIN}, {"agent": "peer", "url": url + PEER}],
        "cases": ["*"],
        "exclude-cases": LEFT_OUT,
        "exclude-agent-cases": {"peer": TEXT},
    }
    async with serving(port):
        process = await started(program, folder, "fuzzingclient", spec)
        said = await process.communicate()
    return found(folder / "server", said[0])


async def fuzzed_client(program: Path, folder: Path) -> Found:
    """The report of a fuzzing server about the client library."""
    port = free_port()
    url = f"ws://127.0.0.1:{port}"
    spec = {"url": url, "outdir": str(folder / "client"), "cases": ["*"], "exclude-cases": LEFT_OUT}
    process = await started(program, folder, "fuzzingserver", spec)
    try:
        async with asyncio.timeout(START_SECONDS):
            while not await answers(port):  # noqa: ASYNC110 - a foreign program has no event for it
                await asyncio.sleep(0.05)
        await visit(url, "client")
    finally:
        process.terminate()
        said = await process.communicate()
    return found(folder / "client", said[0])


async def started(program: Path, folder: Path, mode: str, spec: dict[str, Any]) -> asyncio.subprocess.Process:
    """Start the suite in one of its modes."""
    file = folder / f"{mode}.json"
    file.write_text(json.dumps(spec))
    return await asyncio.create_subprocess_exec(
        str(program), "--mode", mode, "--spec", str(file), "--webport", "0", cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def answers(port: int) -> bool:
    """True if a process listens there."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def found(folder: Path, said: bytes) -> Found:
    """The suite's report. Raise `CannotConform` if it wrote none."""
    try:
        report: Found = json.loads((folder / "index.json").read_text())
    except OSError:
        raise CannotConform(f"The conformance suite ended without a report: {said.decode()[-500:]}") from None
    return report


def failures(report: Found) -> Iterator[str]:
    """Each case that did not pass, and each known failure that passed."""
    for agent, cases in report.items():
        for case, outcome in cases.items():
            passed = {outcome["behavior"], outcome["behaviorClose"]} <= PASSED
            if passed == (f"{agent} {case}" in KNOWN):
                yield f"{agent} {case}: {outcome['behavior']}, close {outcome['behaviorClose']}"


async def run(program: Path) -> int:
    """Run both parts, print the failures, and return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = await fuzzed_server(program, folder) | await fuzzed_client(program, folder)
    wrong = list(failures(report))
    for line in wrong:
        print(line)
    for case in KNOWN:
        print(f"{case}: known failure, {KNOWN[case]}")
    counts = {agent: len(cases) for agent, cases in report.items()}
    for agent, expected in (("server", CASES), ("peer", OF_A_PEER), ("client", CASES)):
        failed = sum(line.startswith(f"{agent} ") for line in wrong)
        print(f"{agent:<8} {counts.get(agent, 0)} of {expected} cases ran, {failed} failed")
    whole = counts == {"server": CASES, "peer": OF_A_PEER, "client": CASES}
    return 0 if whole and not wrong else 1


def main() -> int:
    """Run the suite, or print in a sentence why it cannot run."""
    try:
        return asyncio.run(run(wstest()))
    except CannotConform as cannot:
        sys.stderr.write(f"{cannot}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
