"""The rule book: the facts about the rules that the page needs, so that it contains no rule itself."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from domain.catalogue import catalogue
from domain.core.words import Words
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.character import sheet
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.change_house_rules import HouseRulesChanged
from domain.features.scenes.create_character import ChangeSheet
from domain.features.table.settings import Rulebook, SettingStated
from domain.options import options
from domain.rules.rule_types import Number, Result, Switch, Throw
from tests.domain.table import ANNA, ST, WATCHER, Table
from tests.in_english import english

ALL = ("revised", "v20", "storytelling", "nightfall")


def book(rules: str) -> Rulebook:
    """Return the rule book as a spectator reads it."""
    found = Table(rules).state.view(WATCHER).get(Rulebook, "rulebook")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rules", "willpower", "specialties"),
    [("revised", True, False), ("v20", True, True), ("storytelling", True, True), ("nightfall", False, False)],
)
def test_what_may_be_spent_on_a_roll_is_told_as_it_is_judged(rules: str, willpower: bool, specialties: bool) -> None:
    """D7, D11: the rule book and the form offer Willpower and specialties exactly if the rules accept them."""
    table = Table(rules)
    told = book(rules)
    assert (told.willpower, told.specialties) == (willpower, specialties)
    for spent, taken, code in (
        (Roll("", "anna", ("Dexterity",), willpower=True), willpower, "no-willpower-success"),
        (Roll("", "anna", ("Dexterity",), specialty=True), specialties, "no-specialty"),
    ):
        if taken:
            table.does(ANNA, spent)
        else:
            table.refuses(ANNA, spent, code)
    written = sheet(table.state.view(ST), "anna")
    table.does(ST, ChangeSheet("anna", written.traits, ("Dexterity: sleight of hand",), written.pools))
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = [option for option in options(table.state.view(ANNA)) if option.command == "AnswerCall"]
    asked = {name for name, used in (("willpower", willpower), ("specialty", specialties)) if used}
    assert {asks.name for asks in call.inputs} == {"call", *asked}


@pytest.mark.parametrize(("rules", "gives"), [
    ("revised", "one success"), ("v20", "one success"), ("storytelling", "+3 dice"), ("nightfall", ""),
])  # fmt: skip
def test_what_a_point_of_willpower_gives_is_told_before_it_is_spent(rules: str, gives: str) -> None:
    """D11: the rule book and the form of a call state the benefit of a point of Willpower."""
    table = Table(rules)
    assert english(book(rules).willpower_gives) == gives
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = [option for option in options(table.state.view(ANNA)) if option.command == "AnswerCall"]
    asked = [english(asks.label) for asks in call.inputs if asks.name == "willpower"]
    assert asked == ([f"Spend Willpower: {gives} (D11)"] if gives else [])


@pytest.mark.parametrize("rules", ["revised", "v20", "nightfall"])
def test_classic_rolls_succeed_fail_or_botch(rules: str) -> None:
    """D4, D5: every result of a classic roll is in the rule book."""
    assert book(rules).results == ("success", "failure", "botch")
    for faces in product((1, 5, 10), repeat=2):
        assert judged(rules, 2, *faces) in book(rules).results


def test_storytelling_rolls_have_results_of_their_own() -> None:
    """S5, S6, S8: storytelling has no botch, but exceptional successes and dramatic failures."""
    told = book("storytelling").results
    came = {judged("storytelling", 5, *[8] * 5), judged("storytelling", 1, 8), judged("storytelling", 1, 7)}
    assert came | {judged("storytelling", 0, 1)} == set(told)


def judged(rules: str, pool: int, *faces: int) -> Result:
    """Return the result of these faces."""
    found = catalogue().rulesets[rules]()
    return found.throw(Throw(pool, found.difficulty()), lambda count: faces[:count]).result


def test_what_can_be_declared_has_its_label_and_its_rule() -> None:
    """I2: the rule book has each manoeuvre's label and rule, for the lists of declarations."""
    told = {choice.value: english(choice.label) for choice in book("nightfall").manoeuvres}
    assert told.keys() == catalogue().manoeuvres.keys()
    assert told["break_free"] == "Break free (C7)"


@pytest.mark.parametrize("rules", ALL)
def test_dots_have_words(rules: str) -> None:
    """D1: the rule book has a word for each number of dots from zero to five."""
    assert book(rules).dots == ("abysmal", "poor", "average", "good", "exceptional", "outstanding")


OLD_BOOK = [
    "Rulebook", "rulebook", "Nightfall",
    [["botch", ["rule-of-one"], "What a botch is (D5)", False], ["turns", ["storyteller"], "Who begins", True]],
    [], [], "share", [], [], [], True, True, [], [], [], [],
    [["shares", 3, "How often one target may be shot at (M2, C17)", 1, 20]],
    [["break_free", "Break free", "C7"]], [], [], False, [], "+3 dice",
]  # fmt: skip
"""A rulebook as version 1 of its events stored it."""


def test_an_old_rulebook_has_rules_in_place_of_labels() -> None:
    """G0: an old log's switches and numbers keep the numbers of their rules and lose their English labels."""
    setting = ["Setting", "setting", "scene", "scene/a/1", "a", "The Yard", "nightfall", []]
    event = msgspec.convert(["SettingStated", *SettingStated.lift(1, [setting, OLD_BOOK])], SettingStated)
    assert event.rulebook.switches == (
        Switch("botch", ("rule-of-one",), "D5"),
        Switch("turns", ("storyteller",), "", True),
    )
    assert event.rulebook.numbers == (Number("shares", 3, "M2", 1, 20),)
    assert english(event.rulebook.manoeuvres[0].label) == "Break free (C7)"
    assert english(event.rulebook.willpower_gives) == "+3 dice"
    changed = HouseRulesChanged.lift(1, ["st", [], [], [], OLD_BOOK, "new traits."])
    assert msgspec.convert(["HouseRulesChanged", *changed], HouseRulesChanged).rulebook == event.rulebook
    assert english(msgspec.convert(changed[-1], Words)) == "new traits."


def test_a_rulebook_from_before_numbers_is_lifted() -> None:
    """G0: a rulebook that ends before the numbers keeps its length."""
    _, lifted = SettingStated.lift(1, [["Setting"], OLD_BOOK[:8]])
    assert isinstance(lifted, list)
    assert len(lifted) == 8
    assert lifted[3] == [["botch", ["rule-of-one"], "D5", False], ["turns", ["storyteller"], "", True]]
    for event in (SettingStated, HouseRulesChanged):
        with pytest.raises(LookupError):
            event.lift(0, [])
