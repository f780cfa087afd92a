"""The history checker: compares the commands and messages of the clients with the log. It needs no search, since every
commit has a position.

    INV1 durable    an acknowledged command is in the log exactly once, at the acknowledged position; with an unknown
                  outcome it is there at most once
    INV2 order      each reader receives exactly the next message that it may read, across all resumes
    INV3 converge   a reader that stays ends where the log ends, and every process has the same fold as the log
    INV4 real time  a command that was acknowledged before another was sent is earlier in the log
    INV5 reject     a refused command is not in the log, and no reader receives a part that is in no commit
    INV6 atomic     a message holds all that its commit has for that seat
    INV8 truncation a reader that was ahead of the log is notified, with the whole view, before anything else
    INV11 replay    the log folds twice to the same state; its chain holds

A stream that lost its end has several branches: the last one is the log, the earlier ones are what readers may have
seen before. Commits that are only in an earlier branch are lost; the sole duty is to notify every reader of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgpack  # type: ignore[import-untyped]

from domain.core.audience import Audience, Seat
from domain.core.record import Record
from domain.core.state import State
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import START, Entry, next_chain
from tests.simulation.history import Ends, History, Reader, Received

Branch = list[Entry]
Frames = list[list[Any]]


def check(history: History, branches: Sequence[Branch], folds: Iterable[StreamFold] = ()) -> list[str]:
    """Return a sentence for each law that this history breaks, beginning with the law's number. `branches`: the stream
    before each loss of its end, and last as it is now. `folds`: the folds of the processes."""
    found = [broken for branch in branches for broken in _chain(branch)]
    found += [*_once(history, branches), *_real_time(history, branches)]
    if not found:  # a broken log makes every later check meaningless
        messages = [_BranchMessages(branch, history.readers) for branch in branches]
        found += [*_answers(history, messages), *_replay(branches[-1], folds)]
        for reader in history.readers:
            found += _Reading(reader, messages).broken()
    return found


def _chain(entries: Branch) -> list[str]:
    found, chain = [], START
    for place, entry in enumerate(entries, 1):
        chain = next_chain(chain, entry.payload)
        if (entry.seq, entry.chain) != (place, chain):
            found.append(f"INV11: entry {entry.seq} at place {place} does not continue the chain")
            chain = entry.chain
    return found


def _removed_keys(branches: Sequence[Branch]) -> set[bytes]:
    """The keys of commits that a loss of the log's end removed."""
    last = {entry.seq: entry.chain for entry in branches[-1]}
    return {e.key for branch in branches[:-1] for e in branch if last.get(e.seq) != e.chain}


def _once(history: History, branches: Sequence[Branch]) -> list[str]:
    times = Counter(entry.key for entry in branches[-1])
    gone = _removed_keys(branches)
    found = [f"INV1: {key.hex()[:8]} is {number} times in the log" for key, number in times.items() if number > 1]
    for key, asked in history.commands.items():
        name = key.hex()[:8]
        if asked.accepted and not times[key] and key not in gone:
            found.append(f"INV1: {name} was acknowledged and is not in the log")
        if times[key] and len(asked.refused) == asked.sent:
            found.append(f"INV5: {name} was refused ({asked.refused}) and is in the log")
    return found


def _real_time(history: History, branches: Sequence[Branch]) -> list[str]:
    found, latest, gone = [], 0, _removed_keys(branches)
    for entry in branches[-1]:
        asked = history.commands.get(entry.key)
        if asked is None or entry.key in gone:
            continue
        if asked.accepted and asked.accepted[0][0] < latest:
            found.append(
                f"INV4: {entry.key.hex()[:8]} was acknowledged before a command was sent that is earlier in the log"
            )
        latest = max(latest, asked.first)
    return found


@dataclass
class _SeatMessages:
    """The messages of a branch for one seat, step by step, each with the position after it."""

    ends: list[Ends] = field(default_factory=lambda: [frozenset()])
    messages: list[bytes] = field(default_factory=lambda: [b""])
    place: dict[Ends, int] = field(default_factory=lambda: {frozenset(): 0})


class _BranchMessages:
    """The messages of one branch for all readers, and the views at the positions where a reader received a view."""

    def __init__(self, branch: Branch, readers: Sequence[Reader]) -> None:
        self.seats = {reader.seat: _SeatMessages() for reader in readers}
        self.views: dict[tuple[Seat, Ends], Frames] = {}
        self.shown: dict[tuple[Seat, Ends], tuple[Frames, Frames]] = {}
        """The same for newcomers: the newest part, which they receive at once, and the story before it."""
        self.commits: dict[bytes, dict[str, tuple[int, bytes]]] = {}
        wanted = {(r.seat, _ends(t.frames)) for r in readers for t in r.received if _is_view(t.frames)}
        folded = StreamFold()
        for entry in branch:
            _, told = folded.take(entry)
            self.commits[entry.key] = {a: (e.count, e.chain) for a, e in told.ends.items()}
            for seat, said in self.seats.items():
                message = folded.projection.message(seat, told)
                if message:
                    ends = frozenset((a, e.count, e.chain) for a, e in folded.projection.ends.items() if seat.reads(a))
                    said.place[ends] = len(said.ends)
                    said.ends.append(ends)
                    said.messages.append(message)
                    if (seat, ends) in wanted:
                        self.views[seat, ends] = _frames(folded.projection.view(seat))
                        newest, earlier = folded.projection.newcomer_view(seat)
                        self.shown[seat, ends] = _frames(newest), _frames(earlier)

    def position(self, seat: Seat, key: bytes) -> Ends | None:
        """The position that a seat is given for this command."""
        ends = self.commits.get(key)
        return None if ends is None else frozenset((a, *e) for a, e in ends.items() if seat.reads(Audience(a)))


def _answers(history: History, branches: Sequence[_BranchMessages]) -> list[str]:
    return [
        f"INV1: {key.hex()[:8]} was acknowledged at {sorted(ends)} and was never at that position"
        for key, asked in history.commands.items()
        for _, ends in asked.accepted
        if all(branch.position(asked.seat, key) != ends for branch in branches)
    ]


def _replay(branch: Branch, folds: Iterable[StreamFold]) -> list[str]:
    try:
        first, second = _folded(branch), _folded(branch)
    except (Diverged, Unreadable) as error:
        return [f"INV11: the log cannot be folded: {error}"]
    found = [] if records(first.state) == records(second.state) else ["INV11: two folds of the log differ"]
    for folded in folds:
        if folded.head != first.head:
            found.append(f"INV3: a process is at entry {folded.head.seq}, the log at {first.head.seq}")
        elif records(folded.state) != records(first.state):
            found.append("INV11: a process holds a state that differs from the fold of the log")
    return found


def _folded(branch: Branch) -> StreamFold:
    folded = StreamFold()
    for entry in branch:
        folded.take(entry)
    return folded


def records(state: State) -> dict[Audience, tuple[int, list[Record]]]:
    """All records of a state. An audience without events is left out."""
    return {a: (p.count, list(p.records())) for a, p in state.partitions.items() if p.count}


class _Reading:
    """Follows a reader message by message through the branches."""

    def __init__(self, reader: Reader, branches: Sequence[_BranchMessages]) -> None:
        self.reader = reader
        self.branches = branches
        self.by_branch = [branch.seats[reader.seat] for branch in branches]
        self.at: Ends = frozenset()
        self.earlier_due: list[Frames] = []
        """The earlier story that the reader must still receive after the newest part, one per branch that fits."""
        self.found: list[str] = []

    def broken(self) -> list[str]:
        """Return the first law that is broken on the way; later faults follow from it."""
        for message in self.reader.received:
            if _is_view(message.frames):
                self._check_view(message)
            elif message.frames[0][0] == "welcome":
                if self.earlier_due:
                    self._report("INV3", f"resumed at {_brief(self.at)}, without the story before that")
            elif message.frames[0][0] == "earlier":
                self._check_earlier(message)
            elif message.frames[0][0] == "part":
                self._check_part(message)
            if self.found:
                return self.found
        if self.reader.stays and self.at != self.by_branch[-1].ends[-1]:
            self._report("INV3", f"ends at {_brief(self.at)}, the log at {_brief(self.by_branch[-1].ends[-1])}")
        if self.reader.stays and self.earlier_due:
            self._report("INV3", f"never received the story before {_brief(self.at)}")
        return self.found

    def _check_view(self, message: Received) -> None:
        ends = _ends(message.frames)
        branches = [n for n, branch in enumerate(self.by_branch) if ends in branch.place]
        if not branches:
            self._report("INV3", f"received a view of a position that never existed: {_brief(ends)}")
            return
        looked, seen = message.frames[0][0] == "looked", (self.reader.seat, ends)
        views = {n: self.branches[n].views[seen] if looked else self.branches[n].shown[seen][0] for n in branches}
        alike = [n for n, view in views.items() if view == _views(message.frames)]
        if not alike:
            self._report("INV3", f"received a view that differs from the table at {_brief(ends)}")
        if looked:
            return
        self.earlier_due = [self.branches[n].shown[seen][1] for n in alike]
        onward = any(
            self.at in branch.place and ends in branch.place and branch.place[self.at] <= branch.place[ends]
            for branch in self.by_branch
        )
        if not onward and not any(frame[0] == "reset" for frame in message.frames):
            self._report("INV8", f"was at {_brief(self.at)}, then at {_brief(ends)}, without a reset")
        self.at = ends

    def _check_earlier(self, message: Received) -> None:
        if message.frames not in self.earlier_due:
            self._report("INV3", f"received a story that differs from the story before {_brief(self.at)}")
        self.earlier_due = []

    def _check_part(self, message: Received) -> None:
        nexts = [branch.place[self.at] + 1 for branch in self.by_branch if self.at in branch.place]
        for branch, place in zip([b for b in self.by_branch if self.at in b.place], nexts, strict=True):
            if place < len(branch.messages) and branch.messages[place] == message.message:
                self.at = branch.ends[place]
                return
        known = any(message.message in branch.messages for branch in self.by_branch)
        parts = {bytes(msgpack.packb(frame)) for frame in message.frames}
        some = any(part in sent for branch in self.by_branch for sent in branch.messages for part in parts)
        if known:
            self._report("INV2", f"at {_brief(self.at)}, received a message that is not the next one: {message.frames}")
        elif some:
            self._report("INV6", f"at {_brief(self.at)}, received only part of a commit: {message.frames}")
        else:
            self._report(
                "INV5", f"at {_brief(self.at)}, received a message that belongs to no commit: {message.frames}"
            )

    def _report(self, law: str, sentence: str) -> None:
        self.found.append(f"{law}: {self.reader.seat.id} {sentence}")


def _frames(message: bytes) -> Frames:
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=True)
    unpacker.feed(message)
    return list(unpacker)


def _is_view(frames: Frames) -> bool:
    """True if these frames show everything: a welcome without resumption, a reset, or a look at the whole table."""
    whole = any(frame[0] == "welcome" and not frame[6] for frame in frames)
    return whole or (frames[0][0] == "looked" and len(frames) > 1)


def _views(frames: Frames) -> Frames:
    return [frame for frame in frames if frame[0] == "view"]


def _ends(frames: Frames) -> Ends:
    return frozenset((f[1], f[2], f[3]) for f in frames if f[0] == "view")


def _brief(ends: Ends) -> str:
    return ", ".join(f"{audience} {count}" for audience, count, _ in sorted(ends)) or "nothing"
