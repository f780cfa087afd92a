"""A real redis-server for tests: a child process with its own port and folder. Import the fixture `redis_url`."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--aof-load-truncated", "no")
CONNECT_SECONDS = 10.0


class RedisServer:
    """A redis-server. It can be killed and started again on the same port and folder."""

    def __init__(
        self, folder: Path, *settings: str, file: Path | None = None, before: tuple[str, ...] = (), port: int = 0
    ) -> None:
        self.folder = folder
        self._before = before
        self._file = [str(file)] if file else []
        self._settings = settings or DURABLE
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self._child, "redis-server was not started"
        return self._child.pid

    def start(self) -> "RedisServer":
        program = shutil.which("redis-server")
        assert program, "redis-server is missing: install it (Debian, Ubuntu: apt install redis-server)"
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        save = [] if "--sentinel" in self._settings else ["--save", ""]
        command = [*self._before, program, *self._file, *place, *save, *self._settings]
        self._child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._wait()
        return self

    def _wait(self) -> None:
        give_up = time.monotonic() + CONNECT_SECONDS
        while not answers(self.port):
            assert self._child, "redis-server was not started"
            assert self._child.poll() is None, "redis-server ended at once"
            assert time.monotonic() < give_up, "redis-server does not answer"
            time.sleep(0.005)

    @property
    def runs(self) -> bool:
        """True if it was started and has not ended."""
        return self._child is not None and self._child.poll() is None

    def kill(self) -> None:
        """Kill it, as if the power failed for this process only."""
        if self._child:
            self._child.kill()
            self._child.wait()
            self._child = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """True if a Redis there answers and has loaded its data."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1.0) as line:
            line.sendall(b"PING\r\n")
            return not line.recv(64).startswith(b"-LOADING")
    except OSError:
        return False


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A durable redis-server for this test only."""
    (tmp_path / "redis").mkdir()
    server = RedisServer(tmp_path / "redis").start()
    yield server
    server.kill()


@pytest.fixture
def narrow_url(tmp_path: Path) -> Iterator[str]:
    """A durable redis-server whose only user is that of `compose/users.acl`, with exactly that user's rights."""
    rights = (Path(__file__).parents[1] / "compose" / "users.acl").read_text()
    users = tmp_path / "users.acl"
    users.write_text(rights.replace("PASSWORD_DIGEST", sha256(b"pw").hexdigest()))
    (tmp_path / "narrow").mkdir()
    server = RedisServer(tmp_path / "narrow", *DURABLE, "--aclfile", str(users)).start()
    yield server.url.replace("//", "//coterie:pw@")
    server.kill()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    return redis_server.url
