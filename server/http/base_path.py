"""Serving under a path of another site, such as https://site.example/table/ (`--base-path /table`)."""

from starlette.types import ASGIApp, Receive, Scope, Send

from server.http.security_headers import NO_STORE, headers_for


class BasePath:
    """ASGI middleware that removes the base path from the path of each request, so that no other part of the server
    knows it. A proxy may pass the path on or cut it off: a path without the base path stays as it is."""

    def __init__(self, app: ASGIApp, base_path: str) -> None:
        self._app = app
        self._base = base_path
        self._raw = base_path.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and path == self._base:
            # The page loads its files from addresses relative to its own, so its address has to end with a slash.
            headers = [(b"location", self._raw + b"/"), (b"content-length", b"0"), NO_STORE, *headers_for("'self'")]
            await send({"type": "http.response.start", "status": 308, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        if path.startswith(self._base + "/"):
            raw = scope.get("raw_path") or b""
            scope = {**scope, "path": path.removeprefix(self._base), "raw_path": raw.removeprefix(self._raw)}
        await self._app(scope, receive, send)
