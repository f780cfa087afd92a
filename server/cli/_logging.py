"""The server's log, for people or as JSON lines for machines: when, how bad, who says it, what kind of thing happened,
and at which table. Never what anybody said, rolled or is called (S24): of an error only its kind and where it came
about is written, and for machines of a message only its pattern, and what it says but for what anybody may have typed.
"""

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, TypeAlias

from server.log.contract import STREAM_NAME, LogError

_STREAM: Final = re.compile(f"(chronicle|scene)/{STREAM_NAME}")
_LEFT_OUT: Final = "..."
_AGAIN_AFTER: Final = 30.0
"""Seconds until the same warning is said again."""
_WARNINGS_KEPT: Final = 10_000
"""As many different ones, and more than there are tables in a process: of each its own may be said in turn."""


_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]  # as logging has it
)


class Seldom(logging.Filter):
    """The same warning once in a while, and then how many there were: of a log out of reach every table complains,
    again and again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[tuple[object, ...], tuple[float, int]] = {}
        """When each warning was said last, and how many like it were left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is said."""
        args = record.args if isinstance(record.args, tuple) else ()
        if record.levelno != logging.WARNING:
            return True
        errors = [str(arg) for arg in args if isinstance(arg, LogError)]
        warning = (str(record.msg), *(errors or map(str, args)))  # a log's trouble is everybody's, whoever complains
        now = self._now()
        said, left_out = self._said.get(warning, (float("-inf"), 0))
        if now - said < _AGAIN_AFTER:
            self._said[warning] = said, left_out + 1
            return False
        self._said.pop(warning, None)  # so that the first in order is the one that was said longest ago
        if len(self._said) >= _WARNINGS_KEPT:
            del self._said[next(iter(self._said))]
        self._said[warning] = now, 0
        record.__dict__["before"] = left_out  # as logging itself puts what is extra into a record
        return True


def _before(record: logging.LogRecord) -> int:
    """How many like it were left out since one was said."""
    return int(getattr(record, "before", 0))


class Lines(logging.Formatter):
    """Lines as they are read in a terminal; a traceback without the error's words, which may be anybody's."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """A line, and the traceback below it."""
        record.exc_text = None  # what another handler has made of it has the words
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """One line, with how many like it were left out."""
        before = _before(record)
        return super().formatMessage(record) + (f" (and {before} times before)" if before else "")

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 - logging's own name
        """Where it came about, and what kind of error it is."""
        where = "".join(traceback.format_tb(ei[2]))
        return f"{where}{ei[0].__name__ if ei[0] else ''}"


def _said(pattern: object, args: tuple[object, ...]) -> str:
    """A message with what is harmless in it: numbers, streams, and a log's own sentences."""
    kept = tuple(arg if _is_harmless(arg) else _LEFT_OUT for arg in args)
    try:
        return str(pattern) % kept
    except (TypeError, ValueError):  # a number was to stand where something is left out
        return str(pattern)


def _is_harmless(arg: object) -> bool:
    return isinstance(arg, (int, float, LogError)) or (isinstance(arg, str) and _STREAM.fullmatch(arg) is not None)


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record without content."""
        line: dict[str, object] = {
            "at": round(record.created, 3), "level": record.levelname, "from": record.name, "what": str(record.msg),
        }  # fmt: skip
        args = record.args if isinstance(record.args, tuple) else ()
        streams = [arg for arg in args if isinstance(arg, str) and _STREAM.fullmatch(arg)]
        if args:
            line["said"] = _said(record.msg, args)
        if streams:
            line["table"] = streams[0]
        if before := _before(record):
            line["before"] = before
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
        return json.dumps(line)
