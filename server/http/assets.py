"""The files of the built page. They are sent compressed. Browsers may cache them for ever, because every build gives
them new names."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The file name endings of the compressed copies that the build makes (`vite.config.ts`), the smallest copy first."""
TYPES: Final = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
"""The types of files that not every system knows, by the ending of the name."""
CACHED_FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """The folder of the page's files."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the page, in the smallest form that the browser accepts."""
        accepted = _accepted(Headers(scope=scope).get("accept-encoding", ""))
        for coding, ending in CODINGS.items():
            if coding in accepted:
                with suppress(HTTPException):
                    return _with_headers(await super().get_response(path + ending, scope), path, coding)
        return _with_headers(await super().get_response(path, scope), path, "")


def _accepted(header: str) -> set[str]:
    """Return the codings that a browser accepts. A coding with the weight 0 is not accepted (RFC 9110, 12.5.3)."""
    named = (coding.partition(";") for coding in header.lower().split(","))
    return {name.strip() for name, _, weight in named if weight.replace(" ", "").rstrip("0.") != "q="}


def _with_headers(response: Response, path: str, coding: str) -> Response:
    if known := TYPES.get(Path(path).suffix):
        response.headers["Content-Type"] = known
    if coding:
        response.headers["Content-Encoding"] = coding
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = CACHED_FOR_GOOD
    return response
