"""The doors in memory: the twin of the others. One object may serve several servers of a test."""

from collections.abc import Callable

from server.access.change_listeners import Callbacks
from server.access.contract import Changed, Chronicle, Door, DoorKind, OnChange, SeatRow


class MemoryDoors:
    """Dictionaries."""

    def __init__(self) -> None:
        self._chronicles: dict[str, Chronicle] = {}
        self._seats: dict[str, SeatRow] = {}
        self._doors: dict[str, Door] = {}
        self._callbacks = Callbacks()

    async def put_chronicle(self, chronicle: Chronicle) -> None:
        self._chronicles[chronicle.id] = chronicle

    async def list_chronicles(self) -> list[Chronicle]:
        return sorted(self._chronicles.values(), key=lambda chronicle: (chronicle.created, chronicle.id))

    async def put_seat(self, seat: SeatRow) -> None:
        self._seats[seat.id] = seat
        self._callbacks.tell(Changed(seat=seat.id))

    async def get_seat(self, seat: str) -> SeatRow | None:
        return self._seats.get(seat)

    async def list_seats(self, chronicle: str) -> list[SeatRow]:
        seats = (seat for seat in self._seats.values() if seat.chronicle == chronicle)
        return sorted(seats, key=lambda seat: seat.id)

    async def put_door(self, door: Door, by: str = "") -> bool:
        if by and by not in self._doors:
            return False
        self._doors[door.hash] = door
        return True

    async def find_door(self, hash: str) -> Door | None:  # noqa: A002  # the field's name
        return self._doors.get(hash)

    async def list_doors(self, seat: str) -> list[Door]:
        return self._of(seat)

    async def take_door(self, hash: str) -> Door | None:  # noqa: A002  # the field's name
        door = self._doors.get(hash)
        return door if door and self._remove([door]) else None

    async def delete_doors(self, seat: str, kind: DoorKind | None = None, instead: Door | None = None) -> int:
        gone = self._remove([door for door in self._of(seat) if kind in (None, door.kind)])
        if instead:
            self._doors[instead.hash] = instead
        return gone

    async def delete_expired(self, now: int) -> int:
        return self._remove([door for door in self._doors.values() if 0 < door.expires <= now])

    def _of(self, seat: str) -> list[Door]:
        doors = (door for door in self._doors.values() if door.seat == seat)
        return sorted(doors, key=lambda door: (door.created, door.hash))

    def _remove(self, doors: list[Door]) -> int:
        for door in doors:
            del self._doors[door.hash]
            self._callbacks.tell(Changed(seat=door.seat, door=door.hash))
        return len(doors)

    def on_change(self, callback: OnChange) -> Callable[[], None]:
        return self._callbacks.add(callback)

    async def close(self) -> None:
        """Nothing to give back."""
