"""Handouts: who learns of which, and how long they stay."""

from __future__ import annotations

from domain.core.audience import Seat
from domain.core.state import State
from domain.features.scenes.handouts import HANDOUTS_MOST, DropHandout, RevealHandout, ShowHandout
from domain.features.storyteller.take_back import TakeBack
from domain.features.table.handout import Handout, HandoutCard
from domain.features.table.story_log import Line
from tests.domain.random_play import Play
from tests.domain.starting_tables import seated, steps
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.domain.world import World

MAP = "a" * 32
EVERYBODY = (ST, ANNA, BEN, WATCHER)


def titles(state: State, seat: Seat) -> set[str]:
    return {one.title for one in state.view(seat).all(Handout)}


def seen_by(state: State, title: str) -> list[Seat]:
    return [seat for seat in EVERYBODY if title in titles(state, seat)]


def id_of(state: State, title: str) -> str:
    return next(one.id for one in state.full.all(Handout) if one.title == title)


def test_a_handout_is_shown_to_all_to_some_or_later() -> None:
    """A story line and the handout reach exactly the people that it is shown to."""
    table = Table()
    table.does(ST, ShowHandout("A map", picture=MAP))
    table.does(ST, ShowHandout("A letter", "Come alone.", to=(ANNA.id,)))
    table.does(ST, ShowHandout("A key", "It fits.", later=True))
    assert seen_by(table.state, "A map") == list(EVERYBODY)
    assert seen_by(table.state, "A letter") == [ST, ANNA]
    assert seen_by(table.state, "A key") == [ST]
    assert [line for line in table.lines(BEN) if "Handout" in line] == ["Handout: A map"]
    assert [line for line in table.lines(ANNA) if "Handout" in line] == ["Handout: A map", "Handout: A letter"]


def test_each_line_that_shows_a_handout_leads_to_it() -> None:
    """The card of a line joins its audience and its id, so that no line of another audience leads there."""
    table = Table()
    table.does(ST, ShowHandout("A map", picture=MAP))
    table.does(ST, ShowHandout("A letter", "Come alone.", to=(ANNA.id,)))
    for partition in table.state.partitions.values():
        for card in partition.all(HandoutCard):
            audience, _, line = card.id.partition(" ")
            told = partition.get(Line, line)
            assert audience == partition.audience
            assert told is not None
            assert told.text.args == (("title", partition.get(Handout, card.handout).title),)  # type: ignore[union-attr]


def test_a_handout_is_shown_to_more_people_later() -> None:
    """From nobody to Anna, to Ben, to all: a seat that had it gets no second copy, and Ben does not learn that Anna had
    it."""
    table = Table()
    table.does(ST, ShowHandout("A map", picture=MAP, later=True))
    map_ = id_of(table.state, "A map")
    table.does(ST, RevealHandout(map_, (ANNA.id,)))
    assert seen_by(table.state, "A map") == [ST, ANNA]
    table.does(ST, RevealHandout(map_, (ANNA.id, BEN.id)))
    assert table.told(ANNA) == []
    assert table.told(BEN) == ["HandoutShown"]
    assert seen_by(table.state, "A map") == [ST, ANNA, BEN]
    table.does(ST, RevealHandout(map_))
    assert seen_by(table.state, "A map") == list(EVERYBODY)
    assert all(sum(1 for _ in table.state.view(seat).all(Handout)) == 1 for seat in EVERYBODY)


def test_a_handout_that_all_see_is_not_shown_again() -> None:
    """A refusal says so, for all and for each who sees it."""
    table = Table()
    table.does(ST, ShowHandout("A letter", "Come alone.", to=(ANNA.id,)))
    letter = id_of(table.state, "A letter")
    table.refuses(ST, RevealHandout(letter, (ANNA.id,)), "handout-seen")
    table.does(ST, RevealHandout(letter))
    table.refuses(ST, RevealHandout(letter), "handout-seen")
    table.refuses(ST, RevealHandout(letter, (BEN.id,)), "handout-seen")


def test_a_handout_that_is_taken_away_is_gone_for_everybody() -> None:
    """The line stays, the handout does not; it cannot be taken away twice."""
    table = Table()
    table.does(ST, ShowHandout("A map", picture=MAP, to=(ANNA.id,)))
    map_ = id_of(table.state, "A map")
    table.does(ST, RevealHandout(map_, (BEN.id,)))
    table.does(ST, DropHandout(map_))
    assert seen_by(table.state, "A map") == []
    assert "Handout: A map" in table.lines(ANNA)
    table.refuses(ST, DropHandout(map_), "no-such-handout")
    table.refuses(ST, RevealHandout(map_), "no-such-handout")


def test_an_empty_handout_and_one_too_many_are_refused() -> None:
    """A handout has a text or a picture, and a chronicle a greatest number of them."""
    table = Table()
    table.refuses(ST, ShowHandout("Nothing", "  "), "handout-empty")
    table.refuses(ANNA, ShowHandout("A map", "North is up."), "storyteller-only")
    for n in range(HANDOUTS_MOST):
        table.does(ST, ShowHandout(f"Page {n}", "Text", later=True))
    table.refuses(ST, ShowHandout("One more", "Text"), "too-many-handouts")


def test_handouts_go_from_scene_to_scene_with_their_audiences() -> None:
    """A handout of the chronicle is in its scenes, one of a scene in the chronicle and later scenes, without a second
    line; one that is taken away in a scene is gone from the chronicle."""
    world = World()
    world.does(ST, ShowHandout("A map", picture=MAP, later=True))
    scene = world.opens()
    assert titles(scene, ST) == {"A map"}
    assert titles(scene, ANNA) == set()
    world.does(ST, ShowHandout("A letter", "Come alone.", to=(ANNA.id,)))
    world.does(ST, RevealHandout(id_of(scene, "A map")))
    world.closes()
    assert titles(world.chronicle, ANNA) == {"A map", "A letter"}
    assert titles(world.chronicle, BEN) == {"A map"}
    assert not any(
        "Handout" in str(line.text) and "map" in str(line.text) for line in world.chronicle.view(ANNA).all(Line)
    )
    again = world.opens()
    assert titles(again, ANNA) == {"A map", "A letter"}
    assert not list(again.full.all(HandoutCard))
    world.does(ST, DropHandout(id_of(again, "A map")))
    world.closes()
    assert titles(world.chronicle, ANNA) == {"A letter"}


def test_going_back_takes_no_handout_back() -> None:
    """What was shown stays shown when the Storyteller goes back to a moment before it (G0)."""
    play = Play(0, begins=lambda play: seated(play, "revised"))
    before = play.state.view(ST).moment
    steps(play, (ST, ShowHandout("A map", picture=MAP), ()), (ST, TakeBack(before), ()))
    assert titles(play.state, ANNA) == {"A map"}
