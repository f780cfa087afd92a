"""A push service of a test: it answers on 127.0.0.1, keeps the requests that come, and decrypts them as a browser does
(RFC 8291, 3)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from server.push.encryption import bytes64, point, text64

CURVE = SECP256R1()


class Request(NamedTuple):
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes


class Browser:
    """The keys of a browser's subscription."""

    def __init__(self, key: EllipticCurvePrivateKey | None = None, auth: bytes = bytes(range(16))) -> None:
        self.private = key or generate_private_key(CURVE)
        self.auth = auth

    @property
    def keys(self) -> dict[str, str]:
        """Return the public keys, as the page sends them to the server."""
        return {"key": text64(point(self.private)), "auth": text64(self.auth)}

    def decrypt(self, body: bytes) -> bytes:
        """Return the text of a message. The steps are those of RFC 8291, 3.4, and RFC 8188, 2."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, encrypted = body[21 : 21 + length], body[21 + length :]
        assert len(encrypted) <= size
        shared = self.private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\x00" + point(self.private) + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text, end, padding = AESGCM(key).decrypt(nonce, encrypted, None).rpartition(b"\x02")
        assert end
        assert not padding.strip(b"\x00")
        return text


def claims(authorization: str) -> dict[str, Any]:
    """Check the signature of a VAPID header (RFC 8292, 2) with the key that it names, and return its claims."""
    scheme, _, fields = authorization.partition(" ")
    assert scheme == "vapid"
    named = dict(field.strip().split("=", 1) for field in fields.split(","))
    head, body, signature = named["t"].split(".")
    assert json.loads(bytes64(head)) == {"typ": "JWT", "alg": "ES256"}
    r, s = (int.from_bytes(half, "big") for half in (bytes64(signature)[:32], bytes64(signature)[32:]))
    key = EllipticCurvePublicKey.from_encoded_point(CURVE, bytes64(named["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{body}".encode(), ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(bytes64(body))
    return found | {"k": named["k"]}


class PushService:
    """The requests that came, and the answers to give: `answers` in their order, then 201."""

    def __init__(self) -> None:
        self.origin = ""
        self.requests: list[Request] = []
        self.answers: list[int] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.requests.append(Request(first.split(" ")[1], headers, body))
            status = self.answers.pop(0) if self.answers else 201
            place = "Location: http://127.0.0.1:1/\r\n" if 300 <= status < 400 else ""
            writer.write(f"HTTP/1.1 {status} x\r\n{place}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the sender went away
        finally:
            writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Run a push service until the block ends."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.origin = "http://{}:{}".format(*server.sockets[0].getsockname())
    async with server:
        yield service
