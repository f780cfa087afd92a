"""Endpoints for the public address of the server."""

from starlette.requests import Request

from domain.core.words import phrase
from server.http.authorization import require_host
from server.http.endpoint_context import Site
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.public_address import as_origin, is_public_address
from server.http.types import AddressBody, AddressShown, Reached, WayBack
from server.http.way_back import proof_of, try_way_back
from server.http.ways_in import ways_in


class AddressEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def address(self, request: Request) -> JsonReply:
        """The public address of the server, and the ways to get one."""
        await require_host(self._site.sessions, request)
        return self._shown()

    async def set_address(self, request: Request) -> JsonReply:
        """Set the public address, or remove it, on all servers of the same log."""
        await require_host(self._site.sessions, request)
        body = await read_body(request, AddressBody)
        if self._site.public.fixed:
            raise fail(409, phrase("error-address-fixed"))
        address = body.address.strip()
        if address and not is_public_address(address):
            raise fail(422, phrase("error-address-wrong"))
        await self._site.public.set(as_origin(address))
        return self._shown()

    async def check_address(self, request: Request) -> JsonReply:
        """Try whether people reach the server through its public address. A problem is named in a sentence."""
        await require_host(self._site.sessions, request)
        public = self._site.public.current
        if not public:
            raise fail(409, phrase("error-no-address"))
        secret = await self._secret()
        return reply(Reached(*await try_way_back(public, self._local(), secret, self._site.public.base_path)))

    async def way_back(self, request: Request) -> JsonReply:
        """Answer a server that tries its own public address."""
        secret = await self._site.sessions.setting("way-back")
        return reply(WayBack(proof_of(secret), "x-forwarded-for" in request.headers))

    async def _secret(self) -> str:
        """Return the random text that all processes of the store share."""
        secret = await self._site.sessions.setting("way-back")
        if not secret:
            await self._site.sessions.set_setting("way-back", self._site.sessions.random(16))
            secret = await self._site.sessions.setting("way-back")
        return secret

    def _local(self) -> str:
        return f"http://127.0.0.1:{self._site.started.port}"

    def _shown(self) -> JsonReply:
        public, started = self._site.public, self._site.started
        return reply(AddressShown(public.current, public.fixed, self._site.origin, started.network, ways_in(started)))
