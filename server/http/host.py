"""Endpoints for the host, the person that runs the server."""

from starlette.requests import Request
from starlette.responses import Response

from domain.core.names import check_printable
from domain.core.refusal import Refusal
from domain.core.words import phrase
from domain.features.scenes.chronicle import FoundChronicle, RenameChronicle
from domain.features.table.settings import check_rules
from server.access.contract import Chronicle
from server.access.sessions import UnknownSecret
from server.http.authorization import require_host
from server.http.chronicle_file import chronicle_file
from server.http.endpoint_context import Site, qr_rows, shown
from server.http.json_messages import JsonReply, fail, read_body, reply
from server.http.status import status_lines, trouble
from server.http.types import (
    ChronicleBody,
    ChronicleChange,
    Chronicles,
    ChronicleSize,
    Founded,
    Nothing,
    Status,
)
from server.hub.handover_commands import table_submission
from server.version import program_version


class HostEndpoints:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def status(self, request: Request) -> JsonReply:
        """The state of this process: the same lines as on the port that `--status` opens, without the metrics."""
        await require_host(self._site.sessions, request)
        hub = self._site.hub
        problem = await trouble(hub)
        return reply(Status(not problem, program_version(), status_lines(hub, problem)))

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

    async def change_chronicle(self, request: Request) -> JsonReply:
        """Rename a chronicle, hide it in the host's list, or show it again."""
        chronicle = await self._chronicle(request)
        body = await read_body(request, ChronicleChange)
        try:
            if body.name is not None:
                await self._rename(chronicle, body.name)
            if body.hidden is not None:
                await self._site.sessions.hide_chronicle(chronicle.id, hidden=body.hidden)
        except UnknownSecret:  # it was deleted in the meantime
            raise fail(404, phrase("error-no-chronicle")) from None
        return reply(Nothing())

    async def _rename(self, chronicle: Chronicle, name: str) -> None:
        """Rename a chronicle, in its log and in the host's list. Repeating it changes nothing."""
        try:
            check_printable(name)
        except Refusal as refusal:
            raise fail(422, refusal.words) from None
        live = await self._site.hub.streams.live(f"chronicle/{chronicle.id}")
        cause = f"rename {live.stream} {self._site.sessions.random(9)}"
        submission = table_submission(self._site.hub.now(), RenameChronicle(name), cause)
        if await self._site.hub.streams.submit(live, submission):
            raise fail(503, phrase("unsaved"))
        await self._site.sessions.rename_chronicle(chronicle.id, name)

    async def delete_chronicle(self, request: Request) -> JsonReply:
        """Delete a chronicle for good, with its scenes, pictures, seats and links. People at its tables are
        disconnected."""
        chronicle = await self._chronicle(request)
        await self._site.hub.removal.delete(chronicle.id)
        return reply(Nothing())

    async def chronicle_size(self, request: Request) -> JsonReply:
        """The number of scenes, commits and pictures of a chronicle, and about how many bytes they take."""
        chronicle = await self._chronicle(request)
        log, pictures = self._site.hub.log, self._site.hub.pictures
        scenes = await log.streams(f"scene/{chronicle.id}/")
        streams = [f"chronicle/{chronicle.id}", *scenes]
        return reply(
            ChronicleSize(
                len(scenes),
                sum([(await log.head(stream)).seq for stream in streams]),
                sum([await log.size(stream) for stream in streams]),
                len({key.id for key in await pictures.keys(chronicle.id)}),
                await pictures.size(chronicle.id),
            )
        )

    async def download_chronicle(self, request: Request) -> Response:
        """A chronicle as one SQLite file with all its secrets, which another Coterie can serve."""
        chronicle = await self._chronicle(request)
        return await chronicle_file(
            chronicle.id, self._site.hub.log, self._site.hub.pictures, self._site.sessions.store
        )

    async def _chronicle(self, request: Request) -> Chronicle:
        """Return the chronicle in the path. Raise `HTTPException` unless the host asks and the chronicle exists."""
        await require_host(self._site.sessions, request)
        for chronicle in await self._site.sessions.chronicles():
            if chronicle.id == request.path_params["chronicle"]:
                return chronicle
        raise fail(404, phrase("error-no-chronicle"))

    async def storyteller_link(self, request: Request) -> JsonReply:
        """Issue a new link for a chronicle's Storyteller. The old link and its sessions end."""
        chronicle = await self._chronicle(request)
        for row in await self._site.sessions.seats(chronicle.id):
            if row.role == "storyteller":
                try:
                    secret = await self._site.sessions.reissue(row.id, ends_sessions=True)
                except UnknownSecret:  # it was deleted in the meantime
                    break
                return reply(shown(self._site.link(secret)))
        raise fail(404, phrase("error-no-chronicle"))
