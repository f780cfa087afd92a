"""Endpoints for the host, the person that runs the server."""

from starlette.requests import Request

from domain.core.names import check_printable
from domain.core.refusal import Refusal
from domain.core.words import phrase
from domain.features.scenes.chronicle import FoundChronicle
from domain.features.table.settings import check_rules
from server.http.authorization import require_host
from server.http.endpoint_context import Site, qr_rows, shown
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.status import status_lines, trouble
from server.http.types import ChronicleBody, Chronicles, Founded, Status
from server.hub.handover_commands import table_submission


class HostEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def status(self, request: Request) -> JsonReply:
        """The state of this process: the same lines as on the port that `--status` opens, without the metrics."""
        await require_host(self._site.sessions, request)
        hub = self._site.hub
        problem = await trouble(hub)
        return reply(Status(not problem, status_lines(hub, problem)))

    async def chronicles(self, request: Request) -> JsonReply:
        """All chronicles of this server."""
        await require_host(self._site.sessions, request)
        return reply(Chronicles(await self._site.sessions.chronicles()))

    async def found(self, request: Request) -> JsonReply:
        """Create a chronicle. The answer is its Storyteller's link."""
        await require_host(self._site.sessions, request)
        body = await read_body(request, ChronicleBody)
        switches = tuple(sorted(body.switches.items()))
        try:
            check_printable(body.name, body.storyteller)
            check_rules(body.rules, switches)
        except Refusal as refusal:
            raise fail(422, refusal.words) from None
        id_ = self._site.sessions.random(9)
        stream = f"chronicle/{id_}"
        live = await self._site.hub.streams.live(stream)
        command = FoundChronicle(stream, id_, body.name, body.rules, switches)
        refused = await self._site.hub.streams.submit(
            live, table_submission(self._site.hub.now(), command, f"found {stream}")
        )
        if refused:
            raise fail(503, phrase("unsaved"))
        _, secret = await self._site.sessions.invite(id_, body.storyteller, "storyteller")
        # This is the last step, so every chronicle in the list has a Storyteller.
        await self._site.sessions.add_chronicle(id_, body.name)
        link = self._site.link(secret)
        return reply(Founded(id=id_, link=link, qr=qr_rows(link)), 201)

    async def storyteller_link(self, request: Request) -> JsonReply:
        """Issue a new link for a chronicle's Storyteller. The old link and its sessions end."""
        await require_host(self._site.sessions, request)
        for row in await self._site.sessions.seats(request.path_params["chronicle"]):
            if row.role == "storyteller":
                return reply(shown(self._site.link(await self._site.sessions.reissue(row.id, ends_sessions=True))))
        raise fail(404, phrase("error-no-chronicle"))
