"""The picture store in SQLite: a table in the file of the log, with a connection and a thread of their own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from server.log.sqlite.file import connect, errors_explained
from server.pictures.contract import PictureKey

T = TypeVar("T")


class SqlitePictureStore:
    """A picture store in the log's file. Use `SqlitePictureStore.open`; a server holds the log's lock already."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, "coterie-pictures")

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> "SqlitePictureStore":
        """Open the store. Raise `LogError` as the log does."""
        return cls(path, await asyncio.to_thread(connect, path, read_only=read_only))

    async def put(self, key: PictureKey, data: bytes, most: int) -> bool:
        def put() -> bool:
            self._connection.execute("BEGIN IMMEDIATE")
            others = "SELECT count(*) FROM pictures WHERE chronicle = ? AND id <> ? AND seat = ?"
            if self._connection.execute(others, key).fetchone()[0] >= most:
                return False
            self._connection.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?, ?, ?)", (*key, data))
            return True

        return await self._run(put)

    async def find(self, chronicle: str, picture: str) -> bytes | None:
        query = "SELECT data FROM pictures WHERE chronicle = ? AND id = ? LIMIT 1"
        rows = await self._rows(query, (chronicle, picture))
        return rows[0][0] if rows else None

    async def has(self, key: PictureKey) -> bool:
        return bool(await self._rows("SELECT 1 FROM pictures WHERE chronicle = ? AND id = ? AND seat = ?", key))

    async def keys(self, chronicle: str) -> list[PictureKey]:
        query = "SELECT chronicle, id, seat FROM pictures WHERE chronicle = ? ORDER BY id, seat"
        return [PictureKey(*row) for row in await self._rows(query, (chronicle,))]

    async def size(self, chronicle: str) -> int:
        query = "SELECT coalesce(sum(length(data)), 0) FROM pictures WHERE chronicle = ?"
        rows = await self._rows(query, (chronicle,))
        return int(rows[0][0]) if rows else 0

    async def delete(self, chronicle: str) -> int:
        query = "DELETE FROM pictures WHERE chronicle = ?"
        return await self._run(lambda: self._connection.execute(query, (chronicle,)).rowcount)

    async def _rows(self, query: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none in a file of an older Coterie, which is open for reading only and has no
        table of pictures."""

        def rows() -> list[tuple[Any, ...]]:
            known = "SELECT 1 FROM sqlite_schema WHERE name = 'pictures'"
            if self._connection.execute(known).fetchone() is None:
                return []
            return self._connection.execute(query, values).fetchall()

        return await self._run(rows)

    async def _run(self, act: Callable[[], T]) -> T:
        """Run an act in a transaction, in the thread of this store."""

        def run() -> T:
            with errors_explained(self._path), self._connection:
                return act()

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()
