"""The server's log, as text for people or as JSON lines for machines: time, level, logger, message and table.

Law (SEC24). The log never contains what people say, roll or are called. An error is logged by its type and its place in
     the code, without its message. A JSON line has the message's pattern, and the message with only those arguments
     that cannot come from a user.
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
_REPEAT_AFTER: Final = 30.0
"""Seconds until the same warning is logged again."""
_WARNINGS_KEPT: Final = 10_000
"""The most different warnings that are kept. A process has fewer tables, and each table may have its own warning."""


_ExcInfo: TypeAlias = (
    # the type as the module `logging` defines it
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class WarningThrottle(logging.Filter):
    """Logs a warning that is repeated only once in a while, with the number of repetitions that were left out. While
    the log is out of reach, every table warns again and again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._logged: dict[tuple[object, ...], tuple[float, int]] = {}
        """For each warning: when it was last logged, and how many repetitions were left out since. The oldest comes
        first."""

    def filter(self, record: logging.LogRecord) -> bool:
        """True if this record should be logged."""
        args = record.args if isinstance(record.args, tuple) else ()
        if record.levelno != logging.WARNING:
            return True
        errors = [str(arg) for arg in args if isinstance(arg, LogError)]
        warning = (
            str(record.msg),
            *(errors or map(str, args)),
        )  # the same error of the log at another table counts as a repetition
        now = self._now()
        logged, suppressed = self._logged.get(warning, (float("-inf"), 0))
        if now - logged < _REPEAT_AFTER:
            self._logged[warning] = logged, suppressed + 1
            return False
        self._logged.pop(warning, None)  # so that it is inserted again at the end, as the newest
        if len(self._logged) >= _WARNINGS_KEPT:
            del self._logged[next(iter(self._logged))]
        self._logged[warning] = now, 0
        record.__dict__["before"] = suppressed  # logging itself puts extra fields into a record in this way
        return True


def _suppressed(record: logging.LogRecord) -> int:
    """Return how many repetitions were left out before this record."""
    return int(getattr(record, "before", 0))


class TextFormatter(logging.Formatter):
    """Lines for a terminal. A traceback ends with the type of the error, without its message, because the message may
    quote a user."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a line with its traceback."""
        record.exc_text = None  # drop the traceback text that another handler cached: it contains the error's message
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Format a line, with the number of repetitions that were left out."""
        before = _suppressed(record)
        return super().formatMessage(record) + (f" (and {before} times before)" if before else "")

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 - logging's own name
        """Format the traceback and the error's type."""
        where = "".join(traceback.format_tb(ei[2]))
        return f"{where}{ei[0].__name__ if ei[0] else ''}"


def _safe_message(pattern: object, args: tuple[object, ...]) -> str:
    """Return the message with its safe arguments only: numbers, stream names, and the log's own errors."""
    kept = tuple(arg if _is_safe(arg) else _LEFT_OUT for arg in args)
    try:
        return str(pattern) % kept
    except (TypeError, ValueError):  # the pattern needs a number where the argument was left out
        return str(pattern)


def _is_safe(arg: object) -> bool:
    return isinstance(arg, (int, float, LogError)) or (isinstance(arg, str) and _STREAM.fullmatch(arg) is not None)


class JsonFormatter(logging.Formatter):
    """Lines for machines, each a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record without any content from users."""
        line: dict[str, object] = {
            "at": round(record.created, 3), "level": record.levelname, "from": record.name, "what": str(record.msg),
        }  # fmt: skip
        args = record.args if isinstance(record.args, tuple) else ()
        streams = [arg for arg in args if isinstance(arg, str) and _STREAM.fullmatch(arg)]
        if args:
            line["said"] = _safe_message(record.msg, args)
        if streams:
            line["table"] = streams[0]
        if before := _suppressed(record):
            line["before"] = before
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
        return json.dumps(line)
