"""The law of the doors: who may come in where.

Rule 1. A door is known by the SHA-256 of its secret. The secret itself is never stored.
Rule 2. A one-time door is taken by exactly one of those who try at the same time (`take_credential`).
Rule 3. The store knows no clock and no chance: who calls brings the times and decides what has expired.
Rule 4. Whoever listens hears of every change to a seat and of every door that goes, in every process, within a second.
Rule 5. A session is put only while its link stands, and the doors of a seat go all at once (`put_credential`,
`delete_credentials`): whoever comes in meanwhile goes with them, or stays outside.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Literal, Protocol

import msgspec

from domain.core.audience import Role

CredentialKind = Literal["host", "link", "session"]


class Chronicle(msgspec.Struct, frozen=True):
    """A chronicle as the host link lists it. `created`: milliseconds since 1970."""

    id: str
    name: str
    created: int


class SeatRow(msgspec.Struct, frozen=True):
    """A place at a chronicle's table. Its id is unlike that of any seat of any chronicle."""

    id: str
    chronicle: str
    role: Role
    name: str
    revoked: bool = False


class Credential(msgspec.Struct, frozen=True):
    """A way in. `host` doors open no seat (""). Times are milliseconds since 1970; `expires` 0 is never."""

    hash: str
    kind: CredentialKind
    seat: str
    created: int
    expires: int = 0


class Changed(msgspec.Struct, frozen=True):
    """Something about this seat or this door is no longer as it was: ask again. Both empty: anything may have changed,
    for the hearing began, or began again after a cut."""

    seat: str = ""
    credential: str = msgspec.field(default="", name="door")  # its name between servers of all versions


OnChange = Callable[[Changed], None]


def hash_of(secret: str) -> str:
    """Under what a door stands: the SHA-256 of its secret, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


class AccessStore(Protocol):
    """The store. One contract test runs over every backend. Everything raises LogError where the store fails."""

    async def put_chronicle(self, chronicle: Chronicle) -> None: ...

    async def list_chronicles(self) -> list[Chronicle]:
        """All of them, the oldest first."""
        ...

    async def put_seat(self, seat: SeatRow) -> None:
        """Adds the seat, or replaces it: a revoked seat stays, so that nobody gets its id again."""
        ...

    async def get_seat(self, seat: str) -> SeatRow | None: ...

    async def list_seats(self, chronicle: str) -> list[SeatRow]:
        """Those of one chronicle, by id."""
        ...

    async def put_credential(self, credential: Credential, by: str = "") -> bool:
        """Adds the door; one that is had `by` another (its hash) only while that one stands. Whether it was added."""
        ...

    async def find_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        """The door under this hash; whether it has expired is for the caller to see."""
        ...

    async def list_credentials(self, seat: str) -> list[Credential]:
        """All doors of a seat, the oldest first."""
        ...

    async def take_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        """The door, which is gone now; None for everybody but the first."""
        ...

    async def delete_credentials(
        self, seat: str, kind: CredentialKind | None = None, instead: Credential | None = None
    ) -> int:
        """Removes the seat's doors, or those of one kind, all at once; how many they were. In the same step another may
        be put `instead`: of those who do so at the same time, one leaves its own."""
        ...

    async def delete_expired(self, now: int) -> int:
        """Removes every door that has expired by `now` (milliseconds since 1970); how many they were."""
        ...

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        """Hear of changes from now on. Returns what stops it."""
        ...

    async def close(self) -> None: ...
