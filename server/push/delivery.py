"""Delivers push messages to the push services of the readers' browsers. All messages have the same text, in the
language of the reader: neither the push service nor somebody who looks at the device learns more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from domain.core.words import phrase
from server.access.contract import PUSH_KEY, AccessStore, PushSubscription
from server.clock import Clock
from server.limits_and_timeouts import PUSH_PAUSES, PUSH_WITHIN, PUSHES_AT_ONCE
from server.words.texts import texts

if TYPE_CHECKING:
    from httpcore import AsyncConnectionPool

    from server.push.encryption import Signer

log_ = logging.getLogger("coterie.push")

TEXT: Final = phrase("push-table-waits")
SIGNED_FOR: Final = 12 * 3600
"""Seconds for which a signature is valid; at most 24 hours (RFC 8292, 2)."""
HELD_FOR: Final = 4 * 3600
"""Seconds for which a push service keeps a message for a device that is switched off."""
GONE: Final = (403, 404, 410)
"""The answers of a push service that no longer knows the subscription, or does not accept this server's key for it."""


class WrongSubscription(Exception):
    """A subscription to which no message can or may be sent."""


class PushDelivery:
    """Sends push messages, signed with the key of this server, which is made when it is first needed."""

    def __init__(
        self,
        store: AccessStore,
        clock: Clock,
        contact: Callable[[], str],
        *,
        to_loopback: bool = False,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`contact`: returns the address of this server, at which a push service finds the host. `to_loopback`: also
        send to http://127.0.0.1, for tests."""
        self._store = store
        self._clock = clock
        self._contact = contact
        self._to_loopback = to_loopback
        self._sleep = sleep
        self._signing: Signer | None = None
        self._pool: AsyncConnectionPool | None = None
        self._slots = asyncio.Semaphore(PUSHES_AT_ONCE)

    async def public_key(self) -> str:
        """Return the public key of this server, with which a browser subscribes. Raise `LogError`."""
        return (await self._signer()).public

    async def _signer(self) -> "Signer":
        if self._signing is None:
            from server.push.encryption import Signer  # imported late: it takes 0.1 s, and few processes need it

            kept = await self._store.kept(PUSH_KEY)
            self._signing = Signer(kept or await self._store.keep(PUSH_KEY, Signer.new_secret()))
        return self._signing

    def check(self, subscription: PushSubscription) -> None:
        """Raise `WrongSubscription` if no message can or may be sent to this subscription."""
        from server.push.addresses import WrongEndpoint, check_endpoint
        from server.push.encryption import WrongKeys, check_keys

        try:
            check_endpoint(subscription.endpoint, to_loopback=self._to_loopback)
            check_keys(subscription.key, subscription.auth)
        except (WrongEndpoint, WrongKeys):
            raise WrongSubscription from None

    async def send(self, subscription: PushSubscription) -> bool:
        """Send the message. Return False if the subscription has ended. If the push service does not take the message
        after several attempts, log it. Raise `LogError`."""
        answer = 0
        for pause in PUSH_PAUSES:
            await self._sleep(pause)
            async with self._slots:
                answer = await self._post(subscription)
            if answer in GONE:
                return False
            if 200 <= answer < 300:
                return True
            if 0 < answer < 500 and answer != 429:
                break
        service = urlsplit(subscription.endpoint).netloc
        log_.warning("The push service %s did not take a message; its last answer: %s", service, answer or "none")
        return True

    async def _post(self, subscription: PushSubscription) -> int:
        """Send the message once. Return the status of the answer, 0 if none came in time."""
        from httpcore import AsyncConnectionPool, NetworkError, ProtocolError, TimeoutException, UnsupportedProtocol

        from server.push.addresses import PublicBackend
        from server.push.encryption import encrypt

        if self._pool is None:
            self._pool = AsyncConnectionPool(
                max_connections=PUSHES_AT_ONCE,
                keepalive_expiry=5.0,
                network_backend=PublicBackend(to_loopback=self._to_loopback),
            )
        url = urlsplit(subscription.endpoint)
        expires = self._clock.wall() // 1000 + SIGNED_FOR
        signer = await self._signer()
        body = encrypt(texts(subscription.language).sentence(TEXT).encode(), subscription.key, subscription.auth)
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": signer.authorization(f"{url.scheme}://{url.netloc}", self._contact(), expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "TTL": str(HELD_FOR),
            "Topic": "table",
            "Urgency": "high",
        }
        try:
            async with asyncio.timeout(PUSH_WITHIN):
                async with self._pool.stream(
                    "POST", subscription.endpoint, headers=headers, content=body
                ) as answer:  # the body of the answer is not read: it may be long
                    return answer.status
        except (TimeoutError, TimeoutException, NetworkError, ProtocolError, UnsupportedProtocol, OSError):
            return 0

    async def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            await self._pool.aclose()
