"""Keeps a fold equal to its log: folds the commits of other processes, and deals with a log that is not as expected.

Rule 1. Every entry of another process is folded in order, sent to the subscribers and reported, like the commits of
this stream itself.
Rule 2. An entry that cannot be folded fences the stream: people can still read the table, commands are refused, and an
alarm is raised, until the log can be read to its end.
Rule 3. If the log is on another branch or has lost its end, it is folded again from its beginning. The new fold
replaces the old one in a single step, and every subscriber receives the whole view with the reason. If the log still
holds the last folded entry, the old fold is kept.
Rule 4. A failed read sets a mark (`reload_reason`, `unsure`), so that the next pass of the loop tries again.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from domain.core.event import Fact
from domain.core.words import NO_WORDS, Words, phrase
from server.fold.checkpoints import Checkpoints
from server.fold.projection import EncodedCommit
from server.fold.snapshots import Snapshots
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.limits_and_timeouts import READ_TOGETHER
from server.log.contract import Entry, EventLog, Head, LogError
from server.stream.current_fold import CurrentFold
from server.stream.fan_out import FanOut
from server.stream.group_commit import FENCED
from server.stream.intake import Intake
from server.stream.seating import Seating
from server.words.texts import in_english

log_ = logging.getLogger("coterie.log_follower")


OTHER_BRANCH: Final = phrase("error-other-branch")
READ_AGAIN: Final = phrase("error-read-again")
TAIL_LOST: Final = phrase("error-tail-lost")

Report = Callable[[Iterable[Fact]], None]
"""Receives the facts of durable commits, possibly of several commits together."""


class TailLost(Diverged):
    """The log ends before the last entry that was folded."""


class LogFollower:
    """Keeps the fold of a live stream up with its log. `wake` is set when there is a reason to look at the log."""

    def __init__(
        self,
        current: CurrentFold,
        log: EventLog,
        intake: Intake,
        fan_out: FanOut,
        seating: Seating,
        snapshots: Snapshots,
        checkpoints: Checkpoints,
        report: Report,
        wake: asyncio.Event,
    ) -> None:
        self.reload_reason = NO_WORDS
        """The reason why the log has to be folded again from its beginning; `NO_WORDS` if it need not be."""
        self.unsure = False
        """True while the log may hold entries that this process has not been sent."""
        self.received: list[Entry] = []
        """Entries of other processes that are not yet folded."""
        self.other_writer = False
        """True if another process has just appended. Then the next append of this process waits for one round trip to
        the log; otherwise this process would always append first, and the other never could."""
        self._current = current
        self._log = log
        self._intake = intake
        self._fan_out = fan_out
        self._seating = seating
        self._snapshots = snapshots
        self._checkpoints = checkpoints
        self._report = report
        self._wake = wake

    # Hints that there are entries to read

    @property
    def has_news(self) -> bool:
        """True if the log may have entries that are not folded yet."""
        return bool(self.received) or self.unsure

    def receive(self, _stream: str, entries: list[Entry]) -> None:
        """Receive entries that another process appended. An empty list means that listening has begun, perhaps again
        after an interruption, so entries may have been missed."""
        self.received.extend(entries)
        if not entries:
            self.unsure = True
        self._wake.set()

    def look_around(self) -> None:
        """Compare the fold with the log soon, because a message about new entries may have been lost."""
        self.unsure = True
        self._wake.set()

    def reload_soon(self, why: Words) -> None:
        """Fold the log again from its beginning in the next pass of the loop."""
        self.reload_reason = why
        self._wake.set()

    # Folding later entries

    async def follow(self) -> None:
        """Fold and send the entries of other processes. Raises `Diverged`, `Unreadable`, `LogError`."""
        received, self.received = self.received, []
        unsure, self.unsure = self.unsure, False
        fresh = [e for e in received if not self._current.folded.has_folded(e)]
        try:
            if fresh:
                self.other_writer = True
                unsure = unsure or min(fresh).seq <= self._current.folded.head.seq
                await self.absorb(fresh)
            if unsure:
                await self._verify()
        except LogError:
            self.unsure = True  # the received entries are dropped: read them from the log
            raise

    async def absorb(self, entries: Sequence[Entry]) -> None:
        """Fold and send these entries. Entries that are missing between them or after them are read from the log."""
        current, commits = self._current, list[EncodedCommit]()
        try:
            for entry in sorted(entries):
                if entry.seq > current.folded.head.seq + 1:
                    break
                if entry.seq == current.folded.head.seq + 1:
                    commits.append(self._take(entry))
        finally:
            self._fan_out.broadcast(current.folded, commits, {})
        if not entries or max(entries).seq > current.folded.head.seq:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read, fold and send all entries after the fold's head."""
        current = self._current
        while entries := await self._log.read(current.stream, current.folded.head.seq):
            for start in range(0, len(entries), READ_TOGETHER):
                commits: list[EncodedCommit] = []
                try:
                    for entry in entries[start : start + READ_TOGETHER]:
                        commits.append(self._take(entry))  # noqa: PERF401 - a folded entry is sent even if the next fails
                finally:
                    self._fan_out.broadcast(current.folded, commits, {})
                if self._fan_out.subscribers:
                    self._checkpoints.begin_if_due(current.folded)
                else:
                    await self._checkpoints.make_if_due(current.folded)
                await asyncio.sleep(0)  # the streams of this process go on while a long log is read

    def _take(self, entry: Entry) -> EncodedCommit:
        commit, encoded = self._current.folded.take(entry)
        self._report(commit.facts)
        return encoded

    async def _verify(self) -> None:
        """Compare the fold's head with the head of the log. If the log is longer, read its new entries. Raises
        `Diverged`, `Unreadable`, `LogError`."""
        current = self._current
        head = await self._log.head(current.stream)
        known = current.folded.head
        if head.seq > known.seq:
            await self.catch_up()
        elif head.seq < known.seq:
            raise TailLost(in_english(TAIL_LOST))
        elif head != known:
            raise Diverged(in_english(OTHER_BRANCH))
        if current.fenced and current.folded.head.seq >= head.seq:  # the log can be read to its end again
            current.fenced = ""
            self._intake.log_was_read()
            self._seating.show_all_anew(READ_AGAIN)

    # Folding a log that turns out to be different

    async def reload(self) -> None:
        """Fold the log again from its beginning, and send every subscriber the whole view with the reason. If the log
        still holds the last folded entry, keep the fold instead. Raises `LogError` if the log is out of reach, or if it
        still reports a difference that is not there: the loop tries again after a pause. Raises `Unreadable` if an
        entry after the fold cannot be folded."""
        current = self._current
        if await self._still_has(current.folded.head):
            self.reload_reason = NO_WORDS
            await self._go_on()
            return
        log_.error(
            "%s: %s It is read again from its beginning, and every client receives the whole view.",
            current.stream,
            in_english(self.reload_reason),
        )
        fresh, facts, broken = StreamFold(), list[list[Fact]](), ""
        try:
            while entries := await self._log.read(current.stream, fresh.head.seq):
                for start in range(0, len(entries), READ_TOGETHER):
                    for entry in entries[start : start + READ_TOGETHER]:
                        # They are reported even if the next entry cannot be folded.
                        facts.append(fresh.take(entry)[0].facts)
                    await self._checkpoints.make_if_due(fresh)
                    await asyncio.sleep(0)
        except (Diverged, Unreadable) as error:
            broken = str(error)
        why, self.reload_reason = self.reload_reason, NO_WORDS
        current.folded, current.fenced = fresh, ""
        self._snapshots.forget()
        self._fan_out.forget_options()
        if broken:
            self.fence(broken)
        else:
            self._intake.log_was_read()
            self._seating.show_all_anew(why)
        for commit in facts:
            self._report(commit)

    async def _still_has(self, head: Head) -> bool:
        """True if the log is unchanged up to this place. Raises `LogError`."""
        if not head.seq:
            return True
        found = await self._log.read(self._current.stream, head.seq - 1, 1)
        return [Head(entry.seq, entry.chain) for entry in found] == [head]

    async def _go_on(self) -> None:
        """Fold the later entries of a log that seemed to be different but is not. Raises `LogError` if there are no
        later entries, and `Unreadable`."""
        before = self._current.folded.head
        try:
            await self.catch_up()
        except Diverged as error:
            raise Unreadable(str(error)) from error
        except LogError:
            self.unsure = True
            raise
        if self._current.folded.head == before:
            raise LogError("it contradicts itself: its head is another than its last entry, which is unchanged")
        self.unsure = True  # the reason for a fence may no longer exist

    def fence(self, why: str) -> None:
        """Refuse all commands, because the log holds an entry that cannot be folded."""
        if not self._current.fenced:
            log_.critical(
                "%s is fenced: %s. It is read-only until its log can be read to the end: see `coterie doctor`.",
                self._current.stream,
                why,
            )
            self._seating.show_all_anew(FENCED.words)
        self._current.fenced = why
        self._intake.refuse_fenced()
