"""Initiative: the turn order, which reveals no hidden character (I1)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.set_health import SetHealth
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.initiative import LAST, RolledOff, SetInitiative, Slot, must_roll, public_place
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import JoinTurns, LeaveTurns, StartTurns, StopTurns
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.turn import Turn
from tests.domain.fight import ST, WATCHER, Face, Fight

EVEN = """
    anna  Intuition 3  Dexterity 2
    bert  Intuition 3  Dexterity 2
    cora  Intuition 3  Dexterity 2
"""


def test_most_successes_act_first() -> None:
    """I1: the character with the most successes acts first."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    assert fight.order() == "bert cora anna"


def test_ties_go_to_the_higher_intuition_then_dexterity() -> None:
    """I1: among equal successes the higher Intuition goes first, then the higher Dexterity; no die is rolled."""
    fight = Fight("""
        anna  Intuition 2  Dexterity 5
        bert  Intuition 3  Dexterity 1
        cora  Intuition 3  Dexterity 2
    """)
    fight.starts(anna=2, bert=2, cora=2)
    assert fight.order() == "cora bert anna"
    assert not fight.told(RolledOff)


def test_roll_offs_go_on_until_they_are_broken() -> None:
    """I1: characters that are still equal roll off until the tie is broken; only the tied characters roll again."""
    fight = Fight(EVEN)
    fight.does(ST, StartTurns(), 2, 2, 2, Face(4), Face(9), Face(4), Face(1), Face(8))
    assert fight.order() == "bert cora anna"
    assert "Initiative is tied: Cora rolls 4, then 8." in fight.story()


@pytest.mark.parametrize("specialty", ["Initiative", "Initiative: in the dark"])
def test_a_specialty_in_initiative_breaks_a_tie(specialty: str) -> None:
    """I1: if successes and both traits are equal, a specialty in Initiative goes first, and no die is rolled."""
    fight = Fight("anna Intuition 3 Dexterity 2")
    fight.does(ST, CreateCharacter("Dora", traits=(("Intuition", 3), ("Dexterity", 2)), specialties=(specialty,)))
    fight.does(ST, StartTurns(), 2, 2)
    assert fight.order().split()[1] == "anna"
    assert not fight.told(RolledOff)


def test_wounds_take_dice_from_the_test() -> None:
    """I1, C29: wounds take dice from the initiative test."""
    fight = Fight("anna Intuition 3 Dexterity 2")
    fight.does(ST, SetHealth("anna", lethal=2))
    fight.starts(anna=4)
    assert fight.rolls()[-1].parts == (("Intuition", 3), ("Dexterity", 2), ("wounds", -1))


def test_a_tie_with_a_hidden_one_is_broken_in_secret() -> None:
    """I1, X4: a hidden character breaks its tie by a secret die, and the visible slots do not change."""
    fight = Fight("anna Intuition 3 Dexterity 2\n ghost hidden Intuition 3 Dexterity 2")
    fight.does(ST, StartTurns(), 2, 2, Face(6))
    assert fight.order() == "ghost anna"
    assert fight.order(WATCHER) == "anna"
    assert fight.view(WATCHER).get(Slot, "anna") == Slot("anna", (2, 3, 2, 0, LAST), "waiting")
    assert not [line for line in fight.story() if "rolls off" in line]


@pytest.mark.parametrize(("face", "first"), [(5, "anna"), (6, "ghost")])
def test_a_secret_roll_off_is_even(face: int, first: str) -> None:
    """I1, X4: five of ten faces put the hidden character first, five put it last."""
    fight = Fight("anna Intuition 3 Dexterity 2\n ghost hidden Intuition 3 Dexterity 2")
    fight.does(ST, StartTurns(), 2, 2, Face(face))
    assert fight.order().split()[0] == first


def test_late_arrivals_roll_on_arrival() -> None:
    """I1: a late arrival rolls for initiative, and is offered that as soon as turns run."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    (fact, *_) = fight.does(ST, CreateCharacter("Dora", traits=(("Intuition", 2), ("Dexterity", 2))))
    dora = fact.event.id  # type: ignore[attr-defined]  # FaceShown, as the first fact of a new character
    (offer,) = fight.offers(ST, JoinTurns)
    assert (offer.actor, offer.urgent) == (dora, True)
    fight.does(ST, JoinTurns(dora), 4)
    assert fight.order() == f"{dora} bert cora anna"
    assert "in the turn order already" in fight.refused(ST, JoinTurns(dora))


def test_a_late_arrival_that_is_level_rolls_off() -> None:
    """I1: a late arrival rolls off only with the character that it ties with."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    (fact, *_) = fight.does(ST, CreateCharacter("Dora", traits=(("Intuition", 3), ("Dexterity", 2))))
    dora = fact.event.id  # type: ignore[attr-defined]  # FaceShown, as the first fact of a new character
    fight.does(ST, JoinTurns(dora), 2, Face(3), Face(8))
    assert {off.id for off in fight.told(RolledOff)} == {"cora", dora}
    assert fight.order() in (f"bert cora {dora} anna", f"bert {dora} cora anna")


def test_a_late_arrival_has_its_slot_in_the_turn_that_runs() -> None:
    """I1, I2: a late arrival declares and acts in the running turn, at its place."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    fight.all_pass("anna", "cora", "bert")
    fight.acts("bert")
    (fact, *_) = fight.does(ST, CreateCharacter("Dora", traits=(("Intuition", 3), ("Dexterity", 3))))
    dora = fact.event.id  # type: ignore[attr-defined]  # FaceShown, as the first fact of a new character
    fight.does(ST, JoinTurns(dora), 5)
    assert fight.now == dora
    fight.does(ST, DeclareAction(dora))
    fight.does(ST, TakeAction(dora))
    assert fight.now == "cora"


def test_who_arrives_hidden_rolls_in_secret() -> None:
    """I1, X4: a hidden late arrival rolls its initiative in secret."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    before = fight.dump(WATCHER)
    (fact, *_) = fight.does(ST, CreateCharacter("Dora", hidden=True, traits=(("Intuition", 3), ("Dexterity", 2))))
    dora = fact.event.id  # type: ignore[attr-defined]  # FaceShown, as the first fact of a new character
    fight.does(ST, JoinTurns(dora), 2, Face(3))
    assert fight.order() == f"bert cora {dora} anna"
    assert fight.dump(WATCHER) == before


@pytest.mark.parametrize(("initiative", "rolls", "order"), [("scene", (), "bert cora"), ("turn", (4,), "cora bert")])
def test_who_comes_back_has_its_place_as_long_as_initiative_holds(
    initiative: str, rolls: tuple[int, ...], order: str
) -> None:
    """I1: under `initiative: scene` a character that returns to the turns keeps its place; under `turn` it rolls
    again."""
    fight = Fight("bert Intuition 3 Dexterity 2\n cora Intuition 3 Dexterity 2", initiative=initiative)
    fight.starts(bert=3, cora=2)
    fight.does(ST, LeaveTurns("cora"))
    fight.does(ST, JoinTurns("cora"), *rolls)
    assert fight.order() == order


def test_the_storyteller_overrides_initiative() -> None:
    """G0: the Storyteller sets a character's initiative; ties are broken as always."""
    fight = Fight(EVEN)
    fight.starts(anna=1, bert=3, cora=2)
    fight.does(ST, SetInitiative("anna", 3), Face(7), Face(2))
    assert fight.order() == "anna bert cora"
    assert "Only the Storyteller" in fight.refused("anna", SetInitiative("anna", 9))


def test_a_revealed_character_brings_its_place() -> None:
    """X4: a revealed character has the same place in the public order that it had in the Storyteller's."""
    fight = Fight("anna Intuition 3 Dexterity 2\n ghost hidden Intuition 3 Dexterity 2")
    fight.starts(anna=2, ghost=3)
    fight.does(ST, RevealCharacter("ghost"))
    assert fight.order(WATCHER) == "ghost anna"


@pytest.mark.parametrize("anna", [1, 2])
def test_a_revealed_character_brings_no_traits_or_dice(anna: int) -> None:
    """X1, X4: the place of a revealed character reveals neither its traits nor its secret dice."""
    told = []
    for traits, rolls in (("Intuition 3 Dexterity 2", (Face(7),)), ("Intuition 3 Dexterity 2", (Face(9),)),
                          ("Intuition 4 Dexterity 1 *Initiative", ())):  # fmt: skip
        fight = Fight(f"anna Intuition 3 Dexterity 2\n ghost hidden {traits}")
        fight.does(ST, StartTurns(), anna, 2, *(rolls if anna == 2 else ()))
        fight.does(ST, RevealCharacter("ghost"))
        assert fight.order(WATCHER) == "ghost anna"
        told.append([slot.place for slot in fight.view(WATCHER).all(Slot)])
    assert told[0] == told[1] == told[2]


PLACES = st.builds(
    lambda successes, traits, dice: (successes, *traits, *(2 * die for die in dice), LAST),
    st.integers(0, 2), st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)),
    st.lists(st.integers(1, 10), max_size=2),
)  # fmt: skip


@given(st.lists(PLACES, max_size=5, unique=True), PLACES)
def test_a_place_that_comes_to_light_sorts_as_it_did(seen: list[tuple[int, ...]], place: tuple[int, ...]) -> None:
    """X4, I1: the public place of a revealed character sorts exactly like its secret place, and equals no visible
    place."""
    assume(place not in seen)
    shown = public_place(place, seen)
    assert shown[0] == place[0]
    assert shown not in seen
    assert [one > shown for one in seen] == [one > place for one in seen]


def test_stopping_turns_leaves_nothing_behind() -> None:
    """T1: a scene may have no turns; after they stop, no slot remains for any audience."""
    fight = Fight("anna Intuition 3 Dexterity 2\n ghost hidden Intuition 3 Dexterity 2")
    fight.starts(anna=2, ghost=3)
    fight.does(ST, StopTurns())
    assert not list(fight.full.all(Slot))
    assert not list(fight.full.all(Turn))


@given(
    slots=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 2), st.booleans()), min_size=1, max_size=7),
    seed=st.integers(0, 2**32),
)
def test_initiative_is_a_total_order(slots: list[tuple[int, int, bool]], seed: int) -> None:
    """I1: for every outcome of the dice, roll-offs end with distinct places, and no visible slot depends on a hidden
    slot."""

    def settled(secrets: bool) -> list[Slot]:
        open_dice, secret_dice = Random(seed), Random(seed + 1)
        secret = {str(n): hidden for n, (_, _, hidden) in enumerate(slots)}
        found = {
            str(n): Slot(str(n), (successes, dots, dots, 0, LAST), "waiting")
            for n, (successes, dots, hidden) in enumerate(slots)
            if secrets or not hidden
        }
        while level := must_roll(found.values(), secret):
            for name in level:
                face = (secret_dice if secret[name] else open_dice).randint(1, 10)
                found[name] = Slot(name, (*found[name].place[:-1], 2 * face, LAST), "waiting")
        assert len({slot.place for slot in found.values()}) == len(found)
        return [slot for slot in found.values() if not secret[slot.id]]

    assert settled(secrets=True) == settled(secrets=False)
