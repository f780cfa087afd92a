"""Doors in the embedded log's own database file, through a connection of their own."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from domain.audience import Role
from server.doors.contract import Chronicle, Door, DoorKind, SeatRow
from server.log.contract import LogError

SCHEMA = """
CREATE TABLE IF NOT EXISTS chronicle (id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS seat (
    id TEXT PRIMARY KEY, chronicle TEXT NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, revoked INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS door (
    hash TEXT PRIMARY KEY, kind TEXT NOT NULL, seat TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS door_seat ON door (seat);
"""
WAIT_FOR_WRITER = 5.0
"""Seconds to wait while the log's writer has the file."""

Row = tuple[Any, ...]


class SqliteDoors:
    """One process serves the file (the log's lock sees to that), so changes are told by a direct call."""

    def __init__(self, path: Path) -> None:
        self._listeners: list[Callable[[str], None]] = []
        self._lock = asyncio.Lock()
        try:
            self._db = sqlite3.connect(path, timeout=WAIT_FOR_WRITER, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(SCHEMA)
        except sqlite3.Error as error:
            raise LogError(f"The doors cannot be kept in {path}: {error}.") from error

    async def put_chronicle(self, chronicle: Chronicle) -> None:
        """Write a chronicle."""
        row = (chronicle.id, chronicle.name, chronicle.created)
        await self._do("INSERT OR REPLACE INTO chronicle VALUES (?, ?, ?)", row)

    async def chronicles(self) -> list[Chronicle]:
        """All of them, oldest first."""
        return [Chronicle(*row) for row in await self._do("SELECT * FROM chronicle ORDER BY created, id")]

    async def put_seat(self, seat: SeatRow) -> None:
        """Write a seat and tell of it."""
        sql = (
            "INSERT INTO seat VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "role = excluded.role, name = excluded.name, revoked = excluded.revoked"
        )
        await self._do(sql, (seat.id, seat.chronicle, seat.role, seat.name, seat.revoked))
        for act in self._listeners:
            act(seat.id)

    async def seat(self, id_: str) -> SeatRow | None:
        """The seat of this id."""
        rows = await self._do("SELECT * FROM seat WHERE id = ?", (id_,))
        return _seat(rows[0]) if rows else None

    async def seats(self, chronicle: str) -> list[SeatRow]:
        """A chronicle's seats, oldest first."""
        return [_seat(r) for r in await self._do("SELECT * FROM seat WHERE chronicle = ? ORDER BY rowid", (chronicle,))]

    async def put_door(self, door: Door) -> None:
        """Write a door."""
        row = (door.hash, door.kind, door.seat, door.created, door.expires)
        await self._do("INSERT OR REPLACE INTO door VALUES (?, ?, ?, ?, ?)", row)

    async def find_door(self, hash_: str) -> Door | None:
        """The door that this hash opens."""
        rows = await self._do("SELECT * FROM door WHERE hash = ?", (hash_,))
        return Door(*rows[0]) if rows else None

    async def consume_door(self, hash_: str) -> bool:
        """Remove a door; whether it was this call that did."""
        return bool(await self._do("DELETE FROM door WHERE hash = ? RETURNING hash", (hash_,)))

    async def delete_doors(self, seat: str, kind: DoorKind | None = None) -> None:
        """Remove a seat's doors."""
        await self._do("DELETE FROM door WHERE seat = ? AND (? IS NULL OR kind = ?)", (seat, kind, kind))

    def on_change(self, act: Callable[[str], None]) -> None:
        """Have changes told."""
        self._listeners.append(act)

    async def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    async def _do(self, sql: str, values: Row = ()) -> list[Row]:
        async with self._lock:
            try:
                return await asyncio.to_thread(lambda: self._db.execute(sql, values).fetchall())
            except sqlite3.Error as error:
                raise LogError(f"The doors cannot be read or written: {error}.") from error


def _seat(row: Row) -> SeatRow:
    return SeatRow(row[0], row[1], cast("Role", row[2]), row[3], bool(row[4]))
