"""Links and sessions: a link opens a seat, a session keeps it open. Only the hashes of both are stored.

There are no accounts and no cookies. A link is a secret of 256 random bits, which is exchanged for a session token. A
host link works once. A seat's link works until it is reissued, revoked or expired.
"""

from collections.abc import Callable
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from msgspec.structs import replace

from domain.core.audience import Role, Seat
from server.access.contract import (
    GONE,
    AccessStore,
    Changed,
    Chronicle,
    Credential,
    CredentialKind,
    PushSubscription,
    SeatRow,
    SettingName,
    hash_of,
)
from server.clock import Clock
from server.limits_and_timeouts import SESSIONS_MOST, WATCHERS_MOST

DAY: Final = 24 * 3600 * 1000
HOST_LINK_FOR: Final = DAY
LINK_FOR: Final = 365 * DAY
SESSION_FOR: Final = 90 * DAY
HOST_SESSION_FOR: Final = 30 * DAY
"""A session of the host ends when it was not used for so long."""


def _sort_key(name: str) -> tuple[str, str]:
    """Return the key by which names are sorted: capitals and accents make no difference."""
    letters = normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not combining(letter)), letters


class UnknownSecret(Exception):
    """The secret was never issued here."""


class SecretExpired(Exception):
    """The secret was issued here, but it has expired, was used up, or was revoked."""


class Admitted(NamedTuple):
    """The seat that a session opens. `expires`: when the session ends (milliseconds since 1970)."""

    seat: Seat
    name: str
    chronicle: str
    expires: int


class Entered(NamedTuple):
    """A session that was opened with a link: its token, and the row of its seat (None for the host)."""

    token: str
    row: SeatRow | None


class Sessions:
    """Issues and checks links and sessions."""

    def __init__(self, store: AccessStore, clock: Clock, random: Callable[[int], str]) -> None:
        self.store = store
        self._clock = clock
        self.random = random
        """Returns the given number of random bytes, as URL-safe text."""

    def on_change(self, callback: Callable[[Changed], None]) -> None:
        """Call the callback when a process changes a seat or removes a credential."""
        self.store.on_change(callback)

    async def close(self) -> None:
        """Close the store."""
        await self.store.close()

    # Links

    async def host_link(self) -> str:
        """Issue a host link and return its secret. Each process issues its own at the start, and `coterie host-link`
        issues more."""
        return await self._issue("host", "", HOST_LINK_FOR)

    async def invite(self, chronicle: str, name: str, role: Role) -> tuple[SeatRow, str]:
        """Create a seat, and return it with its link's secret. Raise `UnknownSecret` if the chronicle is deleted."""
        row = SeatRow(self.random(9), chronicle, role, name, revoked=False)
        if not await self.store.put_seat(row):
            raise UnknownSecret
        return row, await self._issue("link", row.id, LINK_FOR)

    async def reissue(self, seat: str, *, ends_sessions: bool = False) -> str:
        """Issue a new link for a seat and return its secret. The old link becomes invalid, and a revoked seat can be
        used again. With `ends_sessions` the sessions of the seat end too, in case the old link was stolen."""
        row = await self.store.get_seat(seat)
        if row is None:
            raise UnknownSecret
        secret, link = self._new("link", seat, LINK_FOR)
        await self.store.delete_credentials(seat, None if ends_sessions or row.revoked else "link", replacement=link)
        # This is the last step: even if revoking the seat had failed halfway, its old sessions have ended now.
        if row.revoked:
            await self.store.put_seat(SeatRow(row.id, row.chronicle, row.role, row.name, revoked=False))
        return secret

    async def revoke(self, seat: str) -> None:
        """Close a seat: end its link and all its sessions, in every process."""
        row = await self.store.get_seat(seat)
        if row is None:
            raise UnknownSecret
        await self.store.put_seat(SeatRow(row.id, row.chronicle, row.role, row.name, revoked=True))
        await self.store.delete_credentials(seat)

    # Entering

    async def enter(self, secret: str) -> Entered:
        """Exchange a link's secret for a session token. Raise `UnknownSecret` or `SecretExpired`."""
        credential = await self.store.find_credential(hash_of(secret))
        if credential is None:
            raise UnknownSecret
        if self.over(credential.expires):
            raise SecretExpired
        if credential.kind == "host":
            # The session is issued first. If the link were taken first and the session then failed, the link would be
            # lost.
            token = await self._issue("session", "", HOST_SESSION_FOR)
            if await self.store.take_credential(credential.hash) is None:
                await self.store.take_credential(hash_of(token))
                raise SecretExpired
            return Entered(token, None)
        row = await self.store.get_seat(credential.seat) if credential.kind == "link" else None
        if row is None:
            raise UnknownSecret
        if row.revoked:
            raise SecretExpired
        await self._make_room(row)
        return Entered(await self._issue("session", row.id, SESSION_FOR, opened_by=credential.hash), row)

    async def _make_room(self, row: SeatRow) -> None:
        """If a seat already has as many sessions as it may have, end its oldest ones."""
        sessions = [
            credential for credential in await self.store.list_credentials(row.id) if credential.kind == "session"
        ]
        most = WATCHERS_MOST if row.role == "spectator" else SESSIONS_MOST
        for credential in sessions[: max(len(sessions) - most + 1, 0)]:
            await self.store.take_credential(credential.hash)

    async def leave(self, token: str) -> None:
        """End a session. A token that belongs to no session has no effect."""
        if await self._session(hash_of(token)) is not None:
            await self.store.take_credential(hash_of(token))

    # Checking

    async def session(self, token: str) -> Admitted | None:
        """Return the seat of a session by its token. Return None if the token is invalid or belongs to the host."""
        return await self.still(hash_of(token))

    async def still(self, session: str) -> Admitted | None:
        """Return the seat of a session by the hash of its token. Return None if the session is invalid or belongs to
        the host."""
        credential = await self._session(session)
        row = await self.store.get_seat(credential.seat) if credential is not None and credential.seat else None
        if credential is None or row is None or row.revoked:
            return None
        return Admitted(Seat(row.id, row.role), row.name, row.chronicle, credential.expires)

    def over(self, expires: int) -> bool:
        """True if the time `expires` has passed (milliseconds since 1970; 0 never passes)."""
        return bool(expires) and expires <= self._clock.wall()

    async def is_host(self, token: str) -> bool:
        """True if this token belongs to a session of the host. Its use prolongs the session, at most once a day."""
        credential = await self._session(hash_of(token))
        if credential is None or credential.seat:
            return False
        expires = self._clock.wall() + HOST_SESSION_FOR
        if expires - credential.expires > DAY:
            await self.store.put_credential(replace(credential, expires=expires), opened_by=credential.hash)
        return True

    async def seats(self, chronicle: str) -> list[SeatRow]:
        """Return all seats of a chronicle, including revoked ones: the Storyteller's first, then sorted by name."""
        rows = await self.store.list_seats(chronicle)
        return sorted(rows, key=lambda row: (row.role != "storyteller", _sort_key(row.name), row.id))

    async def plays(self, chronicle: str, seat: str) -> bool:
        """True if this is a player's seat of the chronicle, even a revoked one."""
        row = await self.store.get_seat(seat)
        return row is not None and (row.chronicle, row.role) == (chronicle, "player")

    async def tidy(self) -> None:
        """Remove all expired credentials."""
        await self.store.delete_expired(self._clock.wall())

    # Push messages

    async def subscriptions(self, seat: str) -> list[PushSubscription]:
        """Return the push subscriptions of a seat."""
        return await self.store.list_subscriptions(seat)

    async def subscribe(self, subscription: PushSubscription) -> bool:
        """Store the push subscription of a session. It ends with the session. Return False if the session has ended."""
        return await self.store.put_subscription(subscription)

    async def unsubscribe(self, seat: str, session: str) -> None:
        """Remove the push subscription of a session."""
        await self.store.delete_subscription(seat, session)

    # Chronicles

    async def chronicles(self) -> list[Chronicle]:
        """Return all chronicles of this server that are not deleted."""
        return [chronicle for chronicle in await self.store.list_chronicles() if chronicle.status not in GONE]

    async def add_chronicle(self, id_: str, name: str) -> None:
        """Put a new chronicle on the host's list."""
        await self.store.put_chronicle(Chronicle(id_, name, self._clock.wall()))

    async def hide_chronicle(self, id_: str, *, hidden: bool) -> None:
        """Show a chronicle apart from the others in the host's list, or with them. Raise `UnknownSecret` if there is no
        such chronicle."""
        await self._change_chronicle(id_, status="hidden" if hidden else "")

    async def rename_chronicle(self, id_: str, name: str) -> None:
        """Give a chronicle another name in the host's list. Raise `UnknownSecret` if there is no such chronicle."""
        await self._change_chronicle(id_, name=name)

    async def _change_chronicle(self, id_: str, **changes: str) -> None:
        found = next((chronicle for chronicle in await self.chronicles() if chronicle.id == id_), None)
        if found is None or not await self.store.put_chronicle(replace(found, **changes)):
            raise UnknownSecret

    async def delete_chronicle(self, id_: str) -> None:
        """Delete the seats, links and sessions of a chronicle, in one step. Its log and its pictures are deleted
        afterwards (`ChronicleRemoval`)."""
        await self.store.delete_chronicle(id_)

    async def deleted_chronicles(self) -> list[Chronicle]:
        """Return all chronicles that are deleted, or are being deleted."""
        return [chronicle for chronicle in await self.store.list_chronicles() if chronicle.status in GONE]

    async def finish_deletion(self, chronicle: Chronicle) -> None:
        """Record that nothing of a deleted chronicle is stored any more."""
        await self.store.put_chronicle(replace(chronicle, status="deleted"))

    # Settings

    async def setting(self, name: SettingName) -> str:
        """Return the value of a setting of the server; "" if it was never set."""
        return (await self.store.kept(name)).decode()

    async def set_setting(self, name: SettingName, value: str) -> None:
        """Keep a setting of the server."""
        await self.store.keep(name, value.encode(), None)

    async def chronicle_of(self, seat: str) -> str:
        """Return the chronicle of a seat, "" if there is no such seat."""
        row = await self.store.get_seat(seat)
        return row.chronicle if row else ""

    async def _session(self, hash_: str) -> Credential | None:
        credential = await self.store.find_credential(hash_)
        return (
            credential
            if credential is not None and credential.kind == "session" and not self.over(credential.expires)
            else None
        )

    async def _issue(self, kind: CredentialKind, seat: str, good_for: int, opened_by: str = "") -> str:
        """Store a new credential and return its secret. `opened_by` is the hash of the credential that opens it; if
        that was removed in the meantime, raise `SecretExpired`."""
        secret, credential = self._new(kind, seat, good_for)
        if not await self.store.put_credential(credential, opened_by):
            raise SecretExpired
        return secret

    def _new(self, kind: CredentialKind, seat: str, good_for: int) -> tuple[str, Credential]:
        """Return a new secret and its credential."""
        secret = self.random(32)
        now = self._clock.wall()
        return secret, Credential(hash_of(secret), kind, seat, now, now + good_for)
