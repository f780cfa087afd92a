"""Texts that would tell everybody of a hidden character are refused where they are shown (X1, X4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE
from domain.features.actions.declaration import Declaration
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.hidden_names import hidden_name_in
from domain.features.characters.set_condition import SetCondition
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.rolls.secret_outcomes import TellOutcome, Untold
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import RevealTask
from domain.features.tasks.task import Task
from domain.records.bearing import Bearing
from tests.domain.fight import ST as FIGHT_ST
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, Table

CAST = """
    anna    Strength 2  Dexterity 3  Perception 2
    guard   npc
    lurker  hidden  Dexterity 4
    thug    hidden  Strength 3
"""
TELLS = "tells-of-hidden"


def table() -> Table:
    """A table with a Lurker and a Thug, both hidden."""
    return Table(cast=CAST)


@pytest.mark.parametrize("roll", [
    RollInSecret("notice", "anna", ("Perception",), modifiers=(("the Lurker's net", 1),)),
    RollInSecret("notice", "anna", ("Perception",), hinders=("LURKER",)),
    RollInSecret("notice", "anna", ("Perception",), helps=("friend of\u00a0lurker",)),
    RollInSecret("seen by  Lurker", "anna", ("Perception",)),
])  # fmt: skip
def test_a_secret_roll_with_a_hidden_name_in_any_text_is_not_shown(roll: Command) -> None:
    """X1, X4: in its reason, in a modifier, in what helps or hinders."""
    at = table()
    at.does(ST, roll)
    assert "Lurker" in at.refuses(ST, ShowRoll(at.roll(ST).id), TELLS)
    at.does(ST, RevealCharacter("lurker"))
    at.does(ST, ShowRoll(at.roll(ST).id))


@pytest.mark.parametrize("circumstance", [True, False])
def test_the_secret_reason_of_a_hidden_modifier_is_not_shown(circumstance: bool) -> None:
    """X2 iii, X4, X7: of a ruling, and of a standing circumstance."""
    at = table()
    if circumstance:
        at.does(ST, SetCircumstance("held by the Lurker", -1, ("anna",), "hidden"))
    else:
        at.does(ST, ModifyNextRoll("anna", -1, "hidden", "held by the Lurker"))
    at.does(ANNA, Roll("run", "anna", ("Dexterity",)), 6, 6)
    at.refuses(ST, ShowRoll(at.roll(ST).id), TELLS)


def test_a_roll_that_names_nobody_hidden_is_shown() -> None:
    """X1: a visible character's name, and a word that only begins like a hidden one's, are no secret."""
    at = table()
    modifiers = (("the guard's lamp", 1), ("lurkers in the reeds", -1))
    at.does(ST, RollInSecret("notice", "anna", ("Perception",), modifiers=modifiers))
    at.does(ST, ShowRoll(at.roll(ST).id))


def test_a_name_that_a_visible_character_has_too_tells_of_nobody() -> None:
    """X4: a name may be told if somebody visible bears it too, or if it is a part of a visible character's name."""
    view = Table(cast="guard-two  npc\nguard  hidden\n").state.view(ST)
    assert hidden_name_in(view, "the guard-two at the gate") == ""
    assert hidden_name_in(view, "the guard at the gate") == "Guard"


@pytest.mark.parametrize("told", [
    TellOutcome("anna", text="It was the Lurker."),
    TellOutcome("anna", "failure", topic="Noticing lurker"),
])  # fmt: skip
def test_an_outcome_for_everybody_names_nobody_hidden(told: TellOutcome) -> None:
    """X1, X4: everybody is told without the name; a chosen seat may be told it."""
    at = table()
    assert "chosen seats" in at.refuses(ST, told, TELLS)
    at.does(ST, replace(told, to=("ANNA",)))
    at.does(ST, RevealCharacter("lurker"))
    at.does(ST, told)


def test_prepared_words_for_everybody_name_nobody_hidden() -> None:
    """X1, X4: words that were kept with a roll, to be told later or at once."""
    at = table()
    later = RollInSecret("", "anna", ("Perception",), on_success="You see Lurker.", on_failure="-", words_only=True)
    at.refuses(ST, replace(later, tell="everyone"), TELLS)
    at.does(ST, replace(later, tell="player"), 8, 8)
    at.does(ST, later, 8, 8)
    (kept,) = at.state.full.all(Untold)
    at.refuses(ST, TellOutcome(untold=kept.id), TELLS)
    at.does(ST, TellOutcome(untold=kept.id, to=("ANNA",)))


def test_the_reason_of_an_overridden_roll_names_nobody_hidden() -> None:
    """G0, X4: everybody reads why a public roll was overridden; of a secret roll only the Storyteller does."""
    at = table()
    at.does(ANNA, Roll("run", "anna", ("Dexterity",)), 6, 6, 6)
    at.refuses(ST, OverrideRoll(at.roll(ANNA).id, "failure", reason="the Lurker trips her"), TELLS)
    at.refuses(ST, OverrideRoll(at.roll(ANNA).id, "failure", degree="by Lurker"), TELLS)
    at.does(ST, OverrideRoll(at.roll(ANNA).id, "failure", reason="she trips"))
    at.does(ST, RollInSecret("", "anna", ("Perception",)), 8, 8)
    secret = at.roll(ST).id
    at.does(ST, OverrideRoll(secret, "success", "thanks to the Lurker", "the Lurker helps"))
    at.refuses(ST, ShowRoll(secret), TELLS)


def test_a_revealed_character_brings_no_other_hidden_name() -> None:
    """X4: the modifiers that are shown with it name only whom all see; its own name they may."""
    at = table()
    at.does(ST, ModifyNextRoll("thug", 1, "open", "the Thug is led by the Lurker"))
    assert "A text about thug names Lurker" in at.refuses(ST, RevealCharacter("thug"), TELLS)
    at.does(ST, RevealCharacter("lurker"))
    at.does(ST, RevealCharacter("thug"))
    at.does(ST, HideCharacter("thug"))
    at.does(ST, SetCircumstance("Thug is drunk", -1, ("thug",)))
    at.does(ST, RevealCharacter("thug"))


def test_a_revealed_task_names_nobody_hidden() -> None:
    """X1, X4."""
    at = table()
    at.does(ST, OpenTask("Slip past the Lurker", ("anna",), ("Dexterity",), goal=3, hidden=True))
    (task,) = at.state.full.all(Task)
    at.refuses(ST, RevealTask(task.id), TELLS)


AMBUSH = """
    anna   Intuition 2 Dexterity 2
    ghost  hidden  Intuition 2 Dexterity 2 Strength 4
    shade  hidden  Intuition 2 Dexterity 1 Strength 4
"""


def fight_with(text: str) -> Fight:
    """A turn in which the hidden ghost has declared to do what the text says."""
    fight = Fight(AMBUSH, declare="any-order")
    fight.starts(anna=3, ghost=2, shade=1)
    fight.declares("ghost", act("free", text=text))
    return fight


def test_before_a_declared_text_becomes_public_the_storyteller_is_asked() -> None:
    """X4, I2: the option says which text everybody will read, and wants to be confirmed."""
    fight = fight_with("poisons the well")
    (option,) = [one for one in fight.offers(FIGHT_ST, RevealCharacter) if one.actor == "ghost"]
    assert option.grave
    assert "poisons the well" in option.hint
    (other,) = [one for one in fight.offers(FIGHT_ST, RevealCharacter) if one.actor == "shade"]
    assert not other.grave
    fight.does(FIGHT_ST, RevealCharacter("ghost"))
    assert fight.state.partition(EVERYONE).get(Declaration, "ghost") is not None


def test_a_declared_text_that_names_another_hidden_character_is_not_shown() -> None:
    """X4: nor is its target, which is an id."""
    assert "names Shade" in fight_with("waits for Shade").refused(FIGHT_ST, RevealCharacter("ghost"))


def test_the_name_of_a_message_tells_of_nobody() -> None:
    """X4: a hidden character whose name occurs in the id of a message, "ends-prone", hinders no reveal."""
    at = Table(cast=f"{CAST}    ends  hidden  Strength 2\n")
    at.does(ST, SetCondition("thug", "prone"))
    at.does(ST, RevealCharacter("thug"))
    assert at.state.partition(EVERYONE).get(Bearing, "thug.prone") is not None
