"""What the page is made of, as it was built: packed, and for good, since another build has other names."""

from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How a file may stand here besides, packed when it was built (`vite.config.ts`), the smallest first."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """The folder of them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A piece of the page, in the smallest form that the browser takes."""
        accepted = _accepted(Headers(scope=scope).get("accept-encoding", ""))
        for coding, ending in CODINGS.items():
            if coding in accepted:
                with suppress(HTTPException):
                    return _told(await super().get_response(path + ending, scope), coding)
        return _told(await super().get_response(path, scope), "")


def _accepted(header: str) -> set[str]:
    """The codings that a browser named, but for those of which it wants none (RFC 9110, 12.5.3)."""
    named = (coding.partition(";") for coding in header.lower().split(","))
    return {name.strip() for name, _, weight in named if weight.replace(" ", "").rstrip("0.") != "q="}


def _told(response: Response, coding: str) -> Response:
    if coding:
        response.headers["Content-Encoding"] = coding
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = FOR_GOOD
    return response
