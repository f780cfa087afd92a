"""The simulation finds bugs that are planted in the program or in its store, each by its law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.core.audience import Seat
from server.fold.projection import EncodedCommit, Projection
from server.fold.stream_fold import StreamFold
from server.log.contract import Appended, Conflict, Head, Pending
from server.stream.fan_out import FanOut
from server.stream.group_commit import CommitGroup, Decider, Submission
from server.stream.live_stream import LiveStream
from tests.simulation.run import run
from tests.simulation.store import SharedLog

SEEDS = 100
"""Each bug must be found within so many runs."""


def told_before_it_is_durable(patch: pytest.MonkeyPatch) -> None:
    append, group, decide = SharedLog.append, LiveStream._commit_group, Decider.decide
    live_streams: dict[tuple[int, str], LiveStream] = {}
    rounds: dict[int, CommitGroup] = {}

    async def known(self: LiveStream, submissions: list[Submission]) -> None:
        live_streams[id(self._log), self.stream] = self
        await group(self, submissions)

    def remembered(self: Decider, folded: StreamFold, submissions: list[Submission], *, fenced: bool) -> CommitGroup:
        rounds[id(folded)] = decide(self, folded, submissions, fenced=fenced)
        return rounds[id(folded)]

    async def early(self: SharedLog, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        live = live_streams[id(self), stream]
        live._fan_out.broadcast(live.folded, [commit.encoded for commit in rounds[id(live.folded)].decided], {})
        return await append(self, stream, expected, batch)

    patch.setattr(LiveStream, "_commit_group", known)
    patch.setattr(Decider, "decide", remembered)
    patch.setattr(SharedLog, "append", early)


def acknowledged_and_never_written(patch: pytest.MonkeyPatch) -> None:
    append = SharedLog.append

    async def forgetful(self: SharedLog, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        outcome = await append(self, stream, expected, batch)
        if isinstance(outcome, Appended) and outcome.head.seq == 12:
            entry = self._store.entries[stream].pop()
            del self._store.memory.keys[stream][entry.key]
        return outcome

    patch.setattr(SharedLog, "append", forgetful)


def applied_once_more(patch: pytest.MonkeyPatch) -> None:
    append = SharedLog.append

    async def forgetful(self: SharedLog, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        self._store.memory.keys.get(stream, {}).clear()
        return await append(self, stream, expected, batch)

    patch.setattr(SharedLog, "append", forgetful)
    patch.setattr(StreamFold, "receipts", property(lambda _: {}, lambda *_: None), raising=False)
    patch.setattr(StreamFold, "clear_journal", lambda self: self.state.settle())


def a_part_goes_missing(patch: pytest.MonkeyPatch) -> None:
    broadcast = FanOut.broadcast

    def forgetful(self: FanOut, folded: StreamFold, told: Sequence[Any], answers: Any) -> None:
        broadcast(self, folded, [each for each in told if each.seq != 9], answers)

    patch.setattr(FanOut, "broadcast", forgetful)


def a_loss_is_not_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Projection, "strayed", lambda *_: False)


def half_of_a_commit_is_told(patch: pytest.MonkeyPatch) -> None:
    message = Projection.message

    def half(self: Projection, seat: Seat, told: EncodedCommit) -> bytes:
        if told.seq % 5 or len(told.parts) < 2:
            return message(self, seat, told)
        return next(part for audience, part in told.parts.items() if seat.reads(audience))

    broadcast = FanOut.broadcast

    def halved(self: FanOut, folded: StreamFold, told: Sequence[Any], answers: Any) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(Projection, "message", half)
            broadcast(self, folded, told, answers)

    patch.setattr(FanOut, "broadcast", halved)


def not_taken_back(patch: pytest.MonkeyPatch) -> None:
    def forgetful(self: CommitGroup, folded: StreamFold) -> None:
        for commit in reversed(self.decided[1:]):
            folded.state.undo(commit.mark, commit.audiences)

    patch.setattr(CommitGroup, "undo", forgetful)


@pytest.mark.parametrize(
    ("plant", "kind", "laws"),
    [
        (told_before_it_is_durable, "safety", ("INV2", "INV5")),
        (acknowledged_and_never_written, "safety", ("INV1", "INV11", "logged")),
        (applied_once_more, "safety", ("INV1",)),
        (a_part_goes_missing, "safety", ("INV2",)),
        (a_loss_is_not_told, "failover", ("INV8",)),
        (half_of_a_commit_is_told, "safety", ("INV6",)),
        (not_taken_back, "safety", ("INV3", "INV11")),
    ],
)
def test_a_planted_bug_is_found(
    seed: int, plant: Callable[[pytest.MonkeyPatch], None], kind: str, laws: tuple[str, ...]
) -> None:
    """Each planted bug is found within a few runs."""
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        for n in range(SEEDS):
            found += run(f"{seed}-planted-{n}", kind).violations
            if any(sentence.startswith(laws) for sentence in found):
                return
    raise AssertionError(found[:5] or "no violation was found")
