"""Sends requests to a webhook over HTTP."""

import asyncio
from typing import Final

from httpcore import AsyncConnectionPool, NetworkError, ProtocolError, TimeoutException

from server.bridge.target import Answer, Request

ANSWER_WITHIN: Final = 60.0
"""The target has this many seconds to answer. It is long, because after no answer a message may be posted twice."""
ANSWER_MOST: Final = 64 * 1024
"""The most bytes of an answer that are read."""


class Exchange:
    """A connection to the target."""

    def __init__(self) -> None:
        self._pool = AsyncConnectionPool(max_connections=1, keepalive_expiry=5.0)

    async def __call__(self, request: Request) -> Answer:
        """Send a request, and return the answer."""
        headers: dict[bytes | str, bytes | str] = {
            "Content-Type": "application/json",
            "Content-Length": str(len(request.body)),
            "User-Agent": "Coterie",
        }
        headers.update(request.headers)
        body = b""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                async with self._pool.stream(
                    request.method, request.url, headers=headers, content=request.body
                ) as answer:
                    async for chunk in answer.aiter_stream():
                        body += chunk
                        if len(body) > ANSWER_MOST:
                            break
                    named = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers}
                    return Answer(answer.status, named, body)
        except (TimeoutError, TimeoutException, NetworkError, ProtocolError, OSError):
            return Answer(0, {}, b"")

    async def close(self) -> None:
        """Close the connection."""
        await self._pool.aclose()
