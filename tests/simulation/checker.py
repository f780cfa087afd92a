"""The history checker: what clients asked and heard, against the log. No search is needed: every commit has a place.

    I1 durable    acknowledged: in the log exactly once, where the acknowledgement said; unknown: once at most
    I2 order      each reader is told the next message of what it reads, across all resumes; no other
    I3 converge   whoever stays ends where the log ends, and every process folds what the log folds to
    I4 real time  acknowledged before another was asked: earlier in the log
    I5 reject     refused: not in the log, and nobody is told anything that no commit tells
    I6 atomic     a message is all that its commit tells that seat
    I8 truncation whoever was ahead of the log is told so, with the whole view, before anything else
    I11 replay    the log, folded twice, folds to the same; its chain holds

A stream that lost its end has several branches: the last one is the log, the others are what readers may have seen of
it before. What stood only there is lost, and nothing more is asked of it than that everybody hears so.
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
from server.log.contract import START, Entry, link
from tests.simulation.history import Ends, History, Reader, Told

Branch = list[Entry]
Frames = list[list[Any]]


def check(history: History, branches: Sequence[Branch], folds: Iterable[StreamFold] = ()) -> list[str]:
    """Every law that this history breaks, in words that begin with its number; none for a good one. `branches`: what
    the stream was each time that it lost its end, and last what it is. `folds`: what the processes made of it."""
    found = [broken for branch in branches for broken in _chain(branch)]
    found += [*_once(history, branches), *_real_time(history, branches)]
    if not found:  # of a log that is broken no fold says anything
        told = [_Tellings(branch, history.readers) for branch in branches]
        found += [*_answers(history, told), *_replay(branches[-1], folds)]
        for reader in history.readers:
            found += _Reading(reader, told).broken()
    return found


def _chain(entries: Branch) -> list[str]:
    found, chain = [], START
    for place, entry in enumerate(entries, 1):
        chain = link(chain, entry.payload)
        if (entry.seq, entry.chain) != (place, chain):
            found.append(f"I11: entry {entry.seq} at place {place} does not follow the one before")
            chain = entry.chain
    return found


def _gone(branches: Sequence[Branch]) -> set[bytes]:
    """The keys that once stood where the log lost its end."""
    last = {entry.seq: entry.chain for entry in branches[-1]}
    return {e.key for branch in branches[:-1] for e in branch if last.get(e.seq) != e.chain}


def _once(history: History, branches: Sequence[Branch]) -> list[str]:
    times = Counter(entry.key for entry in branches[-1])
    gone = _gone(branches)
    found = [f"I1: {key.hex()[:8]} is {number} times in the log" for key, number in times.items() if number > 1]
    for key, asked in history.asked.items():
        name = key.hex()[:8]
        if asked.accepted and not times[key] and key not in gone:
            found.append(f"I1: {name} was acknowledged and is not in the log")
        if times[key] and len(asked.refused) == asked.sent:
            found.append(f"I5: {name} was refused ({asked.refused}) and is in the log")
    return found


def _real_time(history: History, branches: Sequence[Branch]) -> list[str]:
    found, latest, gone = [], 0, _gone(branches)
    for entry in branches[-1]:
        asked = history.asked.get(entry.key)
        if asked is None or entry.key in gone:
            continue
        if asked.accepted and asked.accepted[0][0] < latest:
            found.append(f"I4: {entry.key.hex()[:8]} was acknowledged before one was asked that stands before it")
        latest = max(latest, asked.first)
    return found


@dataclass
class _Said:
    """What a branch says to one seat, step by step: where it then is, and the message."""

    ends: list[Ends] = field(default_factory=lambda: [frozenset()])
    messages: list[bytes] = field(default_factory=lambda: [b""])
    place: dict[Ends, int] = field(default_factory=lambda: {frozenset(): 0})


class _Tellings:
    """All that one branch tells those who read it, and the views that some of them were shown."""

    def __init__(self, branch: Branch, readers: Sequence[Reader]) -> None:
        self.seats = {reader.seat: _Said() for reader in readers}
        self.views: dict[tuple[Seat, Ends], Frames] = {}
        self.shown: dict[tuple[Seat, Ends], tuple[Frames, Frames]] = {}
        """The same for newcomers: what they are shown at once, and the story before that."""
        self.commits: dict[bytes, dict[str, tuple[int, bytes]]] = {}
        wanted = {(r.seat, _ends(t.frames)) for r in readers for t in r.told if _is_view(t.frames)}
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
        """Where a seat is told that this command stands."""
        ends = self.commits.get(key)
        return None if ends is None else frozenset((a, *e) for a, e in ends.items() if seat.reads(Audience(a)))


def _answers(history: History, told: Sequence[_Tellings]) -> list[str]:
    return [
        f"I1: {key.hex()[:8]} was acknowledged at {sorted(ends)} and never stood there"
        for key, asked in history.asked.items()
        for _, ends in asked.accepted
        if all(branch.position(asked.seat, key) != ends for branch in told)
    ]


def _replay(branch: Branch, folds: Iterable[StreamFold]) -> list[str]:
    try:
        first, second = _folded(branch), _folded(branch)
    except (Diverged, Unreadable) as error:
        return [f"I11: the log cannot be folded: {error}"]
    found = [] if records(first.state) == records(second.state) else ["I11: folded twice, the log folds to two things"]
    for folded in folds:
        if folded.head != first.head:
            found.append(f"I3: a process is at entry {folded.head.seq}, the log at {first.head.seq}")
        elif records(folded.state) != records(first.state):
            found.append("I11: a process holds what the log does not fold to")
    return found


def _folded(branch: Branch) -> StreamFold:
    folded = StreamFold()
    for entry in branch:
        folded.take(entry)
    return folded


def records(state: State) -> dict[Audience, tuple[int, list[Record]]]:
    """All that a state holds. An audience that was told nothing is none."""
    return {a: (p.count, list(p.records())) for a, p in state.partitions.items() if p.count}


class _Reading:
    """One reader's walk along what the branches say to it."""

    def __init__(self, reader: Reader, told: Sequence[_Tellings]) -> None:
        self.reader = reader
        self.told = told
        self.said = [branch.seats[reader.seat] for branch in told]
        self.at: Ends = frozenset()
        self.owed: list[Frames] = []
        """The story that is still to be told to whoever was shown the newest of it, as each branch has it."""
        self.found: list[str] = []

    def broken(self) -> list[str]:
        """Every law that is broken on the way; the first one only, for the rest follows from it."""
        for told in self.reader.told:
            if _is_view(told.frames):
                self._shown(told)
            elif told.frames[0][0] == "welcome":
                if self.owed:
                    self._blame("I3", f"resumed at {_brief(self.at)}, without the story before that")
            elif told.frames[0][0] == "earlier":
                self._went_on(told)
            elif told.frames[0][0] == "part":
                self._followed(told)
            if self.found:
                return self.found
        if self.reader.stays and self.at != self.said[-1].ends[-1]:
            self._blame("I3", f"ends at {_brief(self.at)}, the log at {_brief(self.said[-1].ends[-1])}")
        if self.reader.stays and self.owed:
            self._blame("I3", f"was never told the story before {_brief(self.at)}")
        return self.found

    def _shown(self, told: Told) -> None:
        ends = _ends(told.frames)
        branches = [n for n, said in enumerate(self.said) if ends in said.place]
        if not branches:
            self._blame("I3", f"was shown a table that never was, at {_brief(ends)}")
            return
        looked, seen = told.frames[0][0] == "looked", (self.reader.seat, ends)
        views = {n: self.told[n].views[seen] if looked else self.told[n].shown[seen][0] for n in branches}
        alike = [n for n, view in views.items() if view == _views(told.frames)]
        if not alike:
            self._blame("I3", f"was shown another table than there was at {_brief(ends)}")
        if looked:
            return
        self.owed = [self.told[n].shown[seen][1] for n in alike]
        onward = any(
            self.at in said.place and ends in said.place and said.place[self.at] <= said.place[ends]
            for said in self.said
        )
        if not onward and not any(frame[0] == "reset" for frame in told.frames):
            self._blame("I8", f"was at {_brief(self.at)}, then at {_brief(ends)}, and not told that it was reset")
        self.at = ends

    def _went_on(self, told: Told) -> None:
        if told.frames not in self.owed:
            self._blame("I3", f"was told another story than there was before {_brief(self.at)}")
        self.owed = []

    def _followed(self, told: Told) -> None:
        nexts = [said.place[self.at] + 1 for said in self.said if self.at in said.place]
        for said, place in zip([s for s in self.said if self.at in s.place], nexts, strict=True):
            if place < len(said.messages) and said.messages[place] == told.message:
                self.at = said.ends[place]
                return
        known = any(told.message in said.messages for said in self.said)
        parts = {bytes(msgpack.packb(frame)) for frame in told.frames}
        some = any(part in message for said in self.said for message in said.messages for part in parts)
        if known:
            self._blame("I2", f"at {_brief(self.at)}, was told what does not come next: {told.frames}")
        elif some:
            self._blame("I6", f"at {_brief(self.at)}, was told part of a commit: {told.frames}")
        else:
            self._blame("I5", f"at {_brief(self.at)}, was told what no commit tells: {told.frames}")

    def _blame(self, law: str, sentence: str) -> None:
        self.found.append(f"{law}: {self.reader.seat.id} {sentence}")


def _frames(message: bytes) -> Frames:
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=True)
    unpacker.feed(message)
    return list(unpacker)


def _is_view(frames: Frames) -> bool:
    """Whether this shows everything: a welcome that is no resumption, a reset, or a look at all of it."""
    whole = any(frame[0] == "welcome" and not frame[6] for frame in frames)
    return whole or (frames[0][0] == "looked" and len(frames) > 1)


def _views(frames: Frames) -> Frames:
    return [frame for frame in frames if frame[0] == "view"]


def _ends(frames: Frames) -> Ends:
    return frozenset((f[1], f[2], f[3]) for f in frames if f[0] == "view")


def _brief(ends: Ends) -> str:
    return ", ".join(f"{audience} {count}" for audience, count, _ in sorted(ends)) or "nothing"
