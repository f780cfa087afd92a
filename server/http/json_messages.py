"""JSON bodies read, and JSON replies written. An error is a sentence under `error`."""

import asyncio
import logging
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from domain.rules.validation_words import mistake
from server.http.types import Error
from server.limits_and_timeouts import BODY_MOST, BODY_WITHIN
from server.log.contract import LogError

log_ = logging.getLogger("coterie.http")

T = TypeVar("T")


class JsonReply(Response):
    """A reply whose content is JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return msgspec.json.encode(content)


def reply(value: object, status: int = 200) -> JsonReply:
    """Return a JSON reply."""
    return JsonReply(value, status)


def fail(status: int, sentence: str) -> HTTPException:
    """Return an error to raise, which becomes a JSON reply."""
    return HTTPException(status, sentence)


def unexpected(error: Exception, type_: type) -> HTTPException:
    """Return the error for input that is not of this type: it names the place of the mistake and the expected type."""
    wrong = mistake(str(error), type_) if isinstance(error, msgspec.ValidationError) else f"{error}."
    return fail(400, f"That is not what was expected: {wrong}")


async def read_body(request: Request, type_: type[T]) -> T:
    """Read the request's body as a value of this type. Raise `HTTPException` if it is too long, too slow or wrong."""
    raw = b""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > BODY_MOST:
                    raise fail(413, "That is too much at once.")
    except TimeoutError:
        raise fail(408, "The request stopped halfway.") from None
    except ClientDisconnect:
        raise fail(400, "The request stopped halfway.") from None
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unexpected(error, type_) from error


async def error_reply(_request: Request, exception: Exception) -> JsonReply:
    """Return the reply for an exception that a handler raised."""
    if isinstance(exception, HTTPException):
        answer = reply(Error(exception.detail), exception.status_code)
        answer.headers.update(exception.headers or {})  # a 405 lists the allowed methods there
        return answer
    if isinstance(exception, LogError):
        log_.warning("%s", exception)
        return reply(Error("The table's log cannot be reached or written just now. Try again in a moment."), 503)
    return reply(Error("Something is wrong with the server."), 500)
