"""Tries whether people reach this server through its public address, and names the problem.

The server itself asks, because a browser does not tell a page why a request failed. So that nobody can make the server
call other machines of its network, these rules hold.
Rule 1. Only the host asks, and only for the public address.
Rule 2. The name is looked up once, and every address of it must be public. The connection goes to the address found.
Rule 3. The server sends two fixed requests, follows no redirect, and reports nothing of an answer but its status.

An answer is this server's own if it contains the hash of a random text that all processes of the store share.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable
from hashlib import sha256
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from domain.core.words import NO_WORDS, Typed, Words, phrase
from server.http.origin_guard import REFUSED
from server.http.types import WayBack
from server.protocol.frames import SUBPROTOCOL
from server.public_internet import is_public

PATH: Final = "/api/way-back"
WITHIN: Final = 8
"""Each step may take this many seconds."""
ANSWER_MOST: Final = 4096
GATEWAY: Final = frozenset({502, 503, 504, 521, 522, 523, 530})
"""The status with which a proxy or tunnel says that it does not reach the server behind it."""


class Found(NamedTuple):
    """The result: the problem (`NO_WORDS` if there is none), and advice although it works."""

    problem: Words
    advice: Words = NO_WORDS


def proof_of(secret: str) -> str:
    """Return the hash by which a server recognises its own answer."""
    return sha256(f"way back {secret}".encode()).hexdigest()


class _Pinned(HTTPSConnection):
    """A connection that goes to an address that was looked up and checked before."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=WITHIN, context=context)
        self._address = address
        self._tls = context

    def connect(self) -> None:
        """Connect, and agree on TLS with the name of the host."""
        plain = socket.create_connection((self._address, self.port), self.timeout)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


async def try_way_back(
    public: str,
    local: str,
    secret: str,
    base_path: str = "",
    *,
    allowed: Callable[[str], bool] = is_public,
    context: ssl.SSLContext | None = None,
) -> Found:
    """Fetch a page and open a WebSocket through the address `public`, below the path `base_path`. `local`: the address
    to which a proxy should lead. `allowed` says which network addresses may be called."""
    parts = urlsplit(public)
    host, port = parts.hostname or "", parts.port or 443
    try:
        async with asyncio.timeout(WITHIN):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # also `TimeoutError`; and a name with a part that is too long
        return Found(phrase("error-reach-name", host=Typed(host)))
    addresses = [str(entry[4][0]) for entry in found]
    if not all(map(allowed, addresses)):
        return Found(phrase("error-reach-private", host=Typed(host)))
    trial = _Trial(public, host, port, addresses[0], local, base_path, context or ssl.create_default_context())
    return await asyncio.to_thread(trial.run, proof_of(secret))


class _Trial(NamedTuple):
    """Two requests to an address. All methods block."""

    public: str
    host: str
    port: int
    address: str
    local: str
    base_path: str
    context: ssl.SSLContext

    def run(self, proof: str) -> Found:
        """Send both requests and return the result."""
        host = Typed(self.host)
        try:
            status, body = self._get(PATH, {})
            if status != 200 or (own := _own(body)) is None or own.proof != proof:
                return Found(self._wrong(status, body))
            upgrade = {
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol": SUBPROTOCOL,
                "Origin": self.public,
            }
            if self._get("/ws", upgrade)[0] != 101:
                return Found(phrase("error-reach-sockets", host=host))
        except ssl.SSLCertVerificationError:
            return Found(phrase("error-reach-certificate", host=host))
        except ssl.SSLError:
            return Found(phrase("error-reach-tls", host=host))
        except ConnectionRefusedError:
            return Found(phrase("error-reach-refused", host=host, port=self.port))
        except TimeoutError:
            return Found(phrase("error-reach-silent", host=host, seconds=WITHIN))
        except (OSError, HTTPException):
            return Found(phrase("error-reach-broken", host=host))
        return Found(NO_WORDS, NO_WORDS if own.forwarded else phrase("error-reach-callers"))

    def _get(self, path: str, headers: dict[str, str]) -> tuple[int, bytes]:
        """Send a request; return the status and the first bytes of the answer."""
        connection = _Pinned(self.host, self.port, self.address, self.context)
        try:
            connection.request("GET", self.base_path + path, headers=headers)
            answer: HTTPResponse = connection.getresponse()
            return answer.status, b"" if answer.status == 101 else answer.read(ANSWER_MOST)
        finally:
            connection.close()

    def _wrong(self, status: int, body: bytes) -> Words:
        """Return the reason why this is not the server's own answer."""
        if status == 403 and body == REFUSED:
            return phrase("error-reach-host", host=Typed(self.host))
        if status in GATEWAY:
            return phrase("error-reach-gateway", local=Typed(self.local))
        return phrase("error-reach-other", host=Typed(self.host), status=status)


def _own(body: bytes) -> WayBack | None:
    try:
        return msgspec.json.decode(body, type=WayBack)
    except msgspec.DecodeError:
        return None
