"""The rows of earlier runs, kept as JSON lines for comparison."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]
"""The figures of a load: `load`, `us_per_update`, `raw_us_per_update`, `ratio`, `p99_ms`, `raw_p99_ms` and more."""


class History:
    """A file of rows, the newest last."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def last(self, load: str) -> Row | None:
        """Return the newest row of a load."""
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        rows: Iterable[Row] = map(json.loads, reversed(lines))
        return next((row for row in rows if row["load"] == load), None)

    def add(self, rows: Iterable[Row]) -> None:
        """Append these rows."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a") as file:
            file.writelines(f"{json.dumps(row)}\n" for row in rows)
