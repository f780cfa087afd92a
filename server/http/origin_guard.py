"""The guard in front of the whole app: Host and Origin of every request and WebSocket have to be exactly our own
(SEC1)."""

import logging
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from server.http.security_headers import HEADERS, NO_STORE, Headers, headers_for, hsts
from server.limits_and_timeouts import SELDOM, Bucket

log_ = logging.getLogger("coterie.origin_guard")

REFUSED = b'{"error": "This address is not one that this server answers to."}'
OWN = (b"same-origin", b"none")
"""The values that `Sec-Fetch-Site` has if our own page sends the request, or if a person typed the address."""


class OriginGuard:
    """ASGI middleware that refuses foreign hosts and origins before anything else is done, and sets the security
    headers."""

    def __init__(
        self, app: ASGIApp, origins: Iterable[str], base_path: str = "", *, hsts_subdomains: bool = False
    ) -> None:
        self._app = app
        self._origins: frozenset[str] = frozenset()
        self._hosts: frozenset[str] = frozenset()
        self.admit(origins)
        self._warnings = Bucket(SELDOM, time.monotonic())
        self._tls = all(origin.startswith("https:") for origin in self._origins)
        self._hsts = [hsts(subdomains=hsts_subdomains)] if self._tls else []
        self._base_path = base_path

    def admit(self, origins: Iterable[str]) -> None:
        """From now on admit these origins, and no others."""
        self._origins = frozenset(origins)
        self._hosts = frozenset(_host(origin) for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin")
        if (
            host not in self._hosts
            or (origin is not None and origin.decode("latin-1") not in self._origins)
            # A GET from a foreign page has no Origin header, but Sec-Fetch-Site shows where it comes from.
            or (scope["path"].startswith("/api/") and headers.get(b"sec-fetch-site", b"none") not in OWN)
        ):
            if host not in self._hosts and self._warnings.take(time.monotonic()):
                ours = ", ".join(sorted(self._hosts))
                log_.warning("Refused a request: its Host was %.80r, not %s. A proxy has to pass Host on.", host, ours)
            await _refuse(scope, receive, send)
            return
        await self._app(scope, receive, self._sending(send, self._headers(host)))

    def _headers(self, host: str) -> Headers:
        """Return the security headers. Under a base path, the policy allows the files below that path, and not those
        of the other site on the same origin."""
        if not self._base_path:
            return HEADERS
        place = f"{host}{self._base_path}/"
        s = "s" if self._tls else ""
        return headers_for(f"http{s}://{place}", f"ws{s}://{place}ws")

    def _sending(self, send: Send, headers: Headers) -> Send:
        async def with_headers(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                found = message.get("headers", [])
                given = found if isinstance(found, list) else []
                kept = any(name == NO_STORE[0] for name, _ in given)
                message["headers"] = [*given, *headers, *self._hsts, *([] if kept else [NO_STORE])]
            await send(message)

        return with_headers  # type: ignore[return-value] # ASGI's message type is a MutableMapping of Any


def _host(origin: str) -> str:
    parts = urlsplit(origin)
    return parts.netloc.lower()


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 403, before a request or WebSocket is accepted."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})  # closing it before it is accepted sends a 403
        return
    body = REFUSED
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
