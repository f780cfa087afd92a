"""The access store in SQLite: tables in the file of the log, with a connection and a thread of their own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from server.access import contract
from server.access.change_listeners import ChangeListeners
from server.log.sqlite.file import connect, errors_explained

Answer = TypeVar("Answer")
Values = tuple[str | int | bytes | None, ...]
KEPT: Final = {
    "kept": "SELECT value FROM kept WHERE name = ?",
    "settings": "SELECT CAST(value AS BLOB) FROM settings WHERE name = ?",
}
"""For each table with kept values, the query for one of them. Older versions had a second table for texts."""


class SqliteAccessStore:
    """An access store in the log's file. Use `SqliteAccessStore.open`. In a server, the log already holds the lock of
    the file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, "coterie-access")
        self._listeners = ChangeListeners()

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> "SqliteAccessStore":
        """Open the store. Raise `LogError` as the log does."""
        return cls(path, await asyncio.to_thread(connect, path, read_only=read_only))

    async def put_chronicle(self, chronicle: contract.Chronicle) -> bool:
        id_, name, created, status = msgspec.structs.astuple(chronicle)

        def put() -> bool:
            if status != "deleted" and self._is_gone(id_):
                return False
            self._connection.execute("INSERT OR REPLACE INTO chronicles VALUES (?, ?, ?)", (id_, name, created))
            self._connection.execute("INSERT OR REPLACE INTO chronicle_status VALUES (?, ?)", (id_, status))
            return True

        return await self._write(put)

    async def list_chronicles(self) -> list[contract.Chronicle]:
        query = "SELECT id, name, created, {} FROM chronicles {} ORDER BY created, id"
        if await self._has_table("chronicle_status"):
            query = query.format("coalesce(status, '')", "LEFT JOIN chronicle_status USING (id)")
        else:
            query = query.format("''", "")
        return await self._rows(contract.Chronicle, query)

    async def delete_chronicle(self, chronicle: str) -> None:
        def delete() -> bool:
            query = "UPDATE chronicles SET name = '' WHERE id = ? RETURNING id"
            if self._is_gone(chronicle) or not self._connection.execute(query, (chronicle,)).fetchall():
                return False
            for query in (
                "INSERT OR REPLACE INTO chronicle_status VALUES (?, 'deleting')",
                "DELETE FROM doors WHERE seat IN (SELECT id FROM seats WHERE chronicle = ?)",
                "DELETE FROM seats WHERE chronicle = ?",
            ):
                self._connection.execute(query, (chronicle,))
            return True

        if await self._write(delete):
            self._listeners.notify(contract.Changed(chronicle=chronicle))

    def _is_gone(self, chronicle: str) -> bool:
        query = "SELECT 1 FROM chronicle_status WHERE id = ? AND status IN ('deleting', 'deleted')"
        return self._connection.execute(query, (chronicle,)).fetchone() is not None

    async def put_seat(self, seat: contract.SeatRow) -> bool:
        def put() -> bool:
            if self._is_gone(seat.chronicle):
                return False
            query = "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)"
            self._connection.execute(query, msgspec.structs.astuple(seat))
            return True

        if not await self._write(put):
            return False
        self._listeners.notify(contract.Changed(seat=seat.id))
        return True

    async def get_seat(self, seat: str) -> contract.SeatRow | None:
        query = "SELECT id, chronicle, role, name, revoked FROM seats WHERE id = ?"
        return next(iter(await self._rows(contract.SeatRow, query, (seat,))), None)

    async def list_seats(self, chronicle: str) -> list[contract.SeatRow]:
        query = "SELECT id, chronicle, role, name, revoked FROM seats WHERE chronicle = ? ORDER BY id"
        return await self._rows(contract.SeatRow, query, (chronicle,))

    async def put_credential(self, credential: contract.Credential, opened_by: str = "") -> bool:
        condition = "?6 = '' OR EXISTS (SELECT 1 FROM doors WHERE hash = ?6)"
        query = f"INSERT OR REPLACE INTO doors SELECT ?1, ?2, ?3, ?4, ?5 WHERE {condition} RETURNING hash"
        return bool(await self._run(query, (*msgspec.structs.astuple(credential), opened_by)))

    async def find_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        query = "SELECT hash, kind, seat, created, expires FROM doors WHERE hash = ?"
        return next(iter(await self._rows(contract.Credential, query, (hash,))), None)

    async def list_credentials(self, seat: str) -> list[contract.Credential]:
        query = "SELECT hash, kind, seat, created, expires FROM doors WHERE seat = ? ORDER BY created, hash"
        return await self._rows(contract.Credential, query, (seat,))

    async def take_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        return next(iter(await self._remove("hash = ?", (hash,))), None)

    async def delete_credentials(
        self, seat: str, kind: contract.CredentialKind | None = None, replacement: contract.Credential | None = None
    ) -> int:
        return len(await self._remove("seat = ?1 AND (?2 IS NULL OR kind = ?2)", (seat, kind), replacement))

    async def delete_expired(self, now: int) -> int:
        return len(await self._remove("expires BETWEEN 1 AND ?", (now,)))

    async def _has_table(self, name: str) -> bool:
        """True if the file has this table. A file of an older Coterie that is open for reading only may lack it."""
        return await self._in_thread(lambda: self._finds_table(name))

    def _finds_table(self, name: str) -> bool:
        return self._connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone() is not None

    async def put_subscription(self, subscription: contract.PushSubscription) -> bool:
        query = (
            "INSERT OR REPLACE INTO push_subscriptions SELECT ?1, ?2, ?3, ?4, ?5, ?6 "
            "WHERE EXISTS (SELECT 1 FROM doors WHERE hash = ?1) RETURNING session"
        )
        return bool(await self._run(query, msgspec.structs.astuple(subscription)))

    async def delete_subscription(self, seat: str, session: str) -> None:
        await self._run("DELETE FROM push_subscriptions WHERE seat = ? AND session = ?", (seat, session))

    async def list_subscriptions(self, seat: str) -> list[contract.PushSubscription]:
        if not await self._has_table("push_subscriptions"):
            return []
        query = (
            "SELECT session, seat, endpoint, key, auth, language FROM push_subscriptions WHERE seat = ? "
            "ORDER BY session"
        )
        return await self._rows(contract.PushSubscription, query, (seat,))

    async def keep(self, name: str, value: bytes, instead_of: bytes | None = b"") -> bytes:
        def keep() -> tuple[bytes, bool]:
            stored = self._find_kept(name)
            if instead_of not in (None, stored):
                return stored, False
            self._connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, value))
            return value, True

        stored, changed = await self._write(keep)
        if changed:
            self._listeners.notify(contract.Changed(kept=name))
        return stored

    async def kept(self, name: str) -> bytes:
        return await self._in_thread(lambda: self._find_kept(name))

    def _find_kept(self, name: str) -> bytes:
        for table, query in KEPT.items():
            if self._finds_table(table) and (row := self._connection.execute(query, (name,)).fetchone()):
                return bytes(row[0])
        return b""

    async def _remove(
        self, condition: str, values: Values, replacement: contract.Credential | None = None
    ) -> list[contract.Credential]:
        query = f"DELETE FROM doors WHERE {condition} RETURNING hash, kind, seat, created, expires"  # noqa: S608  # ours
        removed = await self._rows(contract.Credential, query, values, replacement)
        for credential in removed:
            self._listeners.notify(contract.Changed(seat=credential.seat, credential=credential.hash))
        return removed

    async def _rows(
        self, kind: type[contract.Row], query: str, values: Values = (), put: contract.Credential | None = None
    ) -> list[contract.Row]:
        fields = kind.__struct_fields__
        rows = await self._run(query, values, put)
        return [msgspec.convert(dict(zip(fields, row, strict=True)), kind, strict=False) for row in rows]

    async def _run(self, query: str, values: Values, put: contract.Credential | None = None) -> list[Values]:
        """Run a query and return its rows. Add the credential `put`, if there is one, in the same transaction."""

        def run() -> list[Values]:
            found = self._connection.execute(query, values).fetchall()
            if put:
                self._connection.execute("INSERT INTO doors VALUES (?, ?, ?, ?, ?)", msgspec.structs.astuple(put))
            return found

        return await (self._write(run) if put else self._in_thread(run))

    async def _write(self, act: Callable[[], Answer]) -> Answer:
        """Run an act of several queries in one transaction."""

        def run() -> Answer:
            self._connection.execute("BEGIN IMMEDIATE")
            return act()

        return await self._in_thread(run)

    async def _in_thread(self, act: Callable[[], Answer]) -> Answer:
        """Run an act in the thread of this store. If it fails, undo it."""

        def run() -> Answer:
            with errors_explained(self._path), self._connection:
                return act()

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def on_change(self, callback: contract.OnChange) -> Callable[[], None]:
        """From now on call the callback at every change. Only one process serves the file, so it makes all changes
        itself."""
        return self._listeners.add(callback)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()
