"""Endpoints for a Storyteller, about the seats of her chronicle."""

from starlette.requests import Request

from domain.core.bounds import Id
from domain.core.names import check_printable
from domain.core.refusal import Refusal
from domain.core.words import Typed, phrase
from server.access.sessions import UnknownSecret
from server.http.authorization import require_storyteller
from server.http.endpoint_context import Site, qr_rows, shown
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.types import Invited, Nothing, SeatBody, Seats, SeatShown
from server.limits_and_timeouts import SEATS_MOST


class SeatEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def seats(self, request: Request) -> JsonReply:
        """The seats of the Storyteller's chronicle."""
        teller = await require_storyteller(self._site.sessions, request)
        rows = await self._site.sessions.seats(teller.chronicle)
        return reply(Seats([SeatShown(r.id, r.name, r.role, r.revoked) for r in rows]))

    async def invite(self, request: Request) -> JsonReply:
        """Create a seat. The answer is its link."""
        teller = await require_storyteller(self._site.sessions, request)
        body = await read_body(request, SeatBody)
        try:
            check_printable(body.name)
        except Refusal as refusal:
            raise fail(422, refusal.words) from None
        seats = await self._site.sessions.seats(teller.chronicle)
        if len(seats) >= SEATS_MOST:
            raise fail(409, phrase("error-seats-full", most=SEATS_MOST))
        if any(row.name.casefold() == body.name.casefold() for row in seats):
            raise fail(409, phrase("error-seat-name-taken", name=Typed(body.name)))
        try:
            row, secret = await self._site.sessions.invite(teller.chronicle, body.name, body.role)
        except UnknownSecret:  # the chronicle was deleted in the meantime
            raise fail(404, phrase("error-no-chronicle")) from None
        link = self._site.link(secret)
        return reply(Invited(seat=row.id, link=link, qr=qr_rows(link)), 201)

    async def reissue(self, request: Request) -> JsonReply:
        """Issue a new link for a seat. The old link no longer works."""
        seat = await self._seat(request)
        try:
            return reply(shown(self._site.link(await self._site.sessions.reissue(seat))))
        except UnknownSecret:  # the chronicle was deleted in the meantime
            raise fail(404, phrase("error-no-seat")) from None

    async def revoke(self, request: Request) -> JsonReply:
        """Close a seat."""
        seat = await self._seat(request)
        try:
            await self._site.sessions.revoke(seat)
        except UnknownSecret:  # the chronicle was deleted in the meantime
            raise fail(404, phrase("error-no-seat")) from None
        return reply(Nothing())

    async def _seat(self, request: Request) -> Id:
        """Return the seat in the path. Raise `HTTPException` unless it belongs to this Storyteller's chronicle and is
        not her own."""
        teller = await require_storyteller(self._site.sessions, request)
        wanted: str = request.path_params["seat"]
        if wanted == teller.seat.id or all(r.id != wanted for r in await self._site.sessions.seats(teller.chronicle)):
            raise fail(404, phrase("error-no-seat"))
        return wanted
