"""Modifiers of a task: dice given or taken on every roll for it (X7, E1)."""

from __future__ import annotations

import pytest

from domain.core.audience import STORYTELLER, seats
from domain.features.cast.hand_over import HandOver
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import UNEXPLAINED, Visibility
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import HideTask, ModifyTask, RevealTask
from domain.features.tasks.task import Ledger
from domain.features.tasks.work_on_task import WorkOnTask
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA, BEN, ST, WATCHER

CLIMB = OpenTask("A climb", ("anna",), ("Strength", "Dexterity"), goal=9, each=1)


def foggy(visibility: Visibility = "open", rules: str = "nightfall", dice: int = -2) -> tuple[AtWork, str]:
    """Anna climbs with six dice, and the fog takes two of them."""
    table = AtWork(rules)
    climb = OpenTask(
        "A climb", ("anna",), ("Strength", "Dexterity"), goal=9, each=1,
        modifier=dice, modifier_reason="fog", visibility=visibility,
    )  # fmt: skip
    return table, table.opens(climb)


@pytest.mark.parametrize(("visibility", "label"), [("open", "fog"), ("unexplained", UNEXPLAINED)])
def test_a_task_has_a_modifier_below_zero_on_every_roll(visibility: Visibility, label: str) -> None:
    """X7: a task's modifier is in the forecast and in every roll; the reason of an unexplained modifier is the
    Storyteller's."""
    table, id_ = foggy(visibility)
    for _ in range(2):
        foreseen = WorkOnTask(id_, "anna").foreseen(table.state.view(ANNA))
        assert foreseen is not None
        table.works(id_, "anna", 6, 2, 2, 2)
        assert table.roll(WATCHER).parts == foreseen.parts == (("Strength", 3), ("Dexterity", 3), (label, -2))
    assert table.tallies(id_) == (2,)
    assert ("fog" in repr(table.dump(ANNA))) == (visibility == "open")
    assert "fog" in repr(table.dump(ST))


def test_a_hidden_one_is_kept_as_a_hidden_ruling_is() -> None:
    """X7, X2 (iii): under a hidden modifier the player learns success or failure, and the tally becomes the
    Storyteller's."""
    table, id_ = foggy("hidden")
    assert "fog" not in repr(table.dump(ANNA))
    table.works(id_, "anna", 6, 6, 2, 2)
    assert "Rolled" not in table.told(ANNA)
    assert table.fact(OutcomeTold).outcome == "success"
    assert table.tallies(id_, ANNA) == (-1,)
    known = table.ledger(id_)
    assert known is not None
    assert (known.sides[0].tally, known.modifier, known.modifier_words) == (2, -2, "fog")
    table.works(id_, "anna", 2, 2, 2, 2)


def test_it_is_set_changed_and_ended_later() -> None:
    """X7: the Storyteller may set, change and end the modifier later, and all who see the task read it."""
    table = AtWork("nightfall")
    id_ = table.opens(CLIMB)
    table.refuses(ST, ModifyTask(id_, 0), "no-modifier")
    table.refuses(ST, ModifyTask(id_, -1), "modifier-without-reason")
    table.refuses(ANNA, ModifyTask(id_, -1, "rain"), "storyteller-only")
    table.does(ST, ModifyTask(id_, -1, "rain"))
    assert table.lines(WATCHER)[-1] == "A climb: rain −1."
    table.works(id_, "anna", *[2] * 5)
    table.does(ST, ModifyTask(id_, 1, "a rope", "hidden"))
    assert (table.task(id_, ANNA).modifier, table.lines(ANNA)[-1]) == (0, "A climb: the modifier is removed.")
    table.works(id_, "anna", *[2] * 7)
    table.does(ST, ModifyTask(id_, 0))
    table.works(id_, "anna", *[2] * 6)


def test_what_leaves_nothing_to_roll_is_refused_or_is_a_chance_die() -> None:
    """X7, D19, S5: a modifier that leaves no dice makes the roll illegal, or a chance die, depending on the rule
    set."""
    table, id_ = foggy(dice=-6)
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "no-dice")
    table = AtWork("storytelling")
    id_ = table.opens(OpenTask("A climb", ("anna",), ("Strength",), goal=9, modifier=-5, modifier_reason="ice"))
    table.works(id_, "anna", 2)
    assert table.roll().pool == -2
    table.refuses(ST, ModifyTask(id_, -6, "ice"), "modifier")


def offered(table: AtWork) -> list[str]:
    """Return the tasks that Anna is offered to roll for."""
    return [option.label for option in table.offers(ANNA, WorkOnTask)]


def test_what_leaves_nothing_to_roll_is_not_offered() -> None:
    """X7, D19: a roll without dice is not offered, until the modifier changes; a hidden modifier does not affect the
    offer."""
    table, id_ = foggy(dice=-6)
    assert offered(table) == []
    table.does(ST, ModifyTask(id_, -5, "fog"))
    assert offered(table) == ["A climb"]
    hidden, _ = foggy("hidden", dice=-6)
    assert offered(hidden) == ["A climb"]
    chance, _ = foggy(rules="storytelling", dice=-5)
    assert offered(chance) == ["A climb"]


@pytest.mark.parametrize(("dice", "shown"), [(-2, True), (-4, True), (-5, False)])
def test_where_the_roller_names_the_traits_it_is_offered_while_some_have_dice(dice: int, shown: bool) -> None:
    """X7, D19, E1: if the roller chooses the traits, the roll is offered while Anna's largest legal pool, five dice,
    keeps a die."""
    table = AtWork("revised")
    table.opens(OpenTask("A climb", ("anna",), (), goal=9, modifier=dice, modifier_reason="ice"))
    assert offered(table) == (["A climb"] if shown else [])


def test_in_a_contest_it_bears_on_all_who_roll_seen_or_not() -> None:
    """X7, E2, X4: a contest's modifier applies to both sides, also to a hidden opponent, but not to plain dice."""
    table = AtWork("nightfall")
    chase = OpenContest(
        "A chase", ("anna",), ("Dexterity",), opponents=("shade",), kind="tally", goal=5,
        modifier=-1, modifier_reason="rain",
    )  # fmt: skip
    id_ = table.opens(chase)
    table.works(id_, "anna", 6, 2, then=(6, 6, 6))
    mine, theirs = (roll.parts for roll in table.state.view(ST).all(Roll))
    assert (mine, theirs) == ((("Dexterity", 3), ("rain", -1)), (("Dexterity", 4), ("rain", -1)))
    dice = OpenContest("A bet", ("anna",), ("Dexterity",), their_dice=2, modifier=-1, modifier_reason="rain")
    table.works(table.opens(dice), "anna", 6, 2, then=(2, 2))


@pytest.mark.parametrize("visibility", ["open", "unexplained", "hidden"])
def test_it_goes_where_the_task_goes(visibility: Visibility) -> None:
    """X7, X1: the modifier is hidden with the task, and revealed with it for its old audience."""
    table, id_ = foggy(visibility)
    shown = table.task(id_, ANNA)
    table.does(ST, HideTask(id_))
    table.does(ST, WorkOnTask(id_, "anna"), 6, 2, 2, 2)
    assert table.roll(ST).parts[-1] == (UNEXPLAINED if visibility == "unexplained" else "fog", -2)
    table.does(ST, RevealTask(id_))
    now = table.task(id_, ANNA)
    assert (now.modifier, now.modifier_words) == (shown.modifier, shown.modifier_words)
    assert ("fog" in repr(list(table.state.view(ANNA).all(type(now))))) == (visibility == "open")
    table.works(id_, "anna", *[2] * 4)


def test_it_goes_to_whoever_is_handed_the_character() -> None:
    """X7: the modifier of a private task passes to the new player with the character."""
    table = AtWork("nightfall")
    id_ = table.opens(
        OpenTask("An oath", ("anna",), ("Wits",), goal=9, to=("ANNA",), modifier=-1, modifier_reason="doubt")
    )
    table.does(ST, HandOver("anna", "BEN"))
    assert table.state.full.audience_of(type(table.task(id_)), id_) == seats("BEN")
    table.does(BEN, WorkOnTask(id_, "anna"), 2, 2)
    assert table.state.full.audience_of(Ledger, id_) in (None, STORYTELLER)


def test_a_circumstance_of_its_worker_bears_beside_it() -> None:
    """X7, E1: a worker's circumstance counts beside the task's modifier, open or hidden."""
    table, id_ = foggy()
    table.does(ST, SetCircumstance("drugged", -1, on=("anna",)))
    table.works(id_, "anna", 2, 2, 2)
    assert table.roll().parts[2:] == (("drugged", -1), ("fog", -2))
    table.does(ST, SetCircumstance("a jinx", -1, on=("anna",), visibility="hidden"))
    table.works(id_, "anna", 6, 6)
    assert table.fact(OutcomeTold).outcome == "success"


@pytest.mark.parametrize("visibility", ["open", "unexplained", "hidden"])
def test_a_modifier_that_stands_already_is_refused(visibility: Visibility) -> None:
    """X7: a modifier equal to the present modifier is refused; a different visibility is a change."""
    table, id_ = foggy(visibility)
    assert "has this modifier already" in table.refuses(ST, ModifyTask(id_, -2, " fog ", visibility), "same-modifier")
    table.does(ST, ModifyTask(id_, -2, "fog", "open" if visibility == "hidden" else "hidden"))


def test_a_hidden_modifier_counts_once_for_each_player_who_works_on_the_task() -> None:
    """X5, X7: a hidden modifier counts once as control taken from each worker's player, when it is set and at no
    roll."""
    table = AtWork("nightfall")
    id_ = table.opens(OpenTask("A climb", ("anna", "guard"), ("Strength", "Dexterity"), goal=99, each=1))
    table.does(ST, ModifyTask(id_, -1, "fog", "hidden"))
    for _ in range(2):
        table.works(id_, "anna", *[2] * 5)
        table.works(id_, "guard", *[2] * 4)
    assert list(table.state.view(ST).all(Wear)) == [Wear("ANNA", 1)]
