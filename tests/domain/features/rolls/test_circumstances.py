"""Named circumstances, the order of a pool, difficulties from opponents, reflexes: the parts of a roll."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.audience import STORYTELLER
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.calls.pleading import GrantPlea, Plead
from domain.features.combat.initiative import Slot
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.opposed_difficulty import DifficultyMade
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.secret_outcomes import LeaveUntold, OutcomeTold, TellOutcome, Untold
from domain.features.table.settings import Rulebook
from domain.options import options
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english, parts_text

STORY = catalogue().rulesets["storytelling"]


def call(table: Table) -> Call:
    return next(table.state.full.all(Call))


# Modifiers and circumstances (S1, S3, S10)


def test_a_pool_is_counted_in_order() -> None:
    """S1, S2: a pool lists traits, then bonuses, then penalties, including those for a missing skill and for wounds."""
    table = Table("storytelling")
    table.does(ANNA, Roll("", "anna", ("Strength", "Brawl"), modifiers=(("mud", -1), ("rage", 3)), bonus=1), 2, 2, 2, 2)
    assert parts_text(table.roll().parts) == (
        ("Strength", 2), ("Brawl", 0), ("rage", 3), ("bonus", 1), ("no Brawl", -1), ("mud", -1),
    )  # fmt: skip


def test_circumstances_are_rated_by_the_rules() -> None:
    """S10: rated circumstances count as rated (a fast car +3, a monsoon -5); S3: unrated ones count 1."""
    table = Table("storytelling")
    table.does(
        ANNA,
        Roll("", "anna", ("Dexterity",), helps=("fast car", "a song"), hinders=("light rain", "gulls")),
        2,
        2,
        2,
        2,
        2,
    )
    assert table.roll().parts == (("Dexterity", 3), ("fast car", 3), ("a song", 1), ("light rain", -1), ("gulls", -1))


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [({"helps": ("monsoon",)}, "rated-hinders", "monsoon always gives −5. Choose it under “What hinders” (S10)."),
     ({"hinders": ("knife",)}, "rated-helps", "knife always gives +1. Choose it under “What helps” (S10).")],
)  # fmt: skip
def test_what_is_rated_one_way_is_not_said_to_be_the_other(
    said: dict[str, tuple[str, ...]], code: str, sentence: str
) -> None:
    """S10: a circumstance with a bonus cannot be listed as a penalty, nor the reverse, in a roll or a call."""
    table = Table("storytelling")
    assert table.refuses(ANNA, Roll("", "anna", ("Dexterity",), **said), code) == sentence  # type: ignore[arg-type]
    assert table.refuses(ST, CallForRoll("anna", "", ("Dexterity",), **said), code) == sentence  # type: ignore[arg-type]


def test_the_words_for_modifiers_are_in_the_book() -> None:
    """S10: the rule set's words for modifiers have five steps each way, and a list of rated examples."""
    book = Table("storytelling").state.view(WATCHER).get(Rulebook, "rulebook")
    assert book is not None
    words = {word.value: word.label for word in book.steps}
    assert set(words) == {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5}
    assert (words[1], words[5], words[-1], words[-5]) == ("some help", "effortless", "a snag", "near hopeless")
    rated = {word.label: word.value for word in book.ratings}
    assert rated == {
        "knife": 1, "halberd": 5, "fast car": 3, "a lock already damaged": 1, "two deadbolts": -3, "light rain": -1,
        "monsoon": -5,
    }  # fmt: skip
    (roll,) = [o for o in options(Table("storytelling").state.view(ANNA)) if o.command == "Roll" and o.actor == "anna"]
    offered = {choice.value for asked in roll.inputs if asked.name in ("helps", "hinders") for choice in asked.choices}
    assert offered == set(rated)


def test_under_mixed_players_list_what_helps_and_no_more() -> None:
    """S3: under `mixed` players list bonuses only; the Storyteller gives a single penalty of any size."""
    table = Table("storytelling", modifiers="mixed")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), helps=("knife",), bonus=2), 2, 2, 2, 2, 2, 2)
    for hindered in (Roll("", "anna", ("Dexterity",), penalty=1), Roll("", "anna", ("Dexterity",), hinders=("gulls",))):
        assert "S3" in table.refuses(ANNA, hindered, "penalty")
    table.does(ST, CallForRoll("anna", "", ("Dexterity",), modifier=-7))
    table.does(ANNA, AnswerCall(call(table).id), 2)
    assert table.roll().pool == -4


def test_under_single_all_is_one() -> None:
    """S3: under `single` a roll has a single modifier, 1 to 5 either way."""
    table = Table("storytelling", modifiers="single")
    assert "S3" in table.refuses(ANNA, Roll("", "anna", ("Dexterity",), helps=("knife", "a song")), "one-modifier")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), helps=("halberd",)), *[2] * 8)


def test_under_single_what_stands_on_a_roll_is_one_with_what_it_is_given() -> None:
    """S3, G6: under `single`, a waiting modifier, a call's modifier, an agreed bonus and the roller's own modifier
    exclude each other."""
    table = Table("storytelling", modifiers="single")
    table.does(ST, ModifyNextRoll("anna", 2))
    for seat, command in (
        (ANNA, Roll("", "anna", ("Dexterity",), bonus=1)),
        (ST, ModifyNextRoll("anna", -1)),
        (ST, CallForRoll("anna", "", ("Dexterity",), modifier=1)),
    ):
        assert "S3" in table.refuses(seat, command, "one-modifier")
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), *[2] * 5)
    table.does(ST, CallForRoll("anna", "", ("Dexterity",), modifier=1))
    assert "S3" in table.refuses(ST, ModifyNextRoll("anna", 1), "one-modifier")
    assert "S3" in table.refuses(ANNA, Plead(call(table).id, bonus=1), "one-modifier")
    table.does(ST, WithdrawCall(call(table).id))
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    table.does(ANNA, Plead(call(table).id, bonus=1))
    table.does(ST, ModifyNextRoll("anna", 1))
    assert "S3" in table.refuses(ST, GrantPlea(call(table).id), "one-modifier")


@pytest.mark.parametrize("name", ["dice", "tried before"])
def test_no_modifier_goes_by_the_name_of_what_is_none(name: str) -> None:
    """S3: a modifier cannot be named like a part of the pool that is no modifier, because it would not be counted."""
    table = Table("storytelling", modifiers="single")
    named = CallForRoll("anna", "", ("Dexterity",), modifier=1, modifier_reason=name)
    for command in (named, CallForRoll("anna", "", ("Dexterity",), helps=(name,))):
        assert "S3" in table.refuses(ST, command, "reason")
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    assert "S3" in table.refuses(ANNA, Plead(call(table).id, bonus=1, text=name), "reason")


def test_under_mixed_the_penalties_of_a_roll_are_one() -> None:
    """S3: under `mixed` two penalties by the Storyteller are refused; a bonus beside one is accepted."""
    table = Table("storytelling", modifiers="mixed")
    table.does(ST, ModifyNextRoll("anna", -2))
    assert "S3" in table.refuses(ST, CallForRoll("anna", "", ("Dexterity",), modifier=-1), "one-penalty")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), bonus=1), 2, 2)
    assert table.roll().pool == 2


def test_what_is_hidden_refuses_a_player_nothing() -> None:
    """S3, X2: a hidden modifier does not block a player's modifier; the Storyteller, who sees it, is refused."""
    table = Table("storytelling", modifiers="single")
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    assert "S3" in table.refuses(ST, ModifyNextRoll("anna", 1), "one-modifier")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), bonus=1), 2, 2, 2)


def test_under_itemised_each_is_bounded_and_they_stack() -> None:
    """S3: under `itemised` each modifier is limited, and they add up."""
    table = Table("storytelling", modifiers="itemised")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), helps=("halberd", "fast car"), hinders=("monsoon",)), *[2] * 6)
    assert table.roll().pool == 6


@pytest.mark.parametrize("untrained", ["allowed", "ask"])
def test_without_dots_in_a_skill_the_storyteller_may_have_to_permit_it(untrained: str) -> None:
    """S2: by a switch, an untrained skill is rolled freely or only when the Storyteller calls for it; the attribute
    alone, at a penalty."""
    table = Table("storytelling", untrained=untrained)
    bare = Roll("", "anna", ("Strength", "Brawl"))
    if untrained == "ask":
        assert "S2" in table.refuses(ANNA, bare, "untrained")
        table.does(ANNA, Roll("", "anna", ("Dexterity", "Firearms")), 2, 2, 2, 2, 2)
    else:
        table.does(ANNA, bare, 2)
    table.does(ST, CallForRoll("anna", "", ("Strength", "Brawl")))
    table.does(ANNA, AnswerCall(call(table).id), 2)
    assert parts_text(table.roll().parts) == (("Strength", 2), ("Brawl", 0), ("no Brawl", -1))


# Difficulties from an opponent's traits (D18)


def test_a_difficulty_comes_from_an_opponents_traits() -> None:
    """D18: the difficulty is a trait, the sum of two, or a trait and a number, and the reason states the source."""
    table = Table()
    for text, expected in (("Strength", 3), ("Strength + Dexterity", 3), ("Strength + 4", 7)):
        table.does(ST, CallForRoll("anna", "grip", ("Dexterity",), opponent="guard", against=text))
        assert call(table).difficulty == expected
        assert english(call(table).reason) == f"grip, against guard ({text})"
        table.does(ANNA, AnswerCall(call(table).id), 2, 2, 2)
        assert table.roll(WATCHER).difficulty == expected


@pytest.mark.parametrize(("text", "expected"), [("Wits", 2), ("Strength + 9", 10)])
def test_it_is_held_to_what_a_difficulty_may_be(text: str, expected: int) -> None:
    """D18, D8: the difficulty is limited to 2 to 10."""
    table = Table()
    table.does(ST, Roll("", "guard", ("Strength",), opponent="guard", against=text), 2, 2, 2)
    assert table.roll(WATCHER).difficulty == expected


@pytest.mark.parametrize("said", [{"opponent": "shade"}, {"opponent": "guard", "hidden_difficulty": True}])
def test_how_it_came_about_may_be_the_storytellers_alone(said: dict[str, object]) -> None:
    """D18, X3, X4: the source of the difficulty stays with the Storyteller if the opponent or the difficulty is
    hidden."""
    table = Table()
    table.does(ST, CallForRoll("anna", "", ("Dexterity",), against="Dexterity + 3", **said))  # type: ignore[arg-type]
    made = table.fact(DifficultyMade)
    assert [f.audience for f in table.facts if f.event is made] == [STORYTELLER]
    assert "Dexterity + 3" not in repr(table.dump(ANNA))


@pytest.mark.parametrize(
    ("roll", "code"),
    [
        (Roll("", "anna", ("Dexterity",), opponent="guard"), "against-whom"),
        (Roll("", "anna", ("Dexterity",), against="Wits"), "against-whom"),
        (Roll("", "anna", ("Dexterity",), difficulty=7, opponent="guard", against="Wits"), "against-and-number"),
        (Roll("", "anna", ("Dexterity",), opponent="guard", against="Wits + Strength + 3"), "against-too-much"),
        (Roll("", "anna", ("Dexterity",), opponent="guard", against="Wobbling"), "no-such-trait"),
    ],
)
def test_how_no_difficulty_is_made(roll: Roll, code: str) -> None:
    """D18, D17: a malformed source of a difficulty is refused with its rule."""
    rule = "D17" if code == "no-such-trait" else "D18"
    assert rule in Table().refuses(ST, roll, code)


def test_nobody_measures_by_a_sheet_that_she_does_not_read() -> None:
    """D18: only the Storyteller may take a difficulty from an opponent's traits, because players do not read its
    sheet."""
    asked = Roll("", "anna", ("Dexterity",), opponent="guard", against="Strength")
    assert Table().refuses(ANNA, asked, "not-yours-difficulty") == (
        "Only the Storyteller sets a difficulty from somebody else’s traits. Ask the Storyteller (D18)."
    )


@pytest.mark.parametrize("rules", ["storytelling", "nightfall"])
def test_where_there_are_no_difficulties_none_is_made(rules: str) -> None:
    """D18, S1: rule sets without difficulties refuse a difficulty from a trait."""
    roll = Roll("", "guard", ("Strength",), opponent="guard", against="Strength")
    Table(rules).refuses(ST, roll, "no-difficulty")


@pytest.mark.parametrize("rules", ["storytelling", "nightfall"])
def test_where_there_are_no_difficulties_none_is_taken(rules: str) -> None:
    """D4, S4: a difficulty that the rule set does not use is refused; the rule set's own is accepted."""
    table = Table(rules)
    table.refuses(ST, Roll("", "guard", dice=3, difficulty=9), "no-difficulty")
    table.refuses(ST, CallForRoll("anna", dice=3, difficulty=9), "no-difficulty")
    table.does(ST, Roll("", "guard", dice=3, difficulty=8 if rules == "storytelling" else 6))


# Reflexive rolls (D14)


def test_a_roll_that_is_asked_for_takes_no_action() -> None:
    """D14: answering a call in the middle of turns changes neither the slot nor its pool."""
    table = Table("nightfall")
    table.does(ST, StartTurns())
    slot = table.state.full.get(Slot, "anna")
    table.does(ST, CallForRoll("anna", "Keep your head", ("Strength",)))
    table.does(ANNA, AnswerCall(call(table).id), 6, 6)
    assert table.state.full.get(Slot, "anna") == slot
    assert table.roll(WATCHER).parts == (("Strength", 2),)


# Telling outcomes (X1, X3)


@pytest.mark.parametrize(("tell", "who"), [("later", ()), ("player", (ANNA,)), ("everyone", (ANNA, BEN, WATCHER))])
def test_what_the_character_knows_is_told_at_once_or_later(tell: str, who: tuple[object, ...]) -> None:
    """X1: the outcome of a secret roll is told later, at once to the player, or at once to everybody."""
    table = Table()
    table.does(ST, RollInSecret("notice the knife", "anna", ("Perception",), tell=tell), 9, 2)  # type: ignore[arg-type]
    assert tuple(seat for seat in (ANNA, BEN, WATCHER) if table.told(seat)) == who
    if who:
        assert (table.fact(OutcomeTold, ANNA).outcome, table.fact(OutcomeTold, ANNA).text) == ("success", "")
        assert not list(table.state.full.all(Untold))


def test_it_may_be_told_later() -> None:
    """X1: a secret outcome may be told later as rolled, in other words, or never."""
    table = Table()
    for _ in range(3):
        table.does(ST, RollInSecret("notice the knife", "anna", ("Perception",)), 2, 2)
    first, second, third = (untold.id for untold in table.state.view(ST).all(Untold))
    offers = [o for o in table.offers(ST, TellOutcome) if o.label.startswith("Tell anna’s player")]
    assert [o.hint for o in offers] == ["notice the knife – failure (X1)."] * 3
    said = [
        i for o in options(table.state.view(ST)) if o.command == "TellOutcome" for i in o.inputs if i.name == "text"
    ]
    assert {i.default for i in said} == {""}, "what the Storyteller rolled for in secret is not said unasked"
    heard = [
        i.default
        for o in options(table.state.view(ST))
        if o.command == "TellOutcome" and english(o.label).startswith("Tell anna")
        for i in o.inputs
        if i.name == "to"
    ]
    assert heard == [ANNA.id] * 3, "nor to anybody but whose character it is"
    table.does(ST, TellOutcome(untold=first, to=("ANNA",)))
    assert table.lines(ANNA)[-1] == "anna: Failure (X1)."
    table.does(ST, TellOutcome("anna", text="Nothing moves.", untold=second))
    assert table.lines(BEN)[-1] == "anna: Nothing moves."
    (public,) = (o for o in table.offers(ST, TellOutcome) if o.inputs[0].name == "untold" and o.grave)
    assert public.label == "Tell everyone (X1)", "the page asks before everybody is told"
    (never,) = (o for o in options(table.state.view(ST)) if o.command == "LeaveUntold")
    assert english(never.hint) == "anna: notice the knife – failure (X1)."
    table.does(ST, LeaveUntold(third))
    assert table.lines(ST)[-1] == "anna never learns the outcome: notice the knife – failure (X1) (X1)."
    assert table.told(ANNA) == []
    assert not list(table.state.full.all(Untold))
    table.refuses(ST, TellOutcome(untold=third), "told-outcome")
    table.refuses(ANNA, LeaveUntold(third), "storyteller-only")


def test_of_a_roll_at_a_hidden_difficulty_the_player_learns_what_is_told() -> None:
    """X3: after a roll at a hidden difficulty the player sees the dice, and the result when the Storyteller tells
    it."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    table.does(ANNA, Roll("listen", "anna", ("Perception",)), 8, 8)
    assert table.roll(ANNA).result == "untold"
    kept = next(table.state.view(ST).all(Untold))
    assert (kept.outcome, kept.reason) == ("failure", "listen")
    assert not list(table.state.view(ANNA).all(Untold))
    asked, public = (o for o in table.offers(ST, TellOutcome) if o.hint == "listen – failure (X1).")
    assert [(i.name, i.default) for i in asked.inputs] == [
        ("untold", kept.id), ("outcome", "failure"), ("topic", "listen"), ("text", ""), ("to", "ANNA"),
    ]  # fmt: skip
    assert [i.name for i in public.inputs] == ["untold", "outcome", "topic", "text"]
    table.does(ST, TellOutcome(untold=kept.id, to=("ANNA",)))
    assert table.lines(ANNA)[-1] == "anna: listen – failure (X1)."
