"""The law of the doors' store.

Rule 1. Only hashes of secrets are ever stored.
Rule 2. What is put, is put: a write returns when it is as durable as the log's.
Rule 3. A one-time door is consumed by exactly one of those who try.
Rule 4. A change to a seat is told to every process that serves the same store, within a second.
"""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from domain.audience import Role

DoorKind = Literal["host", "link", "session"]


class Chronicle(msgspec.Struct, frozen=True):
    """A chronicle of this house. `created`: milliseconds since 1970."""

    id: str
    name: str
    created: int


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a chronicle: a person's place, whatever links and sessions open it."""

    id: str
    chronicle: str
    role: Role
    name: str
    revoked: bool


class Door(msgspec.Struct, frozen=True):
    """What a secret opens: `hash` is the SHA-256 of the secret in hex; `seat` is "" for the host. Times are
    milliseconds since 1970; `expires` 0 is never."""

    hash: str
    kind: DoorKind
    seat: str
    created: int
    expires: int


class Doors(Protocol):
    """A store of doors. Raises `LogError` when it cannot be reached or written."""

    async def put_chronicle(self, chronicle: Chronicle) -> None: ...

    async def chronicles(self) -> list[Chronicle]:
        """All of them, oldest first."""
        ...

    async def put_seat(self, seat: SeatRow) -> None:
        """Write a seat, new or changed; whoever listens (`on_change`) is told its id."""
        ...

    async def seat(self, id_: str) -> SeatRow | None: ...

    async def seats(self, chronicle: str) -> list[SeatRow]:
        """A chronicle's seats in the order in which they were first put."""
        ...

    async def put_door(self, door: Door) -> None: ...

    async def find_door(self, hash_: str) -> Door | None: ...

    async def consume_door(self, hash_: str) -> bool:
        """Remove a door; whether it was this call that did."""
        ...

    async def delete_doors(self, seat: str, kind: DoorKind | None = None) -> None:
        """Remove all doors of a seat, or those of one kind."""
        ...

    def on_change(self, act: Callable[[str], None]) -> None:
        """Have `act` called with a seat's id whenever any process changes that seat."""
        ...

    async def close(self) -> None: ...
