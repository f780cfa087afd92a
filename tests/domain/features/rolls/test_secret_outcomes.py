"""Secret rolls, told outcomes, and modifiers of the next roll (rulings) that the Storyteller hides."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.character import Face
from domain.features.rolls.call import Call
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, Visibility, WithdrawRuling
from domain.features.rolls.secret_outcomes import UNTOLD_MOST, LeaveUntold, OutcomeTold, TellOutcome, Untold
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.features.storyteller.add_opponents import AddOpponents
from tests.domain.table import ANNA, BEN, SEATS, ST, WATCHER, Table
from tests.in_english import parts_text

OTHERS = (ANNA, BEN, WATCHER)
SHOOT = Roll("shoot", "anna", ("Dexterity", "Firearms"))


def test_an_executive_roll_leaves_no_trace() -> None:
    """X1: only the Storyteller receives a secret roll, and its dice come from the hidden seed."""
    table = Table()
    before = {seat: table.dump(seat) for seat in OTHERS}
    counts = {a: p.count for a, p in table.state.partitions.items() if a != STORYTELLER}
    table.does(ST, RollInSecret("notice the knife", "anna", ("Perception",), penalty=1, difficulty=8), 9)
    assert {fact.audience for fact in table.facts} == {STORYTELLER}
    assert {seat: table.dump(seat) for seat in OTHERS} == before
    assert {a: p.count for a, p in table.state.partitions.items() if a != STORYTELLER} == counts
    assert table.chance.hidden == [True]
    assert table.roll(ST).net == 1


def test_an_executive_roll_leaves_open_rulings_alone() -> None:
    """X1: a secret roll leaves open modifiers, because using them up would reveal the roll."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", 1, "open", "tail wind"))
    table.does(ST, RollInSecret("", "anna", ("Dexterity",)), 6, 6, 6)
    assert list(table.state.view(WATCHER).all(Ruling))


def test_only_the_storyteller_rolls_in_secret() -> None:
    """X1: only the Storyteller can roll in secret."""
    Table().refuses(ANNA, RollInSecret("", "anna", ("Perception",)), "storyteller-only")


@pytest.mark.parametrize(("to", "readers"), [((), SEATS), (("ANNA",), (ST, ANNA))])
def test_an_outcome_is_told_to_everybody_or_to_some(to: tuple[str, ...], readers: tuple[object, ...]) -> None:
    """X1: the Storyteller may tell an outcome to everybody or to some players."""
    table = Table()
    table.does(ST, TellOutcome("anna", "failure", "You notice nothing.", to))
    assert tuple(seat for seat in SEATS if table.told(seat)) == readers
    assert table.lines(ANNA)[-1] == "anna: Failure (X1). You notice nothing."


def test_an_outcome_does_not_name_a_hidden_character() -> None:
    """X4: a told outcome does not name a hidden character, because its id alone would reveal it."""
    table = Table()
    table.does(ST, TellOutcome("shade", "", "Something stirs."))
    assert table.fact(OutcomeTold).actor == ""


def test_an_open_ruling_is_seen_with_its_reason() -> None:
    """X2 (i): an open modifier is visible with its reason before the roll and in it."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -2, "open", "rain"))
    assert [r.reason for r in table.state.view(WATCHER).all(Ruling)] == ["rain"]
    table.does(ANNA, SHOOT, 6, 6, 6)
    assert ("rain", -2) in table.roll(WATCHER).parts
    assert not list(table.state.view(ST).all(Ruling))


def test_an_open_ruling_counts_when_a_pool_is_checked() -> None:
    """D19: an open modifier that leaves no dice makes the roll illegal."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -5, "open", "rain"))
    table.refuses(ANNA, SHOOT, "no-dice")


def test_an_unexplained_ruling_shows_its_number_alone() -> None:
    """X2 (ii): an unexplained modifier is unknown until the roll, and then shows its number without the reason."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", 2, "unexplained", "a blessing"))
    assert [table.told(seat) for seat in OTHERS] == [[], [], []]
    table.does(ANNA, SHOOT, *[6] * 7)
    assert parts_text(table.roll(ANNA).parts)[-1] == ("unexplained", 2)
    assert "blessing" not in repr(table.dump(ANNA))
    assert "blessing" in repr(table.dump(ST))


@pytest.mark.parametrize(("faces", "outcome"), [((6, 6, 2), "success"), ((1, 2, 3), "failure"), ((6, 1, 1), "failure")])
def test_a_hidden_ruling_leaves_only_success_or_failure(faces: tuple[int, ...], outcome: str) -> None:
    """X2 (iii): with a hidden modifier the table learns only success or failure; the dice come from the hidden seed
    and stay with the Storyteller."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -2, "hidden", "fog"))
    table.does(ANNA, SHOOT, *faces)
    assert [table.told(seat) for seat in OTHERS] == [["OutcomeTold"]] * 3
    assert table.fact(OutcomeTold).outcome == outcome
    assert table.fact(Rolled).parts[-1] == ("fog", -2)
    assert table.chance.hidden == [True]
    assert "fog" not in repr(table.dump(ANNA))


@pytest.mark.parametrize(("roll", "line"), [
    (Roll("", "anna", ("Strength", "Brawl")), "anna: Strength + Brawl – failure (X1)."),
    (Roll("", "anna", dice=6), "anna: 6 dice – failure (X1)."),
    (Roll("", "anna", dice=1), "anna: 1 die – failure (X1)."),
    (Roll("", "anna", ("Dexterity", "Firearms"), penalty=1), "anna: Dexterity + Firearms – failure (X1)."),
    (Roll("Kick the door in", "anna", ("Strength", "Brawl")), "anna: Kick the door in – failure (X1)."),
    (ThrowAsTyped("?throw 6", "anna"), "anna: 6 dice – failure (X1)."),
])  # fmt: skip
def test_what_is_told_of_hidden_dice_says_what_was_rolled(roll: Command, line: str) -> None:
    """X2 (iii): without a reason, the outcome names the traits or dice as the roller named them, and no hidden
    modifier."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -9, "hidden", "fog"))
    table.does(ANNA, roll)
    assert table.lines(ANNA)[-1] == line
    assert "fog" not in repr(table.dump(ANNA))


def test_the_answer_to_a_call_says_what_was_rolled_too() -> None:
    """X2 (iii), G3: the outcome of an answered call names the traits or the number of dice of the call."""
    table = Table()
    for asked, line in (
        (CallForRoll("anna", "", ("Strength", "Brawl")), "anna: Strength + Brawl – failure (X1)."),
        (CallForRoll("anna", "", dice=4), "anna: 4 dice – failure (X1)."),
    ):
        table.does(ST, ModifyNextRoll("anna", -9, "hidden", "fog"))
        table.does(ST, asked)
        (call,) = table.state.full.all(Call)
        table.does(ANNA, AnswerCall(call.id))
        assert table.lines(ANNA)[-1] == line


def test_a_hidden_ruling_may_leave_no_dice() -> None:
    """X2: if a hidden modifier leaves no dice, the command is accepted, no dice are rolled, and it fails."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -9, "hidden", "darkness"))
    table.does(ANNA, SHOOT)
    assert table.fact(OutcomeTold).outcome == "failure"
    assert table.fact(Rolled).faces == ()


def test_a_ruling_is_used_up_by_one_roll() -> None:
    """X2: a modifier applies to this character's next roll only."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -2, "hidden", "fog"))
    table.does(BEN, Roll("", "ben", ("Strength",)), 6, 6, 6, 6)
    table.does(ANNA, SHOOT, 6, 6, 6)
    table.does(ANNA, SHOOT, 6, 6, 6, 6, 6)
    assert table.told(WATCHER) == ["Rolled"]


def test_a_ruling_can_be_withdrawn() -> None:
    """X2: only the Storyteller can withdraw a modifier."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -2, "hidden", "fog"))
    ruling = next(table.state.view(ST).all(Ruling))
    table.refuses(ANNA, WithdrawRuling(ruling.id), "storyteller-only")
    table.does(ST, WithdrawRuling(ruling.id))
    table.does(ANNA, SHOOT, 6, 6, 6, 6, 6)


def test_under_a_hidden_difficulty_the_dice_are_seen_and_nothing_else() -> None:
    """X3: under a hidden difficulty all faces are visible and come from the public seed; the result stays with the
    Storyteller until she tells it."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    table.does(ANNA, SHOOT, 9, 8, 7, 6, 1)
    (seen,) = [f.event for f in table.facts if f.audience == EVERYONE]
    assert isinstance(seen, Rolled)
    assert seen.faces == ((9,), (8,), (7,), (6,), (1,))
    assert (seen.difficulty, seen.struck, seen.net, seen.result, seen.degree) == (0, (), 0, "untold", "")
    assert (seen.worth, table.roll(ANNA).worth) == ((), ()), "what a die counts would tell the difficulty"
    assert table.chance.hidden == [False]
    (known,) = [f.event for f in table.facts if isinstance(f.event, Rolled) and f.audience == STORYTELLER]
    assert (known.difficulty, known.net, known.result) == (9, 0, "failure")
    assert known.worth == (1, 0, 0, 0, -1)


def test_the_outcome_for_a_character_without_a_player_waits_too() -> None:
    """X1: the last untold outcome of each of the Storyteller's own characters waits to be told to everybody, with what
    it was about, or to be dropped without a word."""
    table = Table()
    table.does(ST, RollInSecret("ears", "guard", ("Strength",)), 1)
    table.does(ST, RollInSecret("eyes", "guard", ("Strength",)), 6)
    (kept,) = table.state.full.all(Untold)
    assert (kept.actor, kept.reason, kept.outcome) == ("guard", "eyes", "success")
    (everyone,) = [o for o in table.offers(ST, TellOutcome) if o.actor == "guard"]
    (topic,) = [asked for asked in everyone.inputs if asked.name == "topic"]
    assert (topic.least, topic.rarely, topic.default) == (1, False, "")
    lines = len(table.lines(ST))
    table.does(ST, LeaveUntold(kept.id))
    assert not list(table.state.full.all(Untold))
    assert len(table.lines(ST)) == lines


def test_outcomes_of_her_own_characters_push_out_none_of_a_players() -> None:
    """X1: however many of the Storyteller's own characters roll, an untold outcome of a player's character stays."""
    table = Table()
    table.does(ST, AddOpponents("Thug", 5, 10))
    table.does(ST, AddOpponents("Rat", 5, 10))
    opponents = [face.id for face in table.state.full.all(Face) if face.name.startswith(("Thug ", "Rat "))]
    for actor in ("anna", *opponents, "anna"):
        table.does(ST, RollInSecret("", actor, ("Strength",)), 1)
    kept = [one.actor for one in table.state.full.all(Untold)]
    assert kept == ["anna", *opponents[2:], "anna"]
    assert len(kept) == UNTOLD_MOST


@pytest.mark.parametrize(("prepared", "least"), [("", 1), ("The door", 0)])
def test_who_tells_everybody_says_what_the_roll_was_about(prepared: str, least: int) -> None:
    """X1: for a secret roll the form asks what it was about, unless that was said when it was rolled."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",), topic=prepared), 1)
    (kept,) = table.state.full.all(Untold)
    (everyone,) = [o for o in table.offers(ST, TellOutcome) if o.grave]
    (topic,) = [asked for asked in everyone.inputs if asked.name == "topic"]
    assert (topic.least, topic.rarely, topic.default) == (least, not least, prepared)
    table.does(ST, TellOutcome(untold=kept.id, topic="The door"))
    assert table.lines(ANNA)[-1] == "anna: The door – failure (X1)."


@pytest.mark.parametrize("to", [(), ("ANNA",)])
def test_an_outcome_that_is_told_later_says_of_which_roll(to: tuple[str, ...]) -> None:
    """X1: the outcome of a roll that its player saw names the reason or the traits of the roll; that of a secret roll
    names neither."""
    table = Table()
    for rolled, line in (
        (Roll("", "anna", ("Strength", "Brawl")), "Strength + Brawl – failure (X1)."),
        (Roll("Kick the door in", "anna", ("Strength", "Brawl")), "Kick the door in – failure (X1)."),
    ):
        table.does(ST, ModifyNextRoll("anna", difficulty=9))
        table.does(ANNA, rolled)
        (kept,) = table.state.full.all(Untold)
        table.does(ST, TellOutcome(untold=kept.id, to=to))
        assert table.lines(ANNA)[-1].removeprefix("anna: ") == line
    table.does(ST, RollInSecret("notice the knife", "anna", ("Perception",)), 1)
    (kept,) = table.state.full.all(Untold)
    table.does(ST, TellOutcome(untold=kept.id, to=to))
    assert table.lines(ANNA)[-1].removeprefix("anna: ") == "Failure (X1)."


@pytest.mark.parametrize("rules", ["storytelling", "nightfall"])
def test_rules_without_difficulties_hide_none(rules: str) -> None:
    """X3: a rule set without difficulties refuses a hidden difficulty."""
    Table(rules).refuses(ST, ModifyNextRoll("anna", difficulty=8), "no-difficulty")


@pytest.mark.parametrize("visibility", ["unexplained", "hidden"])
def test_a_standing_secret_changes_no_answer(visibility: Visibility) -> None:
    """A waiting hidden or unexplained modifier changes neither legality nor refusals."""
    plain, ruled = Table(), Table()
    ruled.does(ST, ModifyNextRoll("anna", -9, visibility, "fog"))
    for roll, code in ((Roll("", "anna", ("Strength",), penalty=2), "no-dice"), (Roll("", "ben"), "not-yours")):
        assert plain.refuses(ANNA, roll, code) == ruled.refuses(ANNA, roll, code)
    plain.does(ANNA, SHOOT)
    ruled.does(ANNA, SHOOT)


def test_how_often_control_was_taken_is_counted() -> None:
    """X5: the Storyteller alone sees how often she took control from each player; her own characters do not count."""
    table = Table()
    table.does(ST, RollInSecret("", "anna", ("Perception",)), 6, 6)
    table.does(ST, RollInSecret("", "guard", ("Strength",)), 6, 6, 6)
    table.does(ST, ModifyNextRoll("anna", -2, "hidden"))
    table.does(ANNA, SHOOT, 6, 6, 6)
    assert list(table.state.view(ST).all(Wear)) == [Wear("ANNA", 2)]
    assert not list(table.state.view(ANNA).all(Wear))
