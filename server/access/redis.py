"""The access store in Redis: a few Redis hashes in the same hash slot, and a channel that carries changes to every
process.

The values are MessagePack. A credential is stored twice: in the hash of all credentials, and in that of its seat.
"""

import secrets
from collections.abc import Callable
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from server.access import contract
from server.access.change_listeners import ChangeListeners
from server.log.redis.checks import Reply
from server.log.redis.cluster_listeners import ClusterListeners
from server.log.redis.commands import RedisCommands
from server.log.redis.pipeline import Part

# These names are stored. They contain an older word for a credential: "door".
CHRONICLES: Final = b"coterie:{doors}:chronicles"
SEATS: Final = b"coterie:{doors}:seats"
CREDENTIALS: Final = b"coterie:{doors}:doors"
KEPT: Final = b"coterie:{doors}:kept"
OLDER_KEPT: Final = b"coterie:{doors}:settings"
"""Kept values of older versions that are texts. They hold until they are stored again."""
CHANNEL: Final = b"coterie:{doors}:changed"
WRITER_BYTES: Final = 16

# KEYS[1] is the hash of all chronicles.
_STATUS: Final = """
local function status(chronicle)
  local found = redis.call('HGET', KEYS[1], chronicle)
  return found and cmsgpack.unpack(found).status or ''
end
"""
# ARGV: the field, the value, the status.
_PUT_CHRONICLE: Final = (
    _STATUS
    + """
local before = status(ARGV[1])
if ARGV[3] ~= 'deleted' and (before == 'deleting' or before == 'deleted') then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""
)
# ARGV: the chronicle, the value of its row before and now, the channel, the notice, the beginning of the key of a
# seat's credentials. These keys are in the same hash slot, but only the script knows them.
_DELETE_CHRONICLE: Final = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
local seats = redis.call('HGETALL', KEYS[4])
for at = 1, #seats, 2 do
  local credentials = redis.call('HGETALL', ARGV[6] .. seats[at])
  for each = 1, #credentials, 2 do redis.call('HDEL', KEYS[3], credentials[each]) end
  redis.call('DEL', ARGV[6] .. seats[at])
  redis.call('DEL', ARGV[7] .. seats[at])
  redis.call('HDEL', KEYS[2], seats[at])
end
redis.call('DEL', KEYS[4])
redis.pcall('SPUBLISH', ARGV[4], ARGV[5])
return 1
"""
# ARGV: the field, the value, the channel, the notice, the chronicle. The script publishes the notice together with the
# change, because a process could die between two steps. If publishing fails, the script must still succeed, because the
# change is already written.
_PUT_SEAT: Final = (
    _STATUS
    + """
local before = status(ARGV[5])
if before == 'deleting' or before == 'deleted' then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
redis.pcall('SPUBLISH', ARGV[3], ARGV[4])
return 1
"""
)
# ARGV: the field, the value, and the field of the credential that has to exist, '' for none.
_PUT_CREDENTIAL: Final = """
if ARGV[3] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
# ARGV: the session, and its push subscription.
_PUT_SUBSCRIPTION: Final = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
# ARGV: the name, the value, the channel, the notice; then the value that it replaces, if only that one may be replaced.
_KEEP: Final = """
local stored = redis.call('HGET', KEYS[1], ARGV[1]) or redis.call('HGET', KEYS[2], ARGV[1]) or ''
if ARGV[5] and stored ~= ARGV[5] then return stored end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.pcall('SPUBLISH', ARGV[3], ARGV[4])
return ARGV[2]
"""
_TAKE: Final = """
local credential = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
if credential then redis.pcall('SPUBLISH', ARGV[2], ARGV[3]) end
return credential
"""
# ARGV: the seat, the kind of credential or '' for all, the channel, the beginning of the notice (the writer); then the
# field and the value of the replacement, if there is one.
_DELETE: Final = """
local credentials, removed = redis.call('HGETALL', KEYS[2]), {}
for at = 1, #credentials, 2 do
  local kind = cmsgpack.unpack(credentials[at + 1]).kind
  if ARGV[2] == '' or kind == ARGV[2] then table.insert(removed, credentials[at]) end
end
for _, hash in ipairs(removed) do
  redis.call('HDEL', KEYS[1], hash)
  redis.call('HDEL', KEYS[2], hash)
  redis.call('HDEL', KEYS[3], hash)
  redis.pcall('SPUBLISH', ARGV[3], ARGV[4] .. cmsgpack.pack({seat = ARGV[1], door = hash}))
end
if ARGV[5] then
  redis.call('HSET', KEYS[1], ARGV[5], ARGV[6])
  redis.call('HSET', KEYS[2], ARGV[5], ARGV[6])
end
return removed
"""

_encode = msgspec.msgpack.encode
_changed: msgspec.msgpack.Decoder[contract.Changed] = msgspec.msgpack.Decoder(contract.Changed)


class RedisAccessStore:
    """An access store in Redis. Use `RedisAccessStore.open`."""

    def __init__(self, redis: RedisCommands) -> None:
        self._redis = redis
        self._writer = secrets.token_bytes(WRITER_BYTES)
        self._channel_listeners = ClusterListeners(redis.nodes, self._received, self._began)
        self._listeners = ChangeListeners()

    @classmethod
    async def open(cls, url: str, *, read_only: bool = False) -> "RedisAccessStore":
        """Open the store. Raise `LogError` as the log does."""
        return cls(await RedisCommands.open(url, CHANNEL, read_only=read_only))

    async def put_chronicle(self, chronicle: contract.Chronicle) -> bool:
        row = (chronicle.id, _encode(chronicle), chronicle.status)
        return await self._write("EVAL", _PUT_CHRONICLE, 1, CHRONICLES, *row) == 1

    async def list_chronicles(self) -> list[contract.Chronicle]:
        chronicles = await self._all(contract.Chronicle, CHRONICLES)
        return sorted(chronicles, key=lambda chronicle: (chronicle.created, chronicle.id))

    async def delete_chronicle(self, chronicle: str) -> None:
        changed = contract.Changed(chronicle=chronicle)
        keys = (CHRONICLES, SEATS, CREDENTIALS, _seats_of(chronicle))
        while True:
            before = await self._ask("HGET", CHRONICLES, chronicle)
            if not isinstance(before, bytes):
                return
            row = msgspec.msgpack.decode(before, type=contract.Chronicle)
            if row.status in contract.GONE:
                return
            after = _encode(replace(row, name="", status="deleting"))
            told = (CHANNEL, self._notice(changed), _credentials_of(""), _subscriptions_of(""))
            if await self._write("EVAL", _DELETE_CHRONICLE, 4, *keys, chronicle, before, after, *told) == 1:
                self._listeners.notify(changed)
                return

    async def put_seat(self, seat: contract.SeatRow) -> bool:
        changed = contract.Changed(seat=seat.id)
        keys = (CHRONICLES, SEATS, _seats_of(seat.chronicle))
        row = (seat.id, _encode(seat), CHANNEL, self._notice(changed), seat.chronicle)
        if await self._write("EVAL", _PUT_SEAT, 3, *keys, *row) != 1:
            return False
        self._listeners.notify(changed)
        return True

    async def get_seat(self, seat: str) -> contract.SeatRow | None:
        return await self._one(contract.SeatRow, SEATS, seat)

    async def list_seats(self, chronicle: str) -> list[contract.SeatRow]:
        return sorted(await self._all(contract.SeatRow, _seats_of(chronicle)), key=lambda seat: seat.id)

    async def put_credential(self, credential: contract.Credential, opened_by: str = "") -> bool:
        keys = (CREDENTIALS, _credentials_of(credential.seat))
        return (
            await self._write("EVAL", _PUT_CREDENTIAL, 2, *keys, credential.hash, _encode(credential), opened_by) == 1
        )

    async def find_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        return await self._one(contract.Credential, CREDENTIALS, hash)

    async def list_credentials(self, seat: str) -> list[contract.Credential]:
        return sorted(
            await self._all(contract.Credential, _credentials_of(seat)),
            key=lambda credential: (credential.created, credential.hash),
        )

    async def take_credential(self, hash: str) -> contract.Credential | None:  # noqa: A002  # the field's name
        credential = await self.find_credential(hash)
        return credential if credential and await self._take(credential) else None

    async def delete_credentials(
        self, seat: str, kind: contract.CredentialKind | None = None, replacement: contract.Credential | None = None
    ) -> int:
        keys = (CREDENTIALS, _credentials_of(seat), _subscriptions_of(seat))
        put = (replacement.hash, _encode(replacement)) if replacement else ()
        reply = await self._write("EVAL", _DELETE, 3, *keys, seat, kind or "", CHANNEL, self._writer, *put)
        removed = [hash_.decode() for hash_ in cast("list[bytes]", reply)]
        for hash_ in removed:
            self._listeners.notify(contract.Changed(seat=seat, credential=hash_))
        return len(removed)

    async def delete_expired(self, now: int) -> int:
        expired = [
            credential
            for credential in await self._all(contract.Credential, CREDENTIALS)
            if 0 < credential.expires <= now
        ]
        return sum([await self._take(credential) for credential in expired])

    async def _take(self, credential: contract.Credential) -> bool:
        """Remove the credential and return True. Return False if another caller has already removed it."""
        changed = contract.Changed(seat=credential.seat, credential=credential.hash)
        keys = (CREDENTIALS, _credentials_of(credential.seat), _subscriptions_of(credential.seat))
        if await self._write("EVAL", _TAKE, 3, *keys, credential.hash, CHANNEL, self._notice(changed)) is None:
            return False
        self._listeners.notify(changed)
        return True

    async def put_subscription(self, subscription: contract.PushSubscription) -> bool:
        keys = (CREDENTIALS, _subscriptions_of(subscription.seat))
        put = (subscription.session, _encode(subscription))
        return await self._ask("EVAL", _PUT_SUBSCRIPTION, 2, *keys, *put) == 1

    async def delete_subscription(self, seat: str, session: str) -> None:
        await self._ask("HDEL", _subscriptions_of(seat), session)

    async def list_subscriptions(self, seat: str) -> list[contract.PushSubscription]:
        found = await self._all(contract.PushSubscription, _subscriptions_of(seat))
        return sorted(found, key=lambda subscription: subscription.session)

    async def keep(self, name: str, value: bytes, instead_of: bytes | None = b"") -> bytes:
        changed = contract.Changed(kept=name)
        told = (CHANNEL, self._notice(changed), *(() if instead_of is None else (instead_of,)))
        stored = cast("bytes", await self._ask("EVAL", _KEEP, 2, KEPT, OLDER_KEPT, name, value, *told))
        if stored == value:
            self._listeners.notify(changed)
        return stored

    async def kept(self, name: str) -> bytes:
        found = await self._ask("HGET", KEPT, name)
        if found is None:
            found = await self._ask("HGET", OLDER_KEPT, name)
        return found if isinstance(found, bytes) else b""

    def _notice(self, changed: contract.Changed) -> bytes:
        return self._writer + _encode(changed)

    async def _one(self, kind: type[contract.Row], key: bytes, field: str) -> contract.Row | None:
        found = await self._ask("HGET", key, field)
        return msgspec.msgpack.decode(found, type=kind) if isinstance(found, bytes) else None

    async def _all(self, kind: type[contract.Row], key: bytes) -> list[contract.Row]:
        values = cast("list[bytes]", await self._ask("HGETALL", key))[1::2]
        return [msgspec.msgpack.decode(value, type=kind) for value in values]

    async def _ask(self, *command: Part) -> Reply:
        """Send a command that does no more the second time. If the reply is lost, send it again."""
        self._channel_listeners.check()
        return await self._redis.ask(CHANNEL, *command)

    async def _write(self, *command: Part) -> Reply:
        self._channel_listeners.check()
        return await self._redis.write(CHANNEL, *command)

    def on_change(self, callback: contract.OnChange) -> Callable[[], None]:
        self._channel_listeners.add(CHANNEL)
        return self._listeners.add(callback)

    def _received(self, _: bytes, message: bytes) -> None:
        if not message.startswith(self._writer):
            self._listeners.notify(_changed.decode(message[WRITER_BYTES:]))

    def _began(self, _: bytes) -> None:
        self._listeners.notify(contract.Changed())

    async def close(self) -> None:
        await self._channel_listeners.close()
        await self._redis.close()


def _seats_of(chronicle: str) -> bytes:
    return f"coterie:{{doors}}:seats-of:{chronicle}".encode()


def _credentials_of(seat: str) -> bytes:
    return f"coterie:{{doors}}:doors-of:{seat}".encode()


def _subscriptions_of(seat: str) -> bytes:
    return f"coterie:{{doors}}:push-subscriptions-of:{seat}".encode()
