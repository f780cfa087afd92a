"""The tables of a chronicle: which streams its seats may open, and which scene is open now."""

import asyncio
from typing import Final

from domain.core.audience import Seat
from domain.features.table.scene_list import SceneCard, open_cards
from server.access.sessions import Admitted
from server.hub.scene_handover import SceneHandover
from server.hub.streams import Streams
from server.limits_and_timeouts import OPEN_SCENE_WITHIN
from server.log.contract import EventLog, LogError
from server.stream.live_stream import LiveStream

ANYBODY: Final = Seat("", "spectator")
"""A seat that reads only what all seats may read. The list of scenes is read as this seat, so that no request waits for
hidden commands of the chronicle."""


class Tables:
    """Finds the tables that a session may open."""

    def __init__(self, log: EventLog, streams: Streams, handover: SceneHandover) -> None:
        self._log = log
        self._streams = streams
        self._handover = handover

    async def find(self, admitted: Admitted, stream: str) -> LiveStream | None:
        """Return the stream with this name, if it belongs to the chronicle of the session. Return None if it does not
        exist, and also if it belongs to another chronicle, so that the answer does not tell the two apart. Raise
        `LogError`."""
        chronicle = stream.split("/")[1] if stream.count("/") in (1, 2) else ""
        known = stream.startswith(("chronicle/", "scene/")) and chronicle == admitted.chronicle
        return await self._streams.live(stream) if known and await self._exists(stream) else None

    async def _exists(self, stream: str) -> bool:
        """True if the stream has a commit. A scene that was begun a moment ago is opened first. The log is not asked
        about a stream that this process serves: when a thousand clients come back at once, it would be asked a thousand
        times (SEC29)."""
        if self._streams.has_commits(stream) or (await self._log.head(stream)).seq:
            return True
        name = f"chronicle/{stream.split('/')[1]}"
        chronicle = await self._streams.live(name)
        cards = await self._streams.look(chronicle, lambda: open_cards(chronicle.folded.state.view(ANYBODY)), ANYBODY)
        if all(card.stream != stream for card in cards):
            return False
        await self._handover.hand_over(name)
        if not self._streams.has_commits(stream):
            raise LogError(f"{stream} could not be opened")
        return True

    async def open_scene(self, chronicle: str) -> str:
        """Return the stream of the open scene of a chronicle; all seats of the chronicle may know it. Return "" if no
        scene is open, or if the log does not answer in time."""
        try:
            async with asyncio.timeout(OPEN_SCENE_WITHIN):
                live = await self._streams.live(chronicle)
                cards = await self._streams.look(live, lambda: open_cards(live.folded.state.view(ANYBODY)), ANYBODY)
        except (LogError, TimeoutError):
            return ""
        return cards[0].stream if cards else ""

    async def had_scene(self, admitted: Admitted, stream: str) -> bool:
        """True if the list of scenes of the session's chronicle has a scene in this stream. All its seats see that
        list."""
        chronicle = await self._streams.live(f"chronicle/{admitted.chronicle}")
        cards = await self._streams.look(
            chronicle, lambda: list(chronicle.folded.state.view(ANYBODY).all(SceneCard)), ANYBODY
        )
        return any(card.stream == stream for card in cards)
