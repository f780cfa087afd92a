"""The checker itself: a good history passes, and each planted bad one is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.audience import EVERYONE
from domain.event import Fact
from domain.features.chat import Said, Say
from server.codec import command_key, pack
from server.log.contract import START, Entry, link
from tests.server.history import History, Reader, broken
from tests.server.tables import ANNA, BEN

IDS = [bytes([n]) * 16 for n in range(4)]
Story = tuple[History, list[Entry], list[Reader]]


def log(*ids: bytes) -> list[Entry]:
    """A log of Anna's commands under these ids, each telling everybody something."""
    entries: list[Entry] = []
    chain = START
    for seq, id_ in enumerate(ids, 1):
        payload = pack("anna", id_[:8], 1, [Fact(EVERYONE, Said("anna", "", "said", "hello"))]).payload
        chain = link(chain, payload)
        entries.append(Entry(seq, chain, command_key(ANNA, id_), payload))
    return entries


def good() -> Story:
    """Four commands one after the other, a refused one, one never answered, and a reader of all."""
    history = History()
    for place, id_ in enumerate(IDS, 1):
        history.invoke(ANNA, id_, Say("hello"))
        history.answer(ANNA, id_, place=place)
    history.invoke(BEN, IDS[0], Say(" "))
    history.answer(BEN, IDS[0], refused=True)
    history.invoke(BEN, IDS[1], Say("lost"))
    reader = Reader(ANNA)
    reader.counts[EVERYONE] = [0, 1, 2, 3, 4]
    return history, log(*IDS), [reader]


def lost(story: Story) -> None:
    story[1][:] = log(*IDS[:3])


def doubled(story: Story) -> None:
    story[1][:] = log(*IDS, IDS[0])
    story[2].clear()


def elsewhere(story: Story) -> None:
    story[0].asked[command_key(ANNA, IDS[1])].place = 3


def refused_and_kept(story: Story) -> None:
    story[0].asked[command_key(ANNA, IDS[2])].answered = 0
    story[0].asked[command_key(ANNA, IDS[2])].refused = True


def swapped(story: Story) -> None:
    story[1][:] = log(IDS[0], IDS[2], IDS[1], IDS[3])
    story[0].asked[command_key(ANNA, IDS[1])].place = 3
    story[0].asked[command_key(ANNA, IDS[2])].place = 2


def gap(story: Story) -> None:
    story[2][0].counts[EVERYONE] = [0, 1, 3, 4]


def repeat(story: Story) -> None:
    story[2][0].counts[EVERYONE] = [0, 1, 2, 2, 3, 4]


def reorder(story: Story) -> None:
    story[2][0].counts[EVERYONE] = [0, 1, 3, 2, 4]


def behind(story: Story) -> None:
    story[2][0].counts[EVERYONE] = [0, 1, 2, 3]


def flipped(story: Story) -> None:
    entry = story[1][1]
    story[1][1] = entry._replace(payload=entry.payload.replace(b"hello", b"jello"))


def test_a_good_history_passes() -> None:
    """Nothing is found in a history that breaks no law."""
    assert broken(*good()) == []


@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (lost, "durable"),
        (doubled, "once"),
        (elsewhere, "place"),
        (refused_and_kept, "refused"),
        (swapped, "real time"),
        (gap, "order"),
        (repeat, "order"),
        (reorder, "order"),
        (behind, "converge"),
        (flipped, "chain"),
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[Story], None], law: str) -> None:
    """A history with one fault in it breaks the law that the fault is against."""
    story = good()
    plant(story)
    assert any(found.startswith(f"{law}:") for found in broken(*story)), broken(*story)
