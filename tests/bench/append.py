"""The append by itself, the second floor: our log appends its usual batches to a fresh store, without decisions, folds
or clients.

`python -m tests.bench.append URL '{"task": "load", ...}'` appends what a server would: a stream per scene, each with
one batch in flight, of as many entries as a scene has commands in flight. It prints the same figures as the driver.
Only the process's own CPU is counted.
"""

import asyncio
import json
import sys
import time
from itertools import count
from random import random
from typing import Any, Final

from server.log.contract import EMPTY, KEY_BYTES, Appended, EventLog, Head, Pending
from server.log.open import open_log

PAYLOAD: Final = bytes(200)
"""About as many bytes as the commit of a roll."""
QUANTILES: Final = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)

_keys = count(1)


def batch(entries: int) -> list[Pending]:
    """So many new entries."""
    return [Pending(next(_keys).to_bytes(KEY_BYTES), PAYLOAD) for _ in range(entries)]


async def appended(log: EventLog, stream: str, head: Head, entries: int) -> Head:
    """Append a batch; return the new head."""
    outcome = await log.append(stream, head, batch(entries))
    if not isinstance(outcome, Appended):
        raise TypeError(f"{stream} reports a conflict, but has no second writer: {outcome}")
    return outcome.head


async def load(log: EventLog, job: dict[str, Any]) -> dict[str, Any]:
    """Append as fast as possible."""
    until = time.monotonic() + job["seconds"]

    async def scene(stream: str) -> int:
        head = EMPTY
        while time.monotonic() < until:
            head = await appended(log, stream, head, job["window"])
        return head.seq

    began, spent = time.monotonic(), time.process_time()
    commands = sum(await asyncio.gather(*(scene(f"scene/{n}") for n in range(job["scenes"]))))
    return {"commands": commands, "seconds": time.monotonic() - began, "server": time.process_time() - spent}


async def pace(log: EventLog, job: dict[str, Any]) -> dict[str, Any]:
    """Append at a fixed rate, each at a random time of its slot."""
    scenes = int(job["scenes"])
    heads = [EMPTY] * scenes
    took: list[float] = []
    gap = 1 / (job["rate"] * scenes)
    began = time.monotonic()
    for slot in range(int(job["seconds"] / gap)):
        await asyncio.sleep(max(began + (slot + random()) * gap - time.monotonic(), 0.0))
        left = time.monotonic()
        heads[slot % scenes] = await appended(log, f"scene/{slot % scenes}", heads[slot % scenes], 1)
        took.append(1000 * (time.monotonic() - left))
    took.sort()
    curve = [(q, took[min(len(took) - 1, int(q * len(took)))]) for q in QUANTILES]
    return {"p50": dict(curve)[0.5], "p99": dict(curve)[0.99], "curve": curve}


async def main() -> None:
    """Run the task of the second argument."""
    log = await open_log(sys.argv[1])
    try:
        job = json.loads(sys.argv[2])
        print(json.dumps(await {"load": load, "pace": pace}[job["task"]](log, job)))
    finally:
        await log.close()


if __name__ == "__main__":
    asyncio.run(main())
