"""Checks by the session token of a request whether the host, a Storyteller or a seat has sent it."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from domain.core.words import Words, phrase
from server.access.sessions import Admitted, Sessions
from server.http.json_messages import Failed, fail


def token(request: Request) -> str:
    """Return the session token of a request; "" if it has none."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value if scheme.lower() == "bearer" else ""


async def require_host(sessions: Sessions, request: Request) -> None:
    """Raise `HTTPException` unless the request comes from the host."""
    if not await sessions.is_host(token(request)):
        raise await _forbidden(sessions, request, phrase("error-host-only"))


async def require_storyteller(sessions: Sessions, request: Request) -> Admitted:
    """Return the Storyteller who sent the request. Raise `HTTPException` if the sender is no Storyteller."""
    found = await sessions.session(token(request))
    if found is None or not found.seat.is_storyteller:
        raise await _forbidden(sessions, request, phrase("error-storyteller-only"))
    return found


async def require_seat(sessions: Sessions, request: Request) -> Admitted:
    """Return the seat that sent the request. Raise `HTTPException` if no seat has sent it."""
    found = await sessions.session(token(request))
    if found is None:
        raise await _forbidden(sessions, request, phrase("error-seated-only"))
    return found


async def _forbidden(sessions: Sessions, request: Request, words: Words) -> HTTPException:
    """Return the error 403 if the request has a valid session, which lacks this right; otherwise the error 401."""
    known = await sessions.session(token(request)) or await sessions.is_host(token(request))
    return fail(403, words) if known else Failed(401, words, {"WWW-Authenticate": "Bearer"})
