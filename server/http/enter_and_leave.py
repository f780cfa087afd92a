"""Endpoints that exchange a link for a session, and end a session."""

from typing import Final

from starlette.requests import Request

from domain.core.words import phrase
from server.access.sessions import SecretExpired, UnknownSecret
from server.http.authorization import token
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.throttle import address_of
from server.http.types import EnterBody, HostEntered, Nothing, SeatEntered
from server.limits_and_timeouts import LINK_USES, LOCAL_ADDRESSES, WRONG_LINKS, Buckets

NO_SEAT: Final = phrase("error-link-unknown")


class EntryEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._wrong_links = Buckets(WRONG_LINKS)
        self._link_uses = Buckets(LINK_USES)

    async def enter(self, request: Request) -> JsonReply:
        """Exchange a link's secret for a session token."""
        body = await read_body(request, EnterBody)
        now = self._site.hub.now()
        address = address_of(request.scope)
        if address not in LOCAL_ADDRESSES and not self._link_uses.get(f"{address} {body.secret}", now).take(now):
            raise fail(429, phrase("error-link-too-often"))
        try:
            entered = await self._site.sessions.enter(body.secret)
        except (UnknownSecret, SecretExpired) as error:
            # Count only wrong links, and only after the same work as for a right one. So a right link always works
            # (SEC5).
            if not self._wrong_links.get(address, now).take(now):
                raise fail(429, phrase("error-wrong-links")) from None
            if isinstance(error, UnknownSecret):
                raise fail(404, NO_SEAT) from None
            raise fail(410, phrase("error-link-expired")) from None
        row = entered.row
        if row is None:
            return reply(HostEntered(entered.token))
        names = {c.id: c.name for c in await self._site.sessions.chronicles()}
        name = names.get(row.chronicle, "")
        stream = f"chronicle/{row.chronicle}"
        scene = await self._site.hub.tables.open_scene(stream)
        return reply(SeatEntered(entered.token, row.role, row.id, row.name, row.chronicle, name, stream, scene))

    async def leave(self, request: Request) -> JsonReply:
        """End a session."""
        await self._site.sessions.leave(token(request))
        return reply(Nothing())
