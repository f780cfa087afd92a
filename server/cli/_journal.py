"""The server's log as JSON lines, for machines: when, how bad, who says it, what kind of thing happened, and at which
table. Never what anybody said, rolled or is called (S24): of a message only its pattern is written, and of an error its
kind and where it came about."""

import json
import logging
import re
import traceback
from pathlib import Path
from typing import Final

from server.log.contract import STREAM_NAME

_STREAM: Final = re.compile(f"(chronicle|scene)/{STREAM_NAME}")


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record without content."""
        line: dict[str, object] = {
            "at": round(record.created, 3), "level": record.levelname, "from": record.name, "what": str(record.msg),
        }  # fmt: skip
        args = record.args if isinstance(record.args, tuple) else ()
        streams = [arg for arg in args if isinstance(arg, str) and _STREAM.fullmatch(arg)]
        if streams:
            line["table"] = streams[0]
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
        return json.dumps(line)
