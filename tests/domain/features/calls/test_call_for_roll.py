"""Calls for a roll, and decrees."""

from __future__ import annotations

import pytest

from domain.core.audience import STORYTELLER, seats
from domain.core.option import Option
from domain.features.calls.answer_call import AnswerCall, AnswerQuestion
from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.calls.decrees import Decree, Decreed
from domain.features.calls.pleading import GrantPlea, Plead
from domain.features.calls.stated_intent import Aim, StateAim
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.obstacles import Obstacle, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import UNEXPLAINED, ModifyNextRoll, Ruling
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.table.settings import rules_of
from domain.options import options
from domain.rules.rule_types import Word
from domain.rules.throw_syntax import expected
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english, refusal_text


def asked(table: Table, call: CallForRoll) -> str:
    """Call for a roll, and return the call's id."""
    table.does(ST, call)
    return next(iter(table.state.view(ANNA).all(Call))).id


def test_a_call_prompts_the_player_and_its_answer_rolls() -> None:
    """G3: a call has a pool with its difficulty and modifier; the player adds her own choices. Her roll says that it
    answers a call; a roll that nobody called for does not."""
    table = Table()
    id_ = asked(
        table, CallForRoll("anna", "spot it", ("Perception",), difficulty=7, modifier=1, modifier_reason="lamp")
    )
    (prompt,) = [o for o in options(table.state.view(ANNA)) if o.urgent]
    assert (prompt.command, prompt.actor, english(prompt.label), prompt.inputs[0].default) == (
        "AnswerCall", "anna", "Roll: spot it (G3)", id_,
    )  # fmt: skip
    assert not [o for o in options(table.state.view(BEN)) if o.urgent]
    table.does(ANNA, AnswerCall(id_, willpower=True), 7, 2, 3)
    made = table.roll(WATCHER)
    assert (made.parts, made.difficulty, made.net) == ((("Perception", 2), ("lamp", 1)), 7, 2)
    assert made.called
    table.does(ANNA, Roll("", "anna", ("Perception",)), 7, 2)
    assert not table.roll(WATCHER).called
    assert table.state.view(ST).get(Call, id_) is None
    table.refuses(ANNA, AnswerCall(id_), "no-such-call")


def test_what_was_asked_for_under_another_house_rule_is_rolled_by_the_new_one() -> None:
    """G0, D4: under a single fixed difficulty, open calls and pleas are rolled at the new difficulty after a house
    rule changes it."""
    table = Table("nightfall")
    for proposed in (None, "Strength"):
        id_ = asked(table, CallForRoll("anna", "spot it", ("Perception",)))
        now = "8" if proposed is None else "7"
        table.does(ST, ChangeHouseRules(switches=(("difficulty", now),)))
        if proposed:
            table.does(ANNA, Plead(id_, (proposed,)))
            table.does(ST, GrantPlea(id_))
        table.does(ANNA, AnswerCall(id_), 7, 2)
        assert (table.roll().difficulty, table.roll().net) == ((8, 0) if proposed is None else (7, 1))


@pytest.mark.parametrize(("rules", "said"), [("nightfall", ""), ("v20", ", difficulty 6")])
def test_a_call_repeats_no_difficulty_that_all_rolls_have(rules: str, said: str) -> None:
    """G3, D4: the story names the difficulty of a call only where rolls have different ones."""
    table = Table(rules)
    asked(table, CallForRoll("anna", "", ("Perception",)))
    assert table.lines(ANNA)[-1].endswith(f"for a roll on Perception{said}.")


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_a_difficulty_may_be_chosen_though_none_has_a_word(rules: str) -> None:
    """D4, D8: a house rule that removes the words for difficulties changes neither rolls nor forms."""
    table = Table(rules)
    before = offered(table)
    table.does(ST, ChangeHouseRules(difficulties=()))
    assert offered(table) == before
    table.does(ANNA, AnswerCall(asked(table, CallForRoll("anna", "", ("Perception",), difficulty=9))), 9, 2)
    assert table.roll().difficulty == 9
    call = CallForRoll("anna", "", ("Perception",), difficulty=9, hidden_difficulty=True)
    table.does(ANNA, AnswerCall(asked(table, call)), 9, 2)
    assert table.roll().result == "untold"


@pytest.mark.parametrize("rules", ["nightfall", "storytelling"])
def test_no_difficulty_may_be_chosen_though_some_have_words(rules: str) -> None:
    """D4, S1: a house rule with words for difficulties does not add a choice of difficulty."""
    table = Table(rules)
    before = offered(table)
    table.does(ST, ChangeHouseRules(difficulties=(Word(8, "hard"),)))
    assert offered(table) == before
    table.refuses(ST, ModifyNextRoll("anna", difficulty=8), "no-difficulty")
    against = CallForRoll("anna", "", ("Strength",), opponent="guard", against="Strength")
    table.refuses(ST, against, "no-difficulty")


def offered(table: Table) -> tuple[list[Option], str]:
    """Return all options of the Storyteller with their forms, and the expected syntax of a typed throw."""
    view = table.state.view(ST)
    return list(options(view)), refusal_text(expected(rules_of(view)))


def test_another_try_that_was_asked_for_under_another_house_rule_is_rolled_by_the_new_one() -> None:
    """G0, D13: a retry that waits for consent is rolled at the new difficulty after a house rule changes it."""
    table = Table("nightfall", **{"retry-penalty": "offer"})
    table.does(ST, SetObstacle("A lock"))
    lock = next(table.state.full.all(Obstacle)).id
    try_ = Roll("", "anna", ("Strength",), difficulty=6, task=lock)
    table.does(ANNA, try_, 2, 2)
    table.does(ANNA, try_)
    table.does(ST, ChangeHouseRules(switches=(("difficulty", "8"),)))
    table.does(ST, AnswerQuestion(next(table.state.full.all(Question)).id, "grant"), 7, 8)
    assert (table.roll().difficulty, table.roll().net) == (8, 1)


@pytest.mark.parametrize(
    ("wounds", "ruling", "possible"), [(0, -1, True), (0, -2, False), (3, 0, True), (5, 0, False), (5, 2, True)]
)
def test_a_call_is_answered_where_the_same_roll_may_be_made(wounds: int, ruling: int, possible: bool) -> None:
    """D19, X2: open modifiers count the same for a call as for the player's own roll."""
    table = Table()
    answer = AnswerCall(asked(table, CallForRoll("anna", "spot it", ("Perception",))))
    table.does(ST, SetHealth("anna", wounds))
    if ruling:
        table.does(ST, ModifyNextRoll("anna", ruling))
    if not possible:
        table.refuses(ANNA, answer, "no-dice")
        table.refuses(ANNA, Roll("spot it", "anna", ("Perception",)), "no-dice")
    else:
        table.does(ANNA, answer)
        assert table.roll().pool > 0


def test_a_call_may_put_two_attributes_together() -> None:
    """D2: a call by the Storyteller may combine two attributes."""
    table = Table()
    id_ = asked(table, CallForRoll("anna", "", ("Strength", "Dexterity")))
    table.does(ANNA, AnswerCall(id_), 6, 6, 6, 6, 6)


def test_a_private_call_is_between_two() -> None:
    """Only the called player learns of a private call and its roll, which draws hidden dice."""
    table = Table()
    id_ = asked(table, CallForRoll("anna", "a whisper", ("Perception",), private=True))
    assert (table.told(BEN), table.told(WATCHER)) == ([], [])
    table.refuses(BEN, AnswerCall(id_), "no-such-call")
    table.does(ANNA, AnswerCall(id_), 6, 6)
    assert {fact.audience for fact in table.facts} == {seats("ANNA")}
    assert table.chance.hidden == [True]


def test_another_players_call_is_not_answered() -> None:
    """A player sees an open call for a different player's character but cannot answer it."""
    table = Table()
    id_ = asked(table, CallForRoll("anna", "", ("Perception",)))
    table.refuses(BEN, AnswerCall(id_), "not-yours")


def test_a_call_is_withdrawn_with_all_that_was_kept_back() -> None:
    """X2: withdrawing a call also removes its hidden modifier."""
    table = Table()
    id_ = asked(table, CallForRoll("anna", "", ("Perception",), modifier=-1, visibility="hidden"))
    table.refuses(ANNA, WithdrawCall(id_), "storyteller-only")
    table.does(ST, WithdrawCall(id_))
    assert not list(table.state.view(ST).all(Ruling))
    assert not list(table.state.view(ANNA).all(Call))


def test_a_call_keeps_a_hidden_modifier_back() -> None:
    """X2 (iii): a call's hidden modifier stays with the Storyteller, and the table learns only the outcome."""
    table = Table()
    id_ = asked(
        table, CallForRoll("anna", "", ("Perception",), modifier=-1, visibility="hidden", modifier_reason="fog")
    )
    assert "fog" not in repr(table.dump(ANNA))
    table.does(ANNA, AnswerCall(id_), 6)
    assert table.told(ANNA) == ["CallEnded", "OutcomeTold"]
    assert table.fact(OutcomeTold).outcome == "success"
    secret = table.roll(ST)
    table.does(ST, ShowRoll(secret.id))
    assert (secret.called, table.roll(ANNA).called) == (True, False), "no new answer"


def test_a_call_shows_an_unexplained_number() -> None:
    """X2 (ii): an unexplained modifier shows its number in the call; its reason stays with the Storyteller."""
    table = Table()
    id_ = asked(
        table, CallForRoll("anna", "", ("Perception",), modifier=2, visibility="unexplained", modifier_reason="luck")
    )
    call = table.state.view(ANNA).get(Call, id_)
    assert call is not None
    assert call.parts == ((UNEXPLAINED, 2),)
    assert "luck" not in repr(table.dump(ANNA))
    assert "luck" in repr(table.dump(ST))
    table.does(ANNA, AnswerCall(id_), 6, 6, 6, 6)
    assert table.told(ANNA) == ["CallEnded", "Rolled"]


def test_a_call_keeps_its_difficulty_back() -> None:
    """X3: a call with a hidden difficulty shows no difficulty and no result to the player."""
    table = Table()
    id_ = asked(table, CallForRoll("anna", "", ("Perception",), difficulty=9, hidden_difficulty=True))
    call = table.state.view(ANNA).get(Call, id_)
    assert call is not None
    assert call.difficulty == 0
    table.does(ANNA, AnswerCall(id_), 8, 8)
    assert table.roll(ANNA).result == "untold"
    (known,) = [f.event for f in table.facts if f.audience == STORYTELLER and isinstance(f.event, Rolled)]
    assert (known.difficulty, known.result) == (9, "failure")
    assert (known.called, table.roll(ANNA).called) == (True, True)


def test_who_has_no_player_is_not_asked() -> None:
    """The Storyteller cannot call a character without a player; she rolls for it herself."""
    Table().refuses(ST, CallForRoll("guard", "", ("Strength",)), "no-player")


@pytest.mark.parametrize("happens", [True, False])
def test_a_decree_settles_without_dice(happens: bool) -> None:
    """G1: a decree is recorded without a roll."""
    table = Table()
    table.does(ST, Decree("The door {opens}", happens, "anna"))
    assert table.told(WATCHER) == ["Decreed"]
    assert table.chance.hidden == []
    assert table.lines(WATCHER)[-1] == f"anna: The door {{opens}}: {'success' if happens else 'failure'}."


@pytest.mark.parametrize(("score", "happens"), [(1, True), (2, True), (3, False)])
def test_a_decree_may_look_at_a_trait(score: int, happens: bool) -> None:
    """G2: a decree on a trait succeeds at or above the score, and fails below it."""
    table = Table()
    table.does(ST, Decree("She lifts it", True, "anna", "Strength", score))
    assert table.fact(Decreed).happens is happens


def test_no_decree_looks_at_a_trait_that_is_none() -> None:
    """G2, D17: a misspelt trait is refused; the choices are the traits on the sheet. A trait of the rule set that is
    missing on the sheet counts as 0."""
    table = Table()
    table.refuses(ST, Decree("She lifts it", True, "anna", "Strenght", 1), "no-such-trait")
    table.does(ST, Decree("She knows him", True, "anna", "Occult", 1))
    assert table.fact(Decreed).happens is False
    asked = next(o for o in table.offers(ST, Decree) if o.actor == "anna").inputs
    assert [c.value for i in asked if i.name == "trait" for c in i.choices][:3] == ["", "Strength", "Dexterity"]


def test_players_decree_nothing() -> None:
    """G1: players cannot decree."""
    Table().refuses(ANNA, Decree("I win"), "storyteller-only")


def test_who_leaves_is_asked_for_nothing_any_more() -> None:
    """G3, D10: when a character leaves, its call with the modifiers, its question and its intent end; all remain for
    the characters that stay."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.does(ST, SetObstacle("the sign"))
    again = Roll("", "anna", ("Dexterity", "Firearms"), task=next(table.state.full.all(Obstacle)).id)
    table.does(ANNA, again, 2, 2, 2, 2)
    table.does(ANNA, again)
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.does(ANNA, StateAim("anna", "the door", private=True))
    table.does(BEN, StateAim("ben", "the window"))
    table.does(ST, CallForRoll("anna", traits=("Dexterity",), modifier=-1, visibility="hidden", private=True))
    assert [len(list(table.state.full.all(kind))) for kind in (Call, Question, Aim, Ruling)] == [1, 1, 2, 2]
    table.does(ST, RemoveCharacter("anna"))
    assert [len(list(table.state.full.all(kind))) for kind in (Call, Question)] == [0, 0]
    assert [aim.actor for aim in table.state.full.all(Aim)] == ["ben"]
    assert not [ruling for ruling in table.state.full.all(Ruling) if ruling.call]
    about_her = [o.command for seat in (ST, ANNA) for o in options(table.state.view(seat)) if o.actor == "anna"]
    assert about_her == ["ReturnCharacter"]
