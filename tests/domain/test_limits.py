"""What one seat may do to a table is bounded; and what it does in private stays there."""

import pytest

from domain.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.command import Refusal
from domain.deciding import decide, perform
from domain.features.answering import AnswerCall
from domain.features.call_card import Call
from domain.features.calls import CallForRoll
from domain.features.cast import Face
from domain.features.chat import Say
from domain.features.creating import OWN_MOST, ChangeSheet, CreateCharacter
from domain.features.scene import OpenScene
from domain.features.setting import CIRCLES_MOST
from domain.state import State
from tests.chance import FakeChance

ST, ANNA = Seat("st", "storyteller"), Seat("anna", "player")


@pytest.fixture
def scene() -> State:
    state = State()
    perform(state, TABLE, OpenScene("scene/c/s", "c", "The Docks", "revised"), FakeChance(ids="open"))
    anna = CreateCharacter("Anna", traits=(("Strength", 3), ("Wits", 2)), pools=(("Willpower", 5, 5),))
    perform(state, ANNA, anna, FakeChance(ids="anna"))
    state.settle()
    return state


def test_a_player_brings_so_many_characters_and_no_more(scene: State) -> None:
    """However often a player asks, the cast stays one that a table can hold."""
    for n in range(OWN_MOST - 1):
        perform(scene, ANNA, CreateCharacter(f"Twin {n}"), FakeChance(ids=f"twin{n}"))
    with pytest.raises(Refusal, match="10 of them one player's"):
        perform(scene, ANNA, CreateCharacter("One more"), FakeChance())
    perform(scene, ST, CreateCharacter("A stranger"), FakeChance(ids="st"))


def test_whispers_open_so_many_circles_and_no_more(scene: State) -> None:
    """One player's circles cannot be without end; those that are open stay so, what is between two is always free, and
    the Storyteller is not bound by them."""
    for n in range(CIRCLES_MOST):
        perform(scene, ANNA, Say("psst", to=("ben", f"seat{n}")), FakeChance())
    with pytest.raises(Refusal, match="too many circles"):
        perform(scene, ANNA, Say("psst", to=("ben", "carl")), FakeChance())
    for seat, to in ((ANNA, ("ben", "seat7")), (ANNA, ("carl",)), (ST, ("ben", "carl")), (ST, ("ben", "carl", "dora"))):
        perform(scene, seat, Say("psst", to=to), FakeChance())


def test_willpower_on_a_private_roll_is_as_private(scene: State) -> None:
    """X1, D11: who may not know of a roll learns nothing of the Willpower that was spent on it."""
    (anna,) = scene.full.all(Face)
    asked = CallForRoll(anna.id, traits=("Strength",), reason="Listen", private=True)
    perform(scene, ST, asked, FakeChance(ids="call"))
    (call,) = scene.full.all(Call)
    facts = decide(scene, ANNA, AnswerCall(call.id, willpower=True), FakeChance(ids="answer"))
    assert facts
    assert EVERYONE not in {fact.audience for fact in facts}


def test_the_storyteller_reads_that_a_sheet_was_changed(scene: State) -> None:
    """A player's rewriting of a sheet shows in the Storyteller's story, and in nobody else's."""
    (anna,) = scene.full.all(Face)
    facts = decide(scene, ANNA, ChangeSheet(anna.id, (("Strength", 5),)), FakeChance())
    assert [f.audience for f in facts if type(f.event).__name__ == "SheetChanged"] == [STORYTELLER]
