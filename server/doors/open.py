"""Open the doors' store that goes with a log, by the log's URL."""

from pathlib import Path

from server.doors.contract import Doors
from server.doors.sqlite import SqliteDoors
from server.log.contract import LogError


async def open_doors(url: str) -> Doors:
    """The store for a log's URL. Raises `LogError`."""
    if url.startswith("sqlite:///"):
        return SqliteDoors(Path(url.removeprefix("sqlite:///")))
    raise LogError(f"There is no store of doors for {url.partition(':')[0]}:.")
