"""The access store in memory, for tests. Several servers of a test may share it."""

from collections.abc import Callable

from msgspec.structs import replace

from server.access.change_listeners import ChangeListeners
from server.access.contract import (
    GONE,
    Changed,
    Chronicle,
    Credential,
    CredentialKind,
    OnChange,
    PushSubscription,
    SeatRow,
    SettingName,
)


class MemoryAccessStore:
    """An access store made of dictionaries."""

    def __init__(self) -> None:
        self._chronicles: dict[str, Chronicle] = {}
        self._seats: dict[str, SeatRow] = {}
        self._credentials: dict[str, Credential] = {}
        self._settings: dict[SettingName, str] = {}
        self._subscriptions: dict[str, PushSubscription] = {}
        """For each session with a push subscription: the subscription."""
        self._kept: dict[str, bytes] = {}
        self._listeners = ChangeListeners()

    async def put_chronicle(self, chronicle: Chronicle) -> bool:
        if self._is_gone(chronicle.id) and chronicle.status != "deleted":
            return False
        self._chronicles[chronicle.id] = chronicle
        return True

    async def list_chronicles(self) -> list[Chronicle]:
        return sorted(self._chronicles.values(), key=lambda chronicle: (chronicle.created, chronicle.id))

    async def delete_chronicle(self, chronicle: str) -> None:
        if chronicle not in self._chronicles or self._is_gone(chronicle):
            return
        self._chronicles[chronicle] = replace(self._chronicles[chronicle], name="", status="deleting")
        seats = {seat.id for seat in await self.list_seats(chronicle)}
        self._seats = {id_: seat for id_, seat in self._seats.items() if id_ not in seats}
        self._credentials = {hash_: each for hash_, each in self._credentials.items() if each.seat not in seats}
        self._subscriptions = {hash_: each for hash_, each in self._subscriptions.items() if each.seat not in seats}
        self._listeners.notify(Changed(chronicle=chronicle))

    def _is_gone(self, chronicle: str) -> bool:
        return chronicle in self._chronicles and self._chronicles[chronicle].status in GONE

    async def put_seat(self, seat: SeatRow) -> bool:
        if self._is_gone(seat.chronicle):
            return False
        self._seats[seat.id] = seat
        self._listeners.notify(Changed(seat=seat.id))
        return True

    async def get_seat(self, seat: str) -> SeatRow | None:
        return self._seats.get(seat)

    async def list_seats(self, chronicle: str) -> list[SeatRow]:
        seats = (seat for seat in self._seats.values() if seat.chronicle == chronicle)
        return sorted(seats, key=lambda seat: seat.id)

    async def put_credential(self, credential: Credential, opened_by: str = "") -> bool:
        if opened_by and opened_by not in self._credentials:
            return False
        self._credentials[credential.hash] = credential
        return True

    async def find_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        return self._credentials.get(hash)

    async def list_credentials(self, seat: str) -> list[Credential]:
        return self._of_seat(seat)

    async def take_credential(self, hash: str) -> Credential | None:  # noqa: A002  # the field's name
        credential = self._credentials.get(hash)
        return credential if credential and self._remove([credential]) else None

    async def delete_credentials(
        self, seat: str, kind: CredentialKind | None = None, replacement: Credential | None = None
    ) -> int:
        removed = self._remove([credential for credential in self._of_seat(seat) if kind in (None, credential.kind)])
        if replacement:
            self._credentials[replacement.hash] = replacement
        return removed

    async def delete_expired(self, now: int) -> int:
        return self._remove([credential for credential in self._credentials.values() if 0 < credential.expires <= now])

    def _of_seat(self, seat: str) -> list[Credential]:
        credentials = (credential for credential in self._credentials.values() if credential.seat == seat)
        return sorted(credentials, key=lambda credential: (credential.created, credential.hash))

    def _remove(self, removed: list[Credential]) -> int:
        for credential in removed:
            del self._credentials[credential.hash]
            self._subscriptions.pop(credential.hash, None)
            self._listeners.notify(Changed(seat=credential.seat, credential=credential.hash))
        return len(removed)

    async def put_setting(self, name: SettingName, value: str) -> None:
        self._settings[name] = value
        self._listeners.notify(Changed(setting=name))

    async def get_setting(self, name: SettingName) -> str:
        return self._settings.get(name, "")

    async def put_subscription(self, subscription: PushSubscription) -> bool:
        if subscription.session not in self._credentials:
            return False
        self._subscriptions[subscription.session] = subscription
        return True

    async def delete_subscription(self, seat: str, session: str) -> None:
        self._subscriptions.pop(session, None)

    async def list_subscriptions(self, seat: str) -> list[PushSubscription]:
        found = (subscription for subscription in self._subscriptions.values() if subscription.seat == seat)
        return sorted(found, key=lambda subscription: subscription.session)

    async def keep(self, name: str, value: bytes, instead_of: bytes = b"") -> bytes:
        if self._kept.get(name, b"") == instead_of:
            self._kept[name] = value
        return self._kept.get(name, b"")

    async def kept(self, name: str) -> bytes:
        return self._kept.get(name, b"")

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        return self._listeners.add(callback)

    async def close(self) -> None:
        """Do nothing: this store holds no resources."""
