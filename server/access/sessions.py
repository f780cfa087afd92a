"""The doorkeeper: links open seats, sessions keep them open, and only hashes of either are stored.

No accounts and no cookies: a link is a secret of 256 random bits that is exchanged for a session token. The host link
is used up by its first use; a seat's link stays good until it is issued anew, revoked or expired.
"""

from collections.abc import Callable
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from domain.core.audience import Role, Seat
from server.access.contract import AccessStore, Changed, Chronicle, Credential, CredentialKind, SeatRow, hash_of
from server.clock import Clock

DAY: Final = 24 * 3600 * 1000
HOST_LINK_FOR: Final = DAY
LINK_FOR: Final = 365 * DAY
SESSION_FOR: Final = 90 * DAY
SESSIONS_MOST, WATCHERS_MOST = 20, 1000
"""Sessions that a seat has at once: a person's, and one that many may watch from."""


def _looked_for(name: str) -> tuple[str, str]:
    """Where a name is looked for among others: an accented letter beside the plain one, capitals beside the small."""
    letters = normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not combining(letter)), letters


class UnknownSecret(Exception):
    """The secret opens nothing: it was never issued here."""


class SecretExpired(Exception):
    """The secret opened something once: it has expired, been used up, or been revoked."""


class Admitted(NamedTuple):
    """Whom a session token stands for, and until when (milliseconds since 1970)."""

    seat: Seat
    name: str
    chronicle: str
    expires: int


class Entered(NamedTuple):
    """A link was good: a fresh session token, and the seat's row (None for the host)."""

    token: str
    row: SeatRow | None


class Sessions:
    """Issues and checks links and sessions."""

    def __init__(self, doors: AccessStore, clock: Clock, random: Callable[[int], str]) -> None:
        self._store = doors
        self._clock = clock
        self.random = random
        """So many fresh random bytes, as URL-safe text."""

    def on_change(self, act: Callable[[Changed], None]) -> None:
        """Have every change to a seat or a door told, whatever process made it."""
        self._store.on_change(act)

    async def close(self) -> None:
        """Let go of the store."""
        await self._store.close()

    # Links

    async def host_link(self) -> str:
        """A fresh one-time secret for whoever runs the server. Another process of the same house has its own."""
        return await self._issue("host", "", HOST_LINK_FOR)

    async def invite(self, chronicle: str, name: str, role: Role) -> tuple[SeatRow, str]:
        """A new seat and its link's secret."""
        row = SeatRow(self.random(9), chronicle, role, name, revoked=False)
        await self._store.put_seat(row)
        return row, await self._issue("link", row.id, LINK_FOR)

    async def reissue(self, seat: str, *, ends_sessions: bool = False) -> str:
        """A new link for a seat; the old one is void, and a revoked seat is open again. Where the old link may have
        been stolen, whoever came in by it is shown the door as well (`ends_sessions`)."""
        row = await self._store.get_seat(seat)
        if row is None:
            raise UnknownSecret
        secret, link = self._fresh("link", seat, LINK_FOR)
        await self._store.delete_credentials(seat, None if ends_sessions or row.revoked else "link", instead=link)
        if row.revoked:  # whoever was put out stays out, even where closing the seat went wrong half-way
            await self._store.put_seat(SeatRow(row.id, row.chronicle, row.role, row.name, revoked=False))
        return secret

    async def revoke(self, seat: str) -> None:
        """Close a seat: its link and all its sessions, on every process."""
        row = await self._store.get_seat(seat)
        if row is None:
            raise UnknownSecret
        await self._store.put_seat(SeatRow(row.id, row.chronicle, row.role, row.name, revoked=True))
        await self._store.delete_credentials(seat)

    # Entering

    async def enter(self, secret: str) -> Entered:
        """Exchange a link's secret for a session token. Raises `UnknownSecret`, `SecretExpired`."""
        credential = await self._store.find_credential(hash_of(secret))
        if credential is None:
            raise UnknownSecret
        if self.over(credential.expires):
            raise SecretExpired
        if credential.kind == "host":
            token = await self._issue("session", "", DAY)  # first: a link that is gone opens nothing a second time
            if await self._store.take_credential(credential.hash) is None:
                await self._store.take_credential(hash_of(token))
                raise SecretExpired
            return Entered(token, None)
        row = await self._store.get_seat(credential.seat) if credential.kind == "link" else None
        if row is None:
            raise UnknownSecret
        if row.revoked:
            raise SecretExpired
        await self._make_room(row)
        return Entered(await self._issue("session", row.id, SESSION_FOR, by=credential.hash), row)

    async def _make_room(self, row: SeatRow) -> None:
        """A seat has so many sessions at most: the oldest gives way."""
        sessions = [
            credential for credential in await self._store.list_credentials(row.id) if credential.kind == "session"
        ]
        most = WATCHERS_MOST if row.role == "spectator" else SESSIONS_MOST
        for credential in sessions[: max(len(sessions) - most + 1, 0)]:
            await self._store.take_credential(credential.hash)

    async def leave(self, token: str) -> None:
        """End a session; anything else that a token may stand for stays."""
        if await self._session(hash_of(token)) is not None:
            await self._store.take_credential(hash_of(token))

    # Checking

    async def session(self, token: str) -> Admitted | None:
        """Whom the token stands for, if it is a seat's and still good."""
        return await self.still(hash_of(token))

    async def still(self, session: str) -> Admitted | None:
        """Whom a session stands for, by its hash, if it is a seat's and still good."""
        credential = await self._session(session)
        row = await self._store.get_seat(credential.seat) if credential is not None and credential.seat else None
        if credential is None or row is None or row.revoked:
            return None
        return Admitted(Seat(row.id, row.role), row.name, row.chronicle, credential.expires)

    def over(self, expires: int) -> bool:
        """Whether what is good until then (milliseconds since 1970, 0 for ever) is no longer."""
        return bool(expires) and expires <= self._clock.wall()

    async def is_host(self, token: str) -> bool:
        """Whether the token stands for whoever runs the server."""
        credential = await self._session(hash_of(token))
        return credential is not None and credential.seat == ""

    async def seats(self, chronicle: str) -> list[SeatRow]:
        """All seats of a chronicle, revoked ones too: the Storyteller's first, then by name."""
        rows = await self._store.list_seats(chronicle)
        return sorted(rows, key=lambda row: (row.role != "storyteller", _looked_for(row.name), row.id))

    async def plays(self, chronicle: str, seat: str) -> bool:
        """Whether a player of a chronicle sits there, or did."""
        row = await self._store.get_seat(seat)
        return row is not None and (row.chronicle, row.role) == (chronicle, "player")

    async def tidy(self) -> None:
        """Forget the doors that have expired."""
        await self._store.delete_expired(self._clock.wall())

    # Chronicles

    async def chronicles(self) -> list[Chronicle]:
        """All chronicles of this house."""
        return await self._store.list_chronicles()

    async def add_chronicle(self, id_: str, name: str) -> None:
        """Put a founded chronicle on the host's list."""
        await self._store.put_chronicle(Chronicle(id_, name, self._clock.wall()))

    async def chronicle_of(self, seat: str) -> str:
        """The chronicle that a seat belongs to, "" for none."""
        row = await self._store.get_seat(seat)
        return row.chronicle if row else ""

    async def _session(self, hash_: str) -> Credential | None:
        credential = await self._store.find_credential(hash_)
        return (
            credential
            if credential is not None and credential.kind == "session" and not self.over(credential.expires)
            else None
        )

    async def _issue(self, kind: CredentialKind, seat: str, good_for: int, by: str = "") -> str:
        """A new door's secret. Raises `SecretExpired` where the one that it is had `by` has gone meanwhile."""
        secret, credential = self._fresh(kind, seat, good_for)
        if not await self._store.put_credential(credential, by):
            raise SecretExpired
        return secret

    def _fresh(self, kind: CredentialKind, seat: str, good_for: int) -> tuple[str, Credential]:
        """A secret, and the door that it is to open."""
        secret = self.random(32)
        now = self._clock.wall()
        return secret, Credential(hash_of(secret), kind, seat, now, now + good_for)
