"""The handover between a chronicle and its scenes.

When the chronicle has begun a scene, the scene is opened; when the scene is closed, the chronicle keeps its results.
Both steps are commands (`handover_commands.py`), and each applies once. So the handover may be repeated: it is done
after every start of a chronicle, and after every event that may require it.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from domain.core.event import Fact
from domain.core.refusal import Refusal
from domain.features.scenes.chronicle import SceneBegun
from domain.features.scenes.scene import SceneClosed
from domain.features.table.scene_list import Fork, SceneCard, open_cards
from server.hub.background_tasks import BackgroundTasks
from server.hub.handover_commands import keep_scene_submission, open_scene_submission
from server.hub.past_states import PastStates
from server.hub.streams import Streams
from server.log.contract import LogError
from server.stream.group_commit import Submission
from server.stream.live_stream import LiveStream
from server.words.texts import in_english

log_ = logging.getLogger("coterie.hub")

HANDED_OVER: Final = (SceneBegun, SceneClosed)
"""Events that require a handover."""


class SceneHandover:
    """Opens the scenes that a chronicle has begun, and keeps the results of closed scenes in the chronicle."""

    def __init__(
        self,
        streams: Streams,
        past_states: PastStates,
        background: BackgroundTasks,
        now: Callable[[], float],
        prepare: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._streams = streams
        self._past_states = past_states
        self._background = background
        self._now = now
        self._prepare = prepare
        """Makes the seeds for the dice of a new scene in advance."""
        streams.on_start(self._started)
        streams.on_settled(self._settled)

    async def hand_over(self, name: str) -> None:
        """Open each scene that this chronicle has begun, and keep the results of each closed scene in the chronicle. Do
        nothing if the chronicle is deleted. Raise `LogError` if the log fails; the caller should then call this
        again."""
        if self._streams.is_ended(name):
            return
        chronicle = await self._streams.live(name)
        for card in await self._streams.look(chronicle, lambda: open_cards(chronicle.folded.state.full)):
            scene = await self._streams.live(card.stream)
            refused = ""
            if scene.folded.head.seq == 0:
                if self._prepare is not None:
                    await self._prepare()
                refused = await self._streams.submit(scene, await self._open_submission(chronicle, card))
            elif keep := await self._streams.look(scene, partial(keep_scene_submission, scene, card, self._now())):
                refused = await self._streams.submit(chronicle, keep)
            if refused in ("busy", "unsaved", "weakened"):
                raise LogError(f"{card.stream} could not be opened or kept just now")
            if refused and refused != "kept":
                log_.error("%s could not be opened, or kept in its chronicle: refused as %s", card.stream, refused)

    async def _open_submission(self, chronicle: LiveStream, card: SceneCard) -> Submission:
        fork = await self._streams.look(chronicle, lambda: chronicle.folded.state.full.get(Fork, card.id))
        past, lost = None, False
        if fork is not None:
            try:
                past = await self._past_states.branch(fork.stream, fork.at)
            except Refusal as refusal:  # it could still be read when the scene was begun
                why = in_english(refusal.words)
                log_.error("%s begins without the earlier state of %s: %s", card.stream, fork.stream, why)  # noqa: TRY400 - expected
                lost = True
        return await self._streams.look(
            chronicle, lambda: open_scene_submission(chronicle, card, self._now(), past, lost=lost)
        )

    def _started(self, stream: str) -> None:
        if stream.startswith("chronicle/"):
            self._background.retry(lambda: self.hand_over(stream))

    def _settled(self, stream: str, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if isinstance(fact.event, HANDED_OVER):
                self._background.retry(lambda: self.hand_over(f"chronicle/{stream.split('/')[1]}"))
                return
