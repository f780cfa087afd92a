"""The lock that keeps a second process away from a log's file. The system releases it when its process ends, even after
a crash."""

import os
from importlib import import_module
from pathlib import Path


def try_lock(path: Path) -> int:
    """Lock the file `path`, which is created if need be, and return its file descriptor; closing it releases the lock.
    Raise `BlockingIOError` if another process holds the lock, and other errors of `OSError` if the file cannot be
    opened."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # Python lets no child process inherit it
    try:
        _lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise BlockingIOError(error.errno, error.strerror) from error
    return descriptor


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # on Windows
        windows = import_module("msvcrt")
        windows.locking(descriptor, windows.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
