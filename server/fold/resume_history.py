"""The newest parts and chains of each audience, for clients that reconnect.

Rule 1. Each audience keeps a fixed number of its own parts and chains. Commits of another audience change neither how
        many are kept nor how long a look-up takes.
Rule 2. A client receives the parts that it missed only if this log contains the position of the client, and if the
        parts are few and small. Otherwise the client receives the whole view.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

import msgspec

from domain.core.audience import Audience
from server.limits_and_timeouts import RESUMED_MOST

CHAIN_BYTES: Final = 8
CHAINS_KEPT: Final = 10_000
"""An audience keeps at least this many chains. They are compared with the positions of clients that reconnect."""
PARTS_KEPT: Final = 256
"""The number of parts that an audience keeps."""


class End(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where an audience ends: the number of its parts, and the chain over them."""

    count: int
    chain: bytes


NOTHING: Final = End(0, b"")


class Recent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A kept part. `seq`: the place of its commit in the log; `place`: the place of the part in its commit. With both,
    the parts of several audiences can be put into order. Neither is sent to a client."""

    seq: int
    place: int
    end: End
    part: bytes


class ResumeHistory:
    """The kept parts and chains of a stream."""

    def __init__(self) -> None:
        self.recent: dict[Audience, deque[Recent]] = {}
        self.chains: dict[Audience, bytearray] = {}
        """For each audience: its chain after each of its parts, `CHAIN_BYTES` each, the newest last."""

    def add(self, audience: Audience, kept: Recent) -> None:
        """Keep the part of a durable commit."""
        recent = self.recent.get(audience)
        if recent is None:
            recent = self.recent[audience] = newest_parts()
        recent.append(kept)
        chains = self.chains.get(audience)
        if chains is None:
            chains = self.chains[audience] = bytearray()
        chains += kept.end.chain
        if len(chains) == 2 * CHAINS_KEPT * CHAIN_BYTES:
            del chains[: CHAINS_KEPT * CHAIN_BYTES]

    def commits_since(self, positions: Mapping[Audience, End], ends: Mapping[Audience, End]) -> list[bytes] | None:
        """Return the parts between the positions and the ends: a message for each commit, oldest first. Return None if
        the client needs the whole view."""
        missed: list[Recent] = []
        for audience, have in positions.items():
            since = self._since(audience, have, ends[audience])
            if since is None:
                return None
            missed += since
        if sum(len(kept.part) for kept in missed) > RESUMED_MOST:
            return None
        missed.sort(key=lambda kept: (kept.seq, kept.place))
        return [b"".join(kept.part for kept in commit) for _, commit in groupby(missed, key=lambda kept: kept.seq)]

    def _since(self, audience: Audience, have: End, end: End) -> list[Recent] | None:
        if have == end:
            return []
        recent = self.recent.get(audience, ())
        known = have == NOTHING or any(kept.end == have for kept in recent)
        since = [kept for kept in recent if kept.end.count > have.count]
        return since if known and len(since) == end.count - have.count else None

    def strayed(self, audience: Audience, have: End, end: End) -> bool:
        """True if this log does not contain the position: the position is beyond the end, or has a different chain. If
        the position is too old to tell, return False."""
        if have == end:
            return False
        return have.count >= end.count or self._chain_before(audience, end.count - have.count) not in (b"", have.chain)

    def _chain_before(self, audience: Audience, back: int) -> bytes:
        """Return the chain that an audience had this many parts ago; b"" if that chain is no longer kept."""
        chains = self.chains.get(audience, b"")
        last = len(chains) - back * CHAIN_BYTES
        return bytes(chains[last - CHAIN_BYTES : last]) if last >= CHAIN_BYTES else b""


def newest_parts(parts: Iterable[Recent] = ()) -> deque[Recent]:
    """Return a queue that keeps only the newest parts."""
    return deque(parts, maxlen=PARTS_KEPT)
