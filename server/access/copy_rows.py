"""Copies the rows of an access store into another one."""

from server.access.contract import PUSH_KEY, AccessStore, Chronicle, Credential, PushSubscription, SeatRow
from server.log.contract import LogError

Row = Chronicle | SeatRow | Credential | PushSubscription


async def copy_access_store(store: AccessStore, copies: AccessStore, only: str = "") -> None:
    """Copy chronicles, seats, the hashes of links and sessions, and push subscriptions with the key that they were made
    for. If `only` is the id of a chronicle, copy that chronicle without push subscriptions and without the key, because
    the key signs the messages of the whole server. Raise `LogError` if the copy differs."""
    if not only and (key := await store.kept(PUSH_KEY)):
        await copies.keep(PUSH_KEY, key)
    rows = await rows_of(store, only)
    for row in rows:
        match row:
            case Chronicle():
                await copies.put_chronicle(row)
            case SeatRow():
                await copies.put_seat(row)
            case Credential():
                await copies.put_credential(row)
            case PushSubscription():
                await copies.put_subscription(row)
    if await rows_of(copies) != rows:
        raise LogError("the copied seats differ from the log's.")


async def rows_of(store: AccessStore, only: str = "") -> list[Row]:
    """Read all rows of an access store. If `only` is the id of a chronicle, read the rows of that chronicle without its
    push subscriptions."""
    rows: list[Row] = []
    for chronicle in [each for each in await store.list_chronicles() if only in ("", each.id)]:
        rows.append(chronicle)
        for seat in await store.list_seats(chronicle.id):
            rows += [seat, *await store.list_credentials(seat.id)]
            if not only:
                rows += await store.list_subscriptions(seat.id)
    return rows
