"""The law of the access store, which keeps seats and their credentials (links and sessions).

Rule 1. A credential is stored under the SHA-256 of its secret. The secret itself is never stored.
Rule 2. If several callers take the same one-time credential, exactly one of them gets it (`take_credential`).
Rule 3. The store has no clock and no source of chance. Callers pass the time, and decide which credentials have
        expired.
Rule 4. A listener in any process learns within a second of every changed seat, every removed credential and every
        value that was kept.
Rule 5. A session is added only while its link exists, and all credentials of a seat are removed in one step
        (`put_credential`, `delete_credentials`). So a session that is opened at the same time is removed too, or is not
        added.
Rule 6. A chronicle is deleted with all its seats and their credentials in one step (`delete_chronicle`). Its id and
        its status stay stored, so that no process can bring it back: it can then only become "deleted", and no seat of
        it is stored.
Rule 7. A push subscription is removed together with its session, in the same step.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, Literal, Protocol, TypeVar

import msgspec

from domain.core.audience import Role

PUSH_KEY: Final = "push-signing-key"
"""The name of the kept value with which this server signs push messages. Subscriptions hold for this key alone."""
CredentialKind = Literal["host", "link", "session"]
ChronicleStatus = Literal["", "hidden", "deleting", "deleted"]
"""A chronicle is shown in the host's list (""), shown apart from the others (hidden), being deleted while some of it is
still stored (deleting), or deleted."""
GONE: frozenset[ChronicleStatus] = frozenset({"deleting", "deleted"})
SettingName = Literal["address", "public-address", "way-back"]
"""The name of a kept value that is a text. `address`: the origin to which the newest host link leads.
`public-address`: the origin at which players reach the server, as the host has set it. `way-back`: a random text, by
whose hash a server recognises an answer of its own (`way_back.py`)."""


class Chronicle(msgspec.Struct, frozen=True):
    """A chronicle in the host's list. `created`: milliseconds since 1970."""

    id: str
    name: str
    created: int
    status: ChronicleStatus = ""


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a chronicle. Its id is unique among all chronicles."""

    id: str
    chronicle: str
    role: Role
    name: str
    revoked: bool = False


class Credential(msgspec.Struct, frozen=True):
    """A link or a session, stored by the hash of its secret. The credentials of the host have no seat (""). Times are
    milliseconds since 1970; `expires` 0 means never."""

    hash: str
    kind: CredentialKind
    seat: str
    created: int
    expires: int = 0


class PushSubscription(msgspec.Struct, frozen=True):
    """The place to which a browser wants push messages: the URL of its push service, and the two keys for the
    encryption (base64url). It belongs to a session, which is given by its hash. `language`: the reader's language."""

    session: str
    seat: str
    endpoint: str
    key: str
    auth: str
    language: str


class Changed(msgspec.Struct, frozen=True):
    """A notice that this seat or credential has changed, so the listener must read it again, that this chronicle is
    being deleted, or that the value with this name has changed. If all fields are empty, anything may have changed,
    because listening has just begun, perhaps again after the connection was lost."""

    seat: str = ""
    # Servers of all versions use these names in the messages between them.
    credential: str = msgspec.field(default="", name="door")
    chronicle: str = ""
    kept: str = msgspec.field(default="", name="setting")


Row = TypeVar("Row", Chronicle, SeatRow, Credential, PushSubscription)
"""What a store keeps row by row."""
OnChange = Callable[[Changed], None]


def hash_of(secret: str) -> str:
    """Return the key of a credential: the SHA-256 of its secret, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


class AccessStore(Protocol):
    """The access store. Every backend passes the same contract test. Every method raises `LogError` if the store
    fails."""

    async def put_chronicle(self, chronicle: Chronicle) -> bool:
        """Add the chronicle, or replace it, and return True. Store nothing and return False if Rule 6 forbids it."""
        ...

    async def list_chronicles(self) -> list[Chronicle]:
        """Return all chronicles, also deleted ones, the oldest first."""
        ...

    async def delete_chronicle(self, chronicle: str) -> None:
        """Remove the name of the chronicle, all its seats and all their credentials, and set its status to "deleting".
        A chronicle that is deleted already, or is not stored, stays as it is."""
        ...

    async def put_seat(self, seat: SeatRow) -> bool:
        """Add the seat, or replace it, and return True. A revoked seat stays stored, so that its id is never used
        again. Store nothing and return False if the chronicle of the seat is being deleted."""
        ...

    async def get_seat(self, seat: str) -> SeatRow | None: ...

    async def list_seats(self, chronicle: str) -> list[SeatRow]:
        """Return the seats of a chronicle, sorted by id."""
        ...

    async def put_credential(self, credential: Credential, opened_by: str = "") -> bool:
        """Add the credential, and return True. `opened_by` is the hash of the credential that opened it; if that
        credential no longer exists, add nothing and return False."""
        ...

    async def find_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        """Return the credential with this hash, even if it has expired."""
        ...

    async def list_credentials(self, seat: str) -> list[Credential]:
        """Return all credentials of a seat, the oldest first."""
        ...

    async def take_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        """Remove the credential and return it. If several callers take the same one, only the first gets it, and the
        others get None."""
        ...

    async def delete_credentials(
        self, seat: str, kind: CredentialKind | None = None, replacement: Credential | None = None
    ) -> int:
        """Remove all credentials of the seat, or only those of one kind, in one step. Return how many were removed. The
        same step adds the `replacement`: if several callers do this at the same time, only the replacement of the last
        one remains."""
        ...

    async def delete_expired(self, now: int) -> int:
        """Remove every credential that has expired by `now` (milliseconds since 1970). Return how many were removed."""
        ...

    async def put_subscription(self, subscription: PushSubscription) -> bool:
        """Add the push subscription of a session, or replace it, and return True. If the session no longer exists, add
        nothing and return False."""
        ...

    async def delete_subscription(self, seat: str, session: str) -> None:
        """Remove the push subscription of a session of this seat, if there is one."""
        ...

    async def list_subscriptions(self, seat: str) -> list[PushSubscription]:
        """Return the push subscriptions of a seat, sorted by session."""
        ...

    async def keep(self, name: str, value: bytes, instead_of: bytes | None = b"") -> bytes:
        """Store a value of the server under a name, if the stored value is `instead_of` (empty: if there is none; None:
        in any case). Return the value that is stored then. If several callers do this at the same time, only one value
        is stored, and all of them get it."""
        ...

    async def kept(self, name: str) -> bytes:
        """Return the value that is stored under a name; empty if there is none."""
        ...

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        """Call the callback at every change from now on. Return a function that stops this."""
        ...

    async def close(self) -> None: ...
