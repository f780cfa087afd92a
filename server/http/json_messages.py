"""Reads JSON bodies and writes JSON replies. An error reply has an English sentence under `error`, and its message
under `words`."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from domain.core.words import Words, phrase, typed
from domain.rules.validation_words import mistake
from server.http.types import Error
from server.limits_and_timeouts import BODY_MOST, BODY_WITHIN
from server.log.contract import LogError
from server.words.texts import in_english

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


class Failed(HTTPException):
    """An error that is sent as a JSON reply. It has `words` for the page, and the same in English for other callers."""

    def __init__(self, status: int, words: Words, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, in_english(words), headers)
        self.words = words


def fail(status: int, words: Words) -> Failed:
    """Return an error to raise. The caller of the endpoint gets it as a JSON reply."""
    return Failed(status, words)


def error_body(words: Words) -> Error:
    """Return the body of an error."""
    return Error(in_english(words), words)


def unexpected(error: Exception, type_: type) -> Failed:
    """Return the error for input that does not have this type. It says where the mistake is, and which type was
    expected."""
    wrong = mistake(str(error), type_) if isinstance(error, msgspec.ValidationError) else typed(f"{error}.")
    return fail(400, phrase("error-unexpected", wrong=wrong))


async def read_bytes(request: Request, most: int, within: float, pause: float, too_big: Words) -> bytes:
    """Read the body of the request. Raise `HTTPException` if it has more than `most` bytes (with the words `too_big`),
    does not arrive `within` so many seconds, or if no byte arrives for `pause` seconds."""
    raw = bytearray()
    now = asyncio.get_running_loop().time
    try:
        async with asyncio.timeout(within), asyncio.timeout(pause) as stalled:
            async for chunk in request.stream():
                stalled.reschedule(now() + pause)
                raw += chunk
                if len(raw) > most:
                    raise fail(413, too_big)
    except TimeoutError:
        raise fail(408, phrase("error-request-stopped")) from None
    except ClientDisconnect:
        raise fail(400, phrase("error-request-stopped")) from None
    return bytes(raw)


async def read_body(request: Request, type_: type[T]) -> T:
    """Read the body of the request as a value of this type. Raise `HTTPException` if the body is too long, arrives too
    slowly, or is wrong."""
    raw = await read_bytes(request, BODY_MOST, BODY_WITHIN, BODY_WITHIN, phrase("error-body-too-big"))
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unexpected(error, type_) from error


async def error_reply(_request: Request, exception: Exception) -> JsonReply:
    """Return the reply for an exception that a handler raised."""
    if isinstance(exception, HTTPException):
        body = error_body(exception.words) if isinstance(exception, Failed) else Error(exception.detail)
        answer = reply(body, exception.status_code)
        answer.headers.update(exception.headers or {})  # for a 405, these headers list the allowed methods
        return answer
    if isinstance(exception, LogError):
        log_.warning("%s", exception)
        return reply(error_body(phrase("error-log-failed")), 503)
    return reply(error_body(phrase("error-server")), 500)
