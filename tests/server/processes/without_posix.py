"""Run the program as if the system were not POSIX: `python -m tests.server.processes.without_posix serve ...`.

The modules and functions that Windows lacks cannot be imported or called. In place of the system's `msvcrt`, which
locks files on Windows, there is one with the same behaviour. A program is run instead of the command line if the first
argument ends in `.py`.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import NoReturn

import platformdirs as _platformdirs  # noqa: F401 - before anything is hidden: it chooses its code by the name of the system

MISSING_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
MISSING_OF_OS = (
    "chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getuid",
    "initgroups", "killpg", "lchown", "mkfifo", "mknod", "nice", "setgid", "setsid", "setuid", "sync", "uname", "wait",
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK",
)  # fmt: skip
MISSING_SIGNALS = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2")


class _Missing(MetaPathFinder):
    """Finds none of the missing modules, before another finder does."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name in MISSING_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def _windows_locks() -> ModuleType:
    """Return a module `msvcrt` whose locks exclude other processes, and fail at once if one holds the lock."""
    module = ModuleType("msvcrt")
    module.LK_NBLCK = 2  # type: ignore[attr-defined]
    lockf, try_lock = os.lockf, os.F_TLOCK

    def locking(descriptor: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        lockf(descriptor, try_lock, size)

    module.locking = locking  # type: ignore[attr-defined]
    return module


def _no_signal_handlers(*_: object) -> NoReturn:
    raise NotImplementedError


def hide_posix() -> None:
    """Hide what Windows lacks from everything that is imported from now on."""
    for name in MISSING_MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Missing())
    sys.modules["msvcrt"] = _windows_locks()
    for name in MISSING_OF_OS:
        delattr(os, name)
    for loop in (asyncio.AbstractEventLoop, asyncio.SelectorEventLoop):
        loop.add_signal_handler = _no_signal_handlers  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    hide_posix()
    if sys.argv[1].endswith(".py"):
        runpy.run_path(sys.argv[1], run_name="__main__")
    else:
        from server.cli import main

        for name in MISSING_SIGNALS:
            delattr(signal, name)
        sys.exit(main())
