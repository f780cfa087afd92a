"""Endpoints with which a device switches its push messages on and off."""

from starlette.requests import Request

from domain.core.words import phrase
from server.access.contract import PushSubscription, hash_of
from server.http.authorization import require_seat, token
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.types import Nothing, PushBody, PushShown
from server.push.delivery import WrongSubscription
from server.words.texts import DEFAULT_LANGUAGE, languages


class PushEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def push(self, request: Request) -> JsonReply:
        """The public key with which a browser subscribes to push messages, and whether this session gets them."""
        found = await require_seat(self._site.sessions, request)
        subscriptions = await self._site.sessions.subscriptions(found.seat.id)
        on = any(subscription.session == hash_of(token(request)) for subscription in subscriptions)
        return reply(PushShown(await self._site.push.public_key(), on))

    async def subscribe(self, request: Request) -> JsonReply:
        """Send push messages to this browser when the table waits for the seat of this session. They say nothing but
        that. The session has at most one subscription; the next one replaces it."""
        found = await require_seat(self._site.sessions, request)
        if found.seat.role == "spectator":
            raise fail(403, phrase("error-push-spectator"))
        body = await read_body(request, PushBody)
        language = body.language if body.language in languages() else DEFAULT_LANGUAGE
        session = hash_of(token(request))
        subscription = PushSubscription(session, found.seat.id, body.endpoint, body.key, body.auth, language)
        try:
            self._site.push.check(subscription)
        except WrongSubscription:
            raise fail(422, phrase("error-push-service")) from None
        if not await self._site.sessions.subscribe(subscription):
            raise fail(403, phrase("error-seated-only"))
        return reply(Nothing())

    async def unsubscribe(self, request: Request) -> JsonReply:
        """Send no more push messages for this session."""
        found = await require_seat(self._site.sessions, request)
        await self._site.sessions.unsubscribe(found.seat.id, hash_of(token(request)))
        return reply(Nothing())
