"""The doors in memory: the twin of the others. One object may serve several servers of a test."""

from collections.abc import Callable

from server.access.change_listeners import ChangeListeners
from server.access.contract import Changed, Chronicle, Credential, CredentialKind, OnChange, SeatRow


class MemoryAccessStore:
    """Dictionaries."""

    def __init__(self) -> None:
        self._chronicles: dict[str, Chronicle] = {}
        self._seats: dict[str, SeatRow] = {}
        self._store: dict[str, Credential] = {}
        self._listeners = ChangeListeners()

    async def put_chronicle(self, chronicle: Chronicle) -> None:
        self._chronicles[chronicle.id] = chronicle

    async def list_chronicles(self) -> list[Chronicle]:
        return sorted(self._chronicles.values(), key=lambda chronicle: (chronicle.created, chronicle.id))

    async def put_seat(self, seat: SeatRow) -> None:
        self._seats[seat.id] = seat
        self._listeners.tell(Changed(seat=seat.id))

    async def get_seat(self, seat: str) -> SeatRow | None:
        return self._seats.get(seat)

    async def list_seats(self, chronicle: str) -> list[SeatRow]:
        seats = (seat for seat in self._seats.values() if seat.chronicle == chronicle)
        return sorted(seats, key=lambda seat: seat.id)

    async def put_credential(self, credential: Credential, by: str = "") -> bool:
        if by and by not in self._store:
            return False
        self._store[credential.hash] = credential
        return True

    async def find_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        return self._store.get(hash)

    async def list_credentials(self, seat: str) -> list[Credential]:
        return self._of(seat)

    async def take_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        credential = self._store.get(hash)
        return credential if credential and self._remove([credential]) else None

    async def delete_credentials(
        self, seat: str, kind: CredentialKind | None = None, instead: Credential | None = None
    ) -> int:
        gone = self._remove([credential for credential in self._of(seat) if kind in (None, credential.kind)])
        if instead:
            self._store[instead.hash] = instead
        return gone

    async def delete_expired(self, now: int) -> int:
        return self._remove([credential for credential in self._store.values() if 0 < credential.expires <= now])

    def _of(self, seat: str) -> list[Credential]:
        of_seat = (credential for credential in self._store.values() if credential.seat == seat)
        return sorted(of_seat, key=lambda credential: (credential.created, credential.hash))

    def _remove(self, removed: list[Credential]) -> int:
        for credential in removed:
            del self._store[credential.hash]
            self._listeners.tell(Changed(seat=credential.seat, credential=credential.hash))
        return len(removed)

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        return self._listeners.add(callback)

    async def close(self) -> None:
        """Nothing to give back."""
