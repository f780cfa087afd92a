"""Following a seat's options: they equal the options computed from its view, and only a part is computed again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.core.option import Option
from domain.core.partition import Change
from domain.core.state import State, View
from domain.features.characters.character import Health
from domain.features.characters.set_health import SetHealth
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.create_character import CreateCharacter
from domain.options import Offers, options
from domain.perform import perform
from server.fold.commit_codec import unpack
from tests.domain.random_play import SEATS, Play
from tests.domain.world import ANNA, ST, World
from tests.golden.golden import logs, stored

SEEDS = st.integers(0, 2**32 - 1)


def fails(command: str, error: Exception) -> None:
    """Raise an error: no option may fail."""
    raise AssertionError(f"{command} could not be offered") from error


class Follower:
    """A follower of a seat's options, which renews them after changes."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat, self.state = seat, state
        self.offers = Offers(state.view(seat), fails)
        self.held = dict(self.offers.renew(set()))

    def hears(self, changes: list[Change]) -> list[str]:
        """Renew the options after these changes, except of the story; return the commands with different options."""
        read = {(c.type, c.id) for c in changes if self.seat.reads(c.partition.audience) and not c.type.story}
        found = dict(self.offers.renew(read)) if read else {}
        self.held |= found
        return list(found)

    @property
    def holds(self) -> list[Option]:
        """Return all options that the follower has."""
        return [option for command in sorted(self.held) for option in self.held[command]]


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_what_is_followed_is_what_is_offered(seed: int) -> None:
    """After every command, the follower's options equal those computed from the view."""
    play = Play(seed)
    followers = [Follower(play.state, seat) for seat in SEATS]
    for seat, command in play.steps(30):
        mark = len(play.state.journal)
        play.does(seat, command)
        for follower in followers:
            follower.hears(play.state.journal[mark:])
            assert follower.holds == list(options(play.state.view(follower.seat))), (follower.seat, command)


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: str(seat.id))
@pytest.mark.parametrize("name", logs())
def test_most_offers_are_left_as_they_are(name: str, seat: Seat) -> None:
    """Over a recorded evening, the options of less than a fifth of the commands change with a commit, and none depends
    on the story."""
    state = State()
    follower, renewed, commits = Follower(state, seat), 0, stored(name)
    for commit in map(unpack, commits):
        state.fold(commit.facts, commit.at)
        renewed += len(follower.hears(state.journal))
        state.settle()
    assert follower.holds == list(options(state.view(seat)))
    assert renewed < len(commits) * len(catalogue().commands) / 5
    assert not follower.offers.memory.reads_anything()


def test_a_command_that_cannot_be_offered_is_left_out_and_is_back_when_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command whose options fail is reported and left out until they work again; the remaining commands keep their
    options."""
    world, failed = World("nightfall"), list[str]()
    state = world.opens()
    plain = StartTurns.offer

    def failing(view: View) -> Iterator[Option]:
        view.get(Health, "anna")
        raise ZeroDivisionError("planted")

    offers = Offers(state.view(ST), lambda command, _: failed.append(command))
    monkeypatch.setattr(StartTurns, "offer", failing)
    found = dict(offers.renew(set()))
    assert failed == ["StartTurns"]
    assert found["StartTurns"] == ()
    assert found["Roll"]
    monkeypatch.setattr(StartTurns, "offer", plain)
    assert dict(offers.renew({(Health, "anna")}))["StartTurns"] == tuple(plain(state.view(ST))) != ()


def test_what_was_not_read_for_it_leaves_an_offer_as_it_is() -> None:
    """Options change only with a record that they read: who is incapacitated cannot declare, but wounds do not affect
    the creation of characters."""
    world = World("nightfall")
    state = world.opens()
    world.does(ANNA, CreateCharacter("Anna", player="anna"))
    world.does(ST, StartTurns())
    teller = Follower(state, ST)
    perform(state, ST, SetHealth(world.id("Anna"), lethal=7), world.chance)
    anew = teller.hears(state.journal)
    assert "DeclareAction" in anew
    assert {"CreateCharacter", "ImportCharacter", "OpenTask"}.isdisjoint(anew)
