"""Milestones: places in a log from which its story is read without what led there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from domain.audience import EVERYONE
from domain.features.cast import Face
from domain.features.chat import Say
from server import wire
from server.codec import pack
from server.folded import MILES, Folded, Milestone, fold
from server.log.contract import EMPTY, Entry, Pending
from server.log.memory import MemoryLog
from server.lookback import look_back, moment
from server.projection import Told
from server.shelves import shelved
from tests.domain.beginnings import BEGINNINGS
from tests.domain.wandering import ST, Play
from tests.golden.golden import entries, logs, stored
from tests.server.tables import STREAM


def log_of(play: Play) -> list[Entry]:
    """What was played, as it stands in the log."""
    return entries([pack("", b"", at, facts).payload for at, facts in play.commits])


def goes_on_alike(monkeypatch: pytest.MonkeyPatch, log: list[Entry], chance: Random) -> None:
    """From some of its milestones a log is folded as the whole of it is: to the same told of each commit, and the same
    records, counts and chains in the end."""
    monkeypatch.setattr("server.folded.MILE", 3)
    whole, told = Folded(), list[Told]()
    for entry in log:
        told.append(whole.take(entry)[1])
    for milestone in chance.sample(whole.milestones, min(8, len(whole.milestones))):
        later, place = Folded.from_milestone(milestone), milestone.head.seq
        assert [later.take(entry)[1] for entry in log[place:]] == told[place:]
        assert later.projection.ends == whole.projection.ends
        assert shelved(later.state.partitions.values()) == shelved(whole.state.partitions.values())


@pytest.mark.parametrize("name", logs())
def test_an_evening_goes_on_from_its_milestones(name: str, monkeypatch: pytest.MonkeyPatch, chance: Random) -> None:
    """A line says what it said, though it may be told of what its event takes away: who stands up, what a clock showed,
    whose task is over."""
    goes_on_alike(monkeypatch, entries(stored(name)), chance)


@pytest.mark.parametrize("run", range(12))
def test_any_play_goes_on_from_its_milestones(run: int, monkeypatch: pytest.MonkeyPatch, chance: Random) -> None:
    """The same of whatever may happen."""
    play = Play(chance.getrandbits(32), begins=(None, *BEGINNINGS)[run % (len(BEGINNINGS) + 1)])
    play.wander(60)
    goes_on_alike(monkeypatch, log_of(play), chance)


@pytest.mark.parametrize("name", logs())
async def test_a_look_finds_the_same_from_wherever_it_is_read(
    name: str, monkeypatch: pytest.MonkeyPatch, chance: Random
) -> None:
    """Whoever looks, with whose eyes, by whose count, at a moment or at the story before one: with milestones as
    without."""
    log, whole = MemoryLog(), entries(stored(name))
    await log.append(STREAM, EMPTY, [Pending(entry.key, entry.payload) for entry in whole])
    monkeypatch.setattr("server.folded.MILE", 10**9)
    plain = fold(whole)
    monkeypatch.setattr("server.folded.MILE", 3)
    marked = fold(whole)
    assert len(marked.milestones) > len(plain.milestones) == 0
    others = ["", *sorted({face.player for face in plain.state.full.all(Face)} - {""})]
    most = moment(plain.projection.ends, ST)
    for _ in range(60):
        place, eyes, by = chance.randint(0, most + 1), chance.choice(others), chance.choice((None, *others))
        asked = wire.Look(1, place, -1, eyes, by) if chance.random() < 0.7 else wire.Look(1, 0, place, eyes)
        expected = await look_back(log, plain, ST, STREAM, asked)
        assert await look_back(log, marked, ST, STREAM, asked) == expected, asked


def test_a_long_log_has_few_milestones(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stream holds hardly grows with its log: thirty times as long, it has some times as many."""
    monkeypatch.setattr("server.folded.MILE", 1)
    play = Play(1)
    for n in range(MILES * 30):
        play.does(ST, Say(f"line {n}"))
    folded = fold(log_of(play))
    assert MILES < len(folded.milestones) < MILES * 5
    gaps = [after.ends[EVERYONE].count - before.ends[EVERYONE].count for before, after in pairs(folded)]
    assert gaps == sorted(gaps)
    assert gaps[-1] <= folded.projection.ends[EVERYONE].count // MILES + 1


def pairs(folded: Folded) -> Iterator[tuple[Milestone, Milestone]]:
    """Each milestone with the next."""
    return zip(folded.milestones, folded.milestones[1:], strict=False)
