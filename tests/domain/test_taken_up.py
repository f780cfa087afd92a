"""Options filled in like the page's forms, from the first step to the last."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.features.actions.action import manoeuvre
from domain.features.actions.aim_points import SetSpot, Spot
from domain.features.actions.declaration import Declaration
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.roll import Roll
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.manoeuvre import Attack
from domain.rules.rule_types import Part
from tests.domain.fight import ST, WATCHER, Fight
from tests.domain.filled_form import filled, of
from tests.domain.table import ANNA, Table
from tests.in_english import english

WITHOUT = tuple(
    replace(group, traits=tuple(trait for trait in group.traits if trait != "Expression"))
    for group in catalogue().rulesets["revised"].traits
)
SHOTS = """
    anna  Intuition 1 Strength 3 Target 4 Dexterity 3 +pistol
    bert  npc Intuition 1 Strength 2 Endurance 2 +vest
"""
BELTED = """
    anna  Intuition 1 Strength 3 Melee 3 Target 4 Dexterity 3 +knife +pistol
    bert  npc Intuition 1 Strength 2 Endurance 2 +sword
"""
ORATORS = """
    anna   Charisma 3  Manipulation 3  Intelligence 3  Wits 3  Expression 3
    envoy  npc  Charisma 2  Manipulation 3  Intelligence 2  Wits 2  Expression 2
"""


def test_a_debate_by_its_ready_script() -> None:
    """E3: a debate needs only its script; each round both sides are offered their pool, until the lead of five."""
    table = Table("revised", ORATORS)
    (offer,) = table.offers(ST, OpenContest)
    debate = filled(offer, actors=("anna",), opponents=("envoy",), script=of(offer, "script", "A debate"))
    table.does(ST, debate)
    hints: list[str] = []
    for seat, actor, faces in (
        (ANNA, "anna", (8, 8, 8, 2, 2, 2)), (ST, "envoy", (8, 2, 2, 2)),
        (ANNA, "anna", (8, 8, 8, 2, 2, 2)), (ST, "envoy", (2, 2, 2, 2)),
    ):  # fmt: skip
        (offer,) = [o for o in table.offers(seat, WorkOnTask) if o.actor == actor]
        hints.append(offer.hint)
        table.does(seat, filled(offer), *faces)
    assert not table.offers(ST, WorkOnTask)
    (task,) = table.state.view(WATCHER).all(Task)
    assert (task.status, task.winner, task.rounds) == ("met", 0, 2)
    assert hints[::2] == ["Charisma + Expression against Wits + 3",
                          "Intelligence + Expression against Intelligence + Expression"]  # fmt: skip
    assert [roll.difficulty for roll in table.state.full.all(Roll)] == [5, 6, 4, 6]


def test_a_script_is_ready_where_its_traits_are() -> None:
    """E3, G0, D17: a script is not offered in a chronicle that has dropped one of its traits."""
    table = Table("revised", ORATORS)
    table.does(ST, ChangeHouseRules(traits=WITHOUT))
    (offer,) = table.offers(ST, OpenContest)
    (asked,) = (wanted for wanted in offer.inputs if wanted.name == "script")
    assert [choice.label for choice in asked.choices] == ["None"]


def shooting(**switches: str) -> Fight:
    """Anna has a pistol; Bert wears a vest of 3, and is in good cover."""
    fight = Fight(SHOTS, declare="any-order", **switches)
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.does(ST, SetCondition("bert", "cover", 2))
    return fight


def shot(fight: Fight, **answers: object) -> list[Part]:
    """Let Anna shoot at Bert with these answers in the form, and return the parts of the roll."""
    (offer,) = [o for o in fight.offers("anna", DeclareAction) if o.label == "Ranged attack (C2)"]
    given = {"targets": ("bert",), "distance": 5, "text": ""} | answers
    fight.does("anna", filled(offer, **given))
    fight.does("anna", filled(fight.offers("anna", TakeAction)[0]), 0)
    return list(fight.rolls()[-1].parts)


def test_cover_is_passed_by_what_the_storyteller_set_on_the_form() -> None:
    """C3, C25: the called place's penalty replaces the cover's two dice."""
    assert ("in cover", -2) in shot(shooting())
    fight = shooting()
    (offer,) = [o for o in fight.offers(ST, SetSpot) if not o.urgent]
    fight.does(ST, filled(offer, name="the gap", penalty=1, cover=True, text=""))
    (gap,) = fight.full.all(Spot)
    parts = shot(fight, called_spot=gap.id)
    assert ("the gap", -1) in parts
    assert not any("cover" in english(label) for label, _ in parts)


@pytest.mark.parametrize("weapon", ["knife", ""])
def test_what_strikes_from_close_by_is_declared_with_a_pistol_at_the_belt(weapon: str) -> None:
    """C8, C2: a close disarm ignores the form's distance, which only a shot needs."""
    fight = Fight(BELTED, declare="any-order")
    fight.arms("anna", "knife")
    fight.arms("bert", "sword")
    fight.starts(anna=2, bert=1)
    (offer,) = [o for o in fight.offers("anna", DeclareAction) if o.label == "Disarm (C8)"]
    fight.does("anna", filled(offer, targets=("bert",), weapon=weapon, text=""))
    (action,) = next(declared.actions for declared in fight.full.all(Declaration) if declared.id == "anna")
    disarm = manoeuvre("disarm")
    assert isinstance(disarm, Attack)
    assert disarm.reaches(action) == ("melee" if weapon else "hand")


def test_kinds_of_called_shots_are_mixed_on_the_form() -> None:
    """C3: damage, armour and cover may be called at once if the switch allows it."""
    fight = shooting(**{"called-shots": "mixed"})
    (offer,) = [o for o in fight.offers(ST, SetSpot) if not o.urgent]
    fight.does(ST, filled(offer, name="the gap", penalty=1, cover=True, text=""))
    (gap,) = fight.full.all(Spot)
    parts = shot(fight, called_spot=gap.id, called_damage=2, called_armour=2)
    assert [part for part in parts if part[1] < 0] == [("called shot", -4), ("the gap", -1)]


def test_a_hidden_combatant_declares_and_acts_by_the_form() -> None:
    """X4, I2: the Storyteller is offered a hidden character's actions in its slot, and the table sees only the
    wound."""
    fight = Fight("anna  Intuition 1 Strength 2 Endurance 1\nshade  hidden  Intuition 3 Strength 4 Unarmed 4",
                  declare="any-order")  # fmt: skip
    fight.does(ST, filled(fight.offers(ST, StartTurns)[0]), 1, 3)
    (strike,) = [o for o in fight.offers(ST, DeclareAction) if (o.actor, o.label) == ("shade", "Melee attack (C1)")]
    fight.does(ST, filled(strike, targets=("anna",), text=""))
    assert not fight.offers("anna", TakeAction)
    fight.does("anna", filled(fight.offers("anna", DeclareAction)[0]))
    (acting,) = [o for o in fight.offers(ST, TakeAction) if o.actor == "shade"]
    fight.does(ST, filled(acting), 4, 3, 0)
    assert fight.health("anna", WATCHER) == (3, 0, 0)
    assert "shade" not in repr(fight.dump(WATCHER)).lower()
