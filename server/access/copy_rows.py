"""Copies the rows of an access store into another one."""

from server.access.contract import AccessStore, Chronicle, Credential, SeatRow
from server.log.contract import LogError


async def copy_access_store(store: AccessStore, copies: AccessStore, only: str = "") -> None:
    """Copy chronicles, seats, and the hashes of links and sessions; of one chronicle, if `only` is its id. Raise
    `LogError` if the copy differs."""
    rows = await rows_of(store, only)
    for row in rows:
        match row:
            case Chronicle():
                await copies.put_chronicle(row)
            case SeatRow():
                await copies.put_seat(row)
            case Credential():
                await copies.put_credential(row)
    if await rows_of(copies) != rows:
        raise LogError("the copied seats differ from the log's.")


async def rows_of(store: AccessStore, only: str = "") -> list[Chronicle | SeatRow | Credential]:
    """Read all rows of an access store; those of one chronicle, if `only` is its id."""
    rows: list[Chronicle | SeatRow | Credential] = []
    for chronicle in [each for each in await store.list_chronicles() if only in ("", each.id)]:
        rows.append(chronicle)
        for seat in await store.list_seats(chronicle.id):
            rows += [seat, *await store.list_credentials(seat.id)]
    return rows
