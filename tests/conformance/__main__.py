"""`make conformance`: RFC 6455 as the Autobahn suite has it, against the class that serves the tables, limits on, and
against the client library (F27):

    python -m tests.conformance

All cases but those of messages beyond our limit (9) and of compression, which is not spoken (12, 13): 247 for either.
Prints each case that is not passed; the exit code is 1 unless there are none.
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
"""What is about text, which a peer closes the door to."""
PASSED = {"OK", "NON-STRICT", "INFORMATIONAL"}
KNOWN = {"client 7.1.5": "it takes a close between two fragments for a fault, which RFC 6455 (5.4) allows"}
"""What the client library is known for; nobody here sends such a thing."""
CASES = 247
OF_A_PEER = 19
START_SECONDS = 30.0

Found = dict[str, dict[str, dict[str, Any]]]


async def fuzzed_server(program: Path, folder: Path) -> Found:
    """What a fuzzing client finds of our server."""
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
    """What a fuzzing server finds of the client library."""
    port = free_port()
    url = f"ws://127.0.0.1:{port}"
    spec = {"url": url, "outdir": str(folder / "client"), "cases": ["*"], "exclude-cases": LEFT_OUT}
    process = await started(program, folder, "fuzzingserver", spec)
    try:
        async with asyncio.timeout(START_SECONDS):
            while not await answers(port):  # noqa: ASYNC110 - a program of others has no event for it
                await asyncio.sleep(0.05)
        await visit(url, "client")
    finally:
        process.terminate()
        said = await process.communicate()
    return found(folder / "client", said[0])


async def started(program: Path, folder: Path, mode: str, spec: dict[str, Any]) -> asyncio.subprocess.Process:
    """The suite, in one of its modes."""
    file = folder / f"{mode}.json"
    file.write_text(json.dumps(spec))
    return await asyncio.create_subprocess_exec(
        str(program), "--mode", mode, "--spec", str(file), "--webport", "0", cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def answers(port: int) -> bool:
    """Whether somebody listens there."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def found(folder: Path, said: bytes) -> Found:
    """The suite's report. Raises `CannotConform` where it wrote none."""
    try:
        report: Found = json.loads((folder / "index.json").read_text())
    except OSError:
        raise CannotConform(f"The conformance suite ended without a report: {said.decode()[-500:]}") from None
    return report


def failures(report: Found) -> Iterator[str]:
    """Each case that was not passed, or is known not to be and was."""
    for agent, cases in report.items():
        for case, outcome in cases.items():
            passed = {outcome["behavior"], outcome["behaviorClose"]} <= PASSED
            if passed == (f"{agent} {case}" in KNOWN):
                yield f"{agent} {case}: {outcome['behavior']}, close {outcome['behaviorClose']}"


async def run(program: Path) -> int:
    """Both, one after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = await fuzzed_server(program, folder) | await fuzzed_client(program, folder)
    wrong = list(failures(report))
    for line in wrong:
        print(line)
    for case in KNOWN:
        print(f"{case}: known, {KNOWN[case]}")
    counts = {agent: len(cases) for agent, cases in report.items()}
    for agent, expected in (("server", CASES), ("peer", OF_A_PEER), ("client", CASES)):
        failed = sum(line.startswith(f"{agent} ") for line in wrong)
        print(f"{agent:<8} {counts.get(agent, 0)} cases of {expected}, {failed} failed")
    whole = counts == {"server": CASES, "peer": OF_A_PEER, "client": CASES}
    return 0 if whole and not wrong else 1


def main() -> int:
    """Run it, or say in a sentence why it cannot be."""
    try:
        return asyncio.run(run(wstest()))
    except CannotConform as cannot:
        sys.stderr.write(f"{cannot}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
