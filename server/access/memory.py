"""The access store in memory, for tests. Several servers of a test may share it."""

from collections.abc import Callable

from msgspec.structs import replace

from server.access import contract
from server.access.change_listeners import ChangeListeners


class MemoryAccessStore:
    """An access store made of dictionaries."""

    def __init__(self) -> None:
        self._chronicles: dict[str, contract.Chronicle] = {}
        self._seats: dict[str, contract.SeatRow] = {}
        self._credentials: dict[str, contract.Credential] = {}
        self._subscriptions: dict[str, contract.PushSubscription] = {}
        """For each session with a push subscription: the subscription."""
        self._kept: dict[str, bytes] = {}
        self._listeners = ChangeListeners()

    async def put_chronicle(self, chronicle: contract.Chronicle) -> bool:
        if self._is_gone(chronicle.id) and chronicle.status != "deleted":
            return False
        self._chronicles[chronicle.id] = chronicle
        return True

    async def list_chronicles(self) -> list[contract.Chronicle]:
        return sorted(self._chronicles.values(), key=lambda chronicle: (chronicle.created, chronicle.id))

    async def delete_chronicle(self, chronicle: str) -> None:
        if chronicle not in self._chronicles or self._is_gone(chronicle):
            return
        self._chronicles[chronicle] = replace(self._chronicles[chronicle], name="", status="deleting")
        seats = {seat.id for seat in await self.list_seats(chronicle)}
        self._seats = {id_: seat for id_, seat in self._seats.items() if id_ not in seats}
        self._credentials = {hash_: each for hash_, each in self._credentials.items() if each.seat not in seats}
        self._subscriptions = {hash_: each for hash_, each in self._subscriptions.items() if each.seat not in seats}
        self._listeners.notify(contract.Changed(chronicle=chronicle))

    def _is_gone(self, chronicle: str) -> bool:
        return chronicle in self._chronicles and self._chronicles[chronicle].status in contract.GONE

    async def put_seat(self, seat: contract.SeatRow) -> bool:
        if self._is_gone(seat.chronicle):
            return False
        self._seats[seat.id] = seat
        self._listeners.notify(contract.Changed(seat=seat.id))
        return True

    async def get_seat(self, seat: str) -> contract.SeatRow | None:
        return self._seats.get(seat)

    async def list_seats(self, chronicle: str) -> list[contract.SeatRow]:
        seats = (seat for seat in self._seats.values() if seat.chronicle == chronicle)
        return sorted(seats, key=lambda seat: seat.id)

    async def put_credential(self, credential: contract.Credential, opened_by: str = "") -> bool:
        if opened_by and opened_by not in self._credentials:
            return False
        self._credentials[credential.hash] = credential
        return True

    async def find_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        return self._credentials.get(hash)

    async def list_credentials(self, seat: str) -> list[contract.Credential]:
        return self._of_seat(seat)

    async def take_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        credential = self._credentials.get(hash)
        return credential if credential and self._remove([credential]) else None

    async def delete_credentials(
        self, seat: str, kind: contract.CredentialKind | None = None, replacement: contract.Credential | None = None
    ) -> int:
        removed = self._remove([credential for credential in self._of_seat(seat) if kind in (None, credential.kind)])
        if replacement:
            self._credentials[replacement.hash] = replacement
        return removed

    async def delete_expired(self, now: int) -> int:
        return self._remove([credential for credential in self._credentials.values() if 0 < credential.expires <= now])

    def _of_seat(self, seat: str) -> list[contract.Credential]:
        credentials = (credential for credential in self._credentials.values() if credential.seat == seat)
        return sorted(credentials, key=lambda credential: (credential.created, credential.hash))

    def _remove(self, removed: list[contract.Credential]) -> int:
        for credential in removed:
            del self._credentials[credential.hash]
            self._subscriptions.pop(credential.hash, None)
            self._listeners.notify(contract.Changed(seat=credential.seat, credential=credential.hash))
        return len(removed)

    async def put_subscription(self, subscription: contract.PushSubscription) -> bool:
        if subscription.session not in self._credentials:
            return False
        self._subscriptions[subscription.session] = subscription
        return True

    async def delete_subscription(self, seat: str, session: str) -> None:
        self._subscriptions.pop(session, None)

    async def list_subscriptions(self, seat: str) -> list[contract.PushSubscription]:
        found = (subscription for subscription in self._subscriptions.values() if subscription.seat == seat)
        return sorted(found, key=lambda subscription: subscription.session)

    async def keep(self, name: str, value: bytes, instead_of: bytes | None = b"") -> bytes:
        if instead_of in (None, self._kept.get(name, b"")):
            self._kept[name] = value
            self._listeners.notify(contract.Changed(kept=name))
        return self._kept.get(name, b"")

    async def kept(self, name: str) -> bytes:
        return self._kept.get(name, b"")

    def on_change(self, callback: contract.OnChange) -> Callable[[], None]:
        return self._listeners.add(callback)

    async def close(self) -> None:
        """Do nothing: this store holds no resources."""
