"""The checker itself: it passes a good history, and finds each planted fault by its law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgpack  # type: ignore[import-untyped]
import pytest

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Seat
from domain.core.event import Fact
from domain.features.scenes.chat import Said
from server.fold.commit_codec import command_key, pack
from server.fold.stream_fold import StreamFold, fold
from server.log.contract import START, Entry, next_chain
from tests.server.socketless_tables import ANNA, BEN, frames
from tests.simulation.checker import check
from tests.simulation.history import History, Reader, ends_of

IDS = [bytes([n]) * 16 for n in range(5)]
TELLER = Seat("st", "storyteller")


def log(*ids: bytes) -> list[Entry]:
    """A log of Anna's commands with these ids, each with an event for everyone and an event for the Storyteller."""
    entries: list[Entry] = []
    chain = START
    for seq, id_ in enumerate(ids, 1):
        facts = [Fact(audience, Said("anna", "", "said", f"{id_[0]}")) for audience in (EVERYONE, STORYTELLER)]
        payload = pack("anna", id_[:8], 1, facts).payload
        chain = next_chain(chain, payload)
        entries.append(Entry(seq, chain, command_key(ANNA, id_), payload))
    return entries


@dataclass
class Story:
    """A history, the branches of its log, and the fold of a process."""

    history: History
    branches: list[list[Entry]]
    folds: list[StreamFold]
    reader: Reader

    def message_for(self, seat: Seat, entries: list[Entry], number: int) -> bytes:
        """The message of an entry for a seat."""
        folded = fold(entries[: number - 1])
        return folded.projection.message(seat, folded.take(entries[number - 1])[1])

    def deliver(self, message: bytes) -> None:
        """Deliver a message to the reader."""
        self.history.hear(self.reader, frames(message), message)

    def deliver_view(self, entries: list[Entry], *before: list[object]) -> None:
        """Deliver the whole view to the reader."""
        newest, earlier = map(frames, fold(entries).projection.newcomer_view(self.reader.seat))
        self.history.hear(self.reader, [*before, ["welcome", "", "", "", "", "", False, ""], *newest])
        self.history.hear(self.reader, earlier)


def position(entries: list[Entry], number: int, seat: Seat) -> list[list[object]]:
    """The position that a seat is given for an entry."""
    ends = fold(entries[:number]).projection.ends
    return [[a, e.count, e.chain] for a, e in ends.items() if seat.reads(Audience(a))]


def good() -> Story:
    """Four accepted commands, a refused command, an unanswered command, and a reader of them all."""
    history = History()
    entries = log(*IDS[:4])
    story = Story(history, [entries], [fold(entries)], history.reader(TELLER))
    anna, ben = history.reader(ANNA), history.reader(BEN)
    anna.stays = ben.stays = False
    story.deliver_view(entries[:1])
    for number, id_ in enumerate(IDS[:4], 1):
        history.send(ANNA, id_)
        history.hear(anna, [["accepted", id_, position(entries, number, ANNA)]])
        if number > 1:
            story.deliver(story.message_for(TELLER, entries, number))
    history.send(BEN, IDS[0])
    history.hear(ben, [["refused", IDS[0], "empty", "Say something."]])
    history.send(BEN, IDS[1])
    return story


def lost(story: Story) -> None:
    story.branches[0] = log(*IDS[:3])


def doubled(story: Story) -> None:
    story.branches[0] = log(*IDS[:4], IDS[0])


def elsewhere(story: Story) -> None:
    asked = story.history.commands[command_key(ANNA, IDS[1])]
    asked.accepted[0] = asked.accepted[0][0], ends_of(position(story.branches[0], 3, ANNA))


def refused_and_kept(story: Story) -> None:
    asked = story.history.commands[command_key(ANNA, IDS[2])]
    asked.accepted.clear()
    asked.refused.append("busy")


def swapped(story: Story) -> None:
    story.branches[0] = log(IDS[0], IDS[2], IDS[1], IDS[3])


def gap(story: Story) -> None:
    del story.reader.received[-2]


def repeat(story: Story) -> None:
    story.reader.received.append(story.reader.received[-1])


def reorder(story: Story) -> None:
    story.reader.received[-2:] = reversed(story.reader.received[-2:])


def behind(story: Story) -> None:
    del story.reader.received[-1]


def another_table(story: Story) -> None:
    story.reader.received[0].frames[1][4].append(["Line", "9.9"])


def another_story(story: Story) -> None:
    story.reader.received[1].frames[1][2].append(["Line", "9.9"])


def half_a_story(story: Story) -> None:
    del story.reader.received[1]


def resumed_too_soon(story: Story) -> None:
    story.reader.received[1].frames[:] = [["welcome", "", "", "", "", "", True, ""]]
    story.reader.stays = False


def another_fold(story: Story) -> None:
    story.folds[0].state.partition(EVERYONE).trim()
    story.folds[0].state.partition(EVERYONE).count += 1


def told_what_was_refused(story: Story) -> None:
    branch = log(*IDS)
    story.deliver(story.message_for(TELLER, branch, 5))


def half_a_commit(story: Story) -> None:
    last = story.reader.received.pop()
    story.deliver(msgpack.packb(last.frames[0]))


def silently_reset(story: Story) -> None:
    story.branches.append(log(*IDS[:2]))
    story.folds[0] = fold(story.branches[1])
    story.deliver_view(story.branches[1])


def flipped(story: Story) -> None:
    entry = story.branches[0][1]
    story.branches[0][1] = entry._replace(payload=entry.payload.replace(b"said", b"sang"))


def test_a_good_history_passes() -> None:
    """A history that breaks no law has no violations, also if the log lost its end and every reader was notified."""
    story = good()
    assert check(story.history, story.branches, story.folds) == []
    story.branches.append(log(*IDS[:2]))
    story.deliver_view(story.branches[1], ["reset", "The log lost entries."])
    assert check(story.history, story.branches, [fold(story.branches[1])]) == []


@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (lost, "INV1"),
        (doubled, "INV1"),
        (elsewhere, "INV1"),
        (gap, "INV2"),
        (repeat, "INV2"),
        (reorder, "INV2"),
        (behind, "INV3"),
        (another_table, "INV3"),
        (another_story, "INV3"),
        (half_a_story, "INV3"),
        (resumed_too_soon, "INV3"),
        (swapped, "INV4"),
        (refused_and_kept, "INV5"),
        (told_what_was_refused, "INV5"),
        (half_a_commit, "INV6"),
        (silently_reset, "INV8"),
        (another_fold, "INV11"),
        (flipped, "INV11"),
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[Story], None], law: str) -> None:
    """A planted fault is found by the law that it breaks."""
    story = good()
    plant(story)
    found = check(story.history, story.branches, story.folds)
    assert any(sentence.startswith(f"{law}:") for sentence in found), found
