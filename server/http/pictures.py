"""Endpoints that take pictures from a seat, and give a seat those pictures that it may see."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.core.words import phrase
from domain.features.scenes.handouts import sees_picture
from server.access.sessions import Admitted
from server.http.authorization import require_seat
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_bytes, reply, unexpected
from server.http.throttle import address_of
from server.http.types import PictureQuery, Uploaded
from server.limits_and_timeouts import (
    LOCAL_ADDRESSES,
    PLAYERS_PICTURES,
    STORYTELLERS_PICTURES,
    UPLOAD_MOST,
    UPLOAD_PAUSE,
    UPLOAD_WITHIN,
    UPLOADS,
    UPLOADS_AT_ONCE,
    UPLOADS_OF_A_CHRONICLE,
    UPLOADS_OF_AN_ADDRESS,
    Buckets,
    ConnectionCounts,
)
from server.pictures.contract import PictureKey, picture_id
from server.pictures.reencode import MEDIA_TYPE, NoPicture, Reencoder, TooLarge

CACHED: Final = {"Cache-Control": "private, max-age=86400, immutable", "Vary": "Authorization"}
"""A picture never changes. The browser keeps it for this session alone: another seat in the same browser asks again."""


class PictureEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._uploads = Buckets(UPLOADS)
        self._under_way = ConnectionCounts()
        self._reencoder = Reencoder()

    async def upload(self, request: Request) -> JsonReply:
        """Upload a picture (JPEG, PNG or WebP), and get its id for a command. The server draws the picture again, at
        most 1600 pixels wide and high, and keeps nothing else of the file. A player uploads at most 40 pictures, a
        Storyteller 200."""
        found = await require_seat(self._site.sessions, request)
        if found.seat.role == "spectator":
            raise fail(403, phrase("error-players-only"))
        now, seat = self._site.hub.now(), found.seat.id
        if not self._uploads.get(seat, now).take(now):
            raise fail(429, phrase("error-too-many-pictures"))
        with self._counted(seat, found.chronicle, address_of(request.scope)):
            drawn = await self._drawn(request)
            # During the upload the seat may have been closed, or its chronicle deleted.
            return await self._store(await require_seat(self._site.sessions, request), drawn)

    @contextmanager
    def _counted(self, seat: str, chronicle: str, address: str) -> Iterator[None]:
        """Count an upload while it is under way. Raise `HTTPException` if the seat, the chronicle, the address or the
        server has too many under way. This machine's own address has no limit."""
        limits = {"": UPLOADS_AT_ONCE, f"chronicle {chronicle}": UPLOADS_OF_A_CHRONICLE, f"seat {seat}": 1}
        if address not in LOCAL_ADDRESSES:
            limits[f"address {address}"] = UPLOADS_OF_AN_ADDRESS
        with ExitStack() as counted:
            for name, most in limits.items():
                if not self._under_way.enter(name, most):
                    raise fail(429, phrase("error-too-many-pictures"))
                counted.callback(self._under_way.leave, name)
            yield

    async def _drawn(self, request: Request) -> bytes:
        """Return the picture in the body, drawn again."""
        raw = await read_bytes(request, UPLOAD_MOST, UPLOAD_WITHIN, UPLOAD_PAUSE, phrase("error-picture-too-big"))
        try:
            return await self._reencoder.reencode(raw)
        except NoPicture:
            raise fail(422, phrase("error-no-picture")) from None
        except TooLarge:
            raise fail(422, phrase("error-picture-too-big")) from None
        except TimeoutError:
            raise fail(429, phrase("error-too-many-pictures")) from None

    async def _store(self, found: Admitted, drawn: bytes) -> JsonReply:
        key = PictureKey(found.chronicle, picture_id(drawn), found.seat.id)
        most = STORYTELLERS_PICTURES if found.seat.is_storyteller else PLAYERS_PICTURES
        try:
            stored = await self._site.hub.pictures.put(key, drawn, most)
        finally:  # also if the request is cancelled, because the store may go on
            self._site.hub.removal.picture_stored(found.chronicle)
        if not stored:
            full = "error-storyteller-pictures-full" if found.seat.is_storyteller else "error-pictures-full"
            raise fail(409, phrase(full, most=most))
        return reply(Uploaded(key.id), 201)

    async def picture(self, request: Request) -> Response:
        """A picture that this seat sees at the table `stream`: a portrait, or in a handout. Any other picture does not
        exist for it."""
        found = await require_seat(self._site.sessions, request)
        try:
            stream = msgspec.convert(dict(request.query_params), PictureQuery).stream
        except msgspec.ValidationError as error:
            raise unexpected(error, PictureQuery) from None
        picture: str = request.path_params["picture"]
        live = await self._site.hub.tables.find(found, stream)
        seen = live is not None and await self._site.hub.streams.look(
            live, lambda: sees_picture(live.folded.state.view(found.seat), picture), found.seat
        )
        # A picture that the seat does not see is not looked for, so that the time does not tell whether it exists.
        data = await self._site.hub.pictures.find(found.chronicle, picture) if seen else None
        if data is None:
            raise fail(404, phrase("error-no-such-picture"))
        return Response(data, media_type=MEDIA_TYPE, headers=CACHED)
