"""Limits on the effects of a single seat on a table; and private actions remain private."""

import pytest

from domain.core.audience import EVERYONE, TABLE, Seat, seats
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.character import OWN_MOST, Face
from domain.features.characters.sheet_changes import SheetChanged
from domain.features.rolls.call import Call
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.scenes.scene import OpenScene
from domain.features.table.settings import CIRCLES_MOST
from domain.features.table.story_log import Line
from domain.perform import decide, perform
from domain.rules.equipment import Item
from tests.chance import FakeChance
from tests.in_english import english, line_text

ST, ANNA, BEN = Seat("st", "storyteller"), Seat("anna", "player"), Seat("ben", "player")


@pytest.fixture
def scene() -> State:
    state = State()
    perform(state, TABLE, OpenScene("scene/c/s", "c", "The Docks", "revised"), FakeChance(ids="open"))
    anna = CreateCharacter("Anna", traits=(("Strength", 3), ("Wits", 2)), pools=(("Willpower", 5, 5),))
    perform(state, ANNA, anna, FakeChance(ids="anna"))
    state.settle()
    return state


def test_a_player_brings_so_many_characters_and_no_more(scene: State) -> None:
    """A player can create only a limited number of characters."""
    for n in range(OWN_MOST - 1):
        perform(scene, ANNA, CreateCharacter(f"Twin {n}"), FakeChance(ids=f"twin{n}"))
    with pytest.raises(Refusal, match="at most 10 for one player"):
        perform(scene, ANNA, CreateCharacter("One more"), FakeChance())
    perform(scene, ST, CreateCharacter("A stranger"), FakeChance(ids="st"))


def test_whispers_open_so_many_circles_and_no_more(scene: State) -> None:
    """A player can open only a limited number of circles by whispers; open circles, whispers to a single seat and
    the Storyteller are not limited."""
    for n in range(CIRCLES_MOST):
        perform(scene, ANNA, Say("psst", to=("ben", f"seat{n}")), FakeChance())
    with pytest.raises(Refusal, match="too many groups"):
        perform(scene, ANNA, Say("psst", to=("ben", "carl")), FakeChance())
    for seat, to in ((ANNA, ("ben", "seat7")), (ANNA, ("carl",)), (ST, ("ben", "carl")), (ST, ("ben", "carl", "dora"))):
        perform(scene, seat, Say("psst", to=to), FakeChance())


def test_willpower_on_a_private_roll_is_as_private(scene: State) -> None:
    """X1, D11: a seat that may not know of a roll learns nothing of the Willpower spent on it."""
    (anna,) = scene.full.all(Face)
    asked = CallForRoll(anna.id, traits=("Strength",), reason="Listen", private=True)
    perform(scene, ST, asked, FakeChance(ids="call"))
    (call,) = scene.full.all(Call)
    facts = decide(scene, ANNA, AnswerCall(call.id, willpower=True), FakeChance(ids="answer"))
    assert facts
    assert EVERYONE not in {fact.audience for fact in facts}


@pytest.mark.parametrize("writer", [ANNA, ST])
def test_who_reads_a_sheet_reads_what_was_changed_on_it(scene: State, writer: Seat) -> None:
    """D1, D16: a change of a sheet is told to its player and the Storyteller only, also if another seat made it."""
    (anna,) = scene.full.all(Face)
    things, blood = (Item("knife"), Item("rope")), (("Blood", 10, 9),)
    first = ChangeSheet(anna.id, (("Strength", 3), ("Brawl", 2)), ("Blades",), blood, things, ("fangs",))
    perform(scene, ST, first, FakeChance())
    then = ChangeSheet(
        anna.id, (("Strength", 3), ("Melee", 1)), ("{0}",), (("Blood", 9, 9),), (Item("knife", armour=1),), ()
    )
    facts = perform(scene, writer, then, FakeChance()).facts
    ((audience, what),) = [(fact.audience, fact.event.what) for fact in facts if isinstance(fact.event, SheetChanged)]
    assert audience == seats(ANNA.id)
    assert english(what) == (
        "Brawl 2 → 0, Melee 0 → 1, Blood 9 of 10 → 9 of 9, with {0}, without Blades, without Fangs, "
        "without rope, knife changed"
    )
    assert [line_text(line) for line in scene.view(BEN).all(Line) if "sheet" in line_text(line)] == []
    assert [line_text(line) for line in scene.view(ST).all(Line) if "Melee" in line_text(line)]
    again = decide(scene, writer, then, FakeChance())
    assert [fact for fact in again if isinstance(fact.event, SheetChanged)] == []
