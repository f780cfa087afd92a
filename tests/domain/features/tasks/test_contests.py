"""Contests: two sides against each other, for a single roll or round by round.

Long because each way to decide a contest has its own tallies, botches and ends.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.features.characters.character import Face
from domain.features.scenes.create_character import CreateCharacter
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.settle_task import RuleTask, SetTally
from domain.features.tasks.task_events import TaskEnded
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.rules.task_terms import Against, Step
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA, BEN, ST, WATCHER
from tests.in_english import english


def contest(**more: Any) -> OpenContest:
    """A contest of Anna against Ben, with four dice each."""
    usual: dict[str, Any] = {"name": "A race", "actors": ("anna",), "opponents": ("ben",), "dice": 4}
    return OpenContest(**(usual | more))


def successes(count: int) -> tuple[int, ...]:
    """Return faces of four dice with this number of successes."""
    return (8,) * count + (2,) * (4 - count)


BOTCH = (1, 2, 2, 2)


def rounds(table: AtWork, id_: str, *counts: tuple[int, int]) -> None:
    """Play rounds of Anna against Ben with these successes; -1 is a botch."""
    for anna, ben in counts:
        table.works(id_, "anna", *(successes(anna) if anna >= 0 else BOTCH))
        table.works(id_, "ben", *(successes(ben) if ben >= 0 else BOTCH))


@pytest.mark.parametrize("rules", ["revised", "v20", "storytelling", "nightfall"])
def test_the_higher_count_wins(rules: str) -> None:
    """E2: each side rolls its own pool; the margin decides, and is the degree."""
    table = AtWork(rules)
    id_ = table.opens(contest())
    rounds(table, id_, (1, 3))
    assert table.ended(id_) == ("met", 1, 2)
    assert table.lines(WATCHER)[-2] == "A race, round 1: ben by 2."
    assert table.lines(WATCHER)[-1].startswith("A race: won by ben, by 2 successes")


def test_level_nobody_prevails() -> None:
    """E2: a tie has no winner unless the Storyteller rules for a side, also after the end."""
    table = AtWork()
    id_ = table.opens(contest(meaning="first through the door"))
    rounds(table, id_, (2, 2))
    assert table.ended(id_) == ("level", -1, 0)
    assert table.lines(WATCHER)[-1] == "A race: a draw, nobody wins."
    table.does(ST, RuleTask(id_, "first", text="She was nearer."))
    assert table.ended(id_) == ("ruled", 0, 0)
    assert table.lines(WATCHER)[-1] == "A race: won by anna: first through the door. She was nearer."


def test_each_rolls_its_own_pool_against_its_own_difficulty() -> None:
    """E2, D18: each side has its own difficulty: a number, or the opponent's Wits + 3."""
    table = AtWork()
    id_ = table.opens(
        contest(
            dice=0, traits=("Strength",), against=("Wits",), plus=3, their_traits=("Dexterity",), their_difficulty=8
        )
    )
    table.works(id_, "anna", 5, 5, 4)
    made = table.roll(WATCHER)
    assert (made.parts, made.difficulty, english(made.reason)) == (
        (("Strength", 3),),
        5,
        "A race, round 1, against ben (Wits + 3)",
    )
    table.works(id_, "ben", 8, 7)
    assert (table.roll(WATCHER).difficulty, table.ended(id_)) == (8, ("met", 0, 1))


@pytest.mark.parametrize(
    ("said", "ours", "theirs"),
    [
        ({"difficulty": 5, "their_difficulty": 9}, 5, 9),
        ({"difficulty": 8, "their_against": ("Wits",), "their_plus": 3}, 8, 6),
        ({"against": ("Wits",), "plus": 3, "their_difficulty": 7}, 5, 7),
        ({"difficulty": 8, "their_traits": ("Dexterity",)}, 8, 8),
        ({"difficulty": 8, "their_dice": 2}, 8, 8),
        ({"against": ("Wits",), "plus": 3, "their_traits": ("Dexterity",)}, 5, 6),
        ({"difficulty": 8, "their_traits": ("Dexterity",), "their_difficulty": 6}, 8, 6),
    ],
)
def test_what_is_not_said_of_the_others_is_as_with_the_first(said: dict[str, Any], ours: int, theirs: int) -> None:
    """E2, D18: without a difficulty of its own, the second side has the first side's number or, if the first side
    has none, the default of 6; Ben has Wits 2, Anna 3."""
    table = AtWork()
    id_ = table.opens(contest(dice=0, traits=("Strength",), **said))
    table.works(id_, "anna", 2, 2, 2)
    assert table.roll(WATCHER).difficulty == ours
    table.works(id_, "ben", 2, 2)
    assert table.roll(WATCHER).difficulty == theirs


@pytest.mark.parametrize(
    ("said", "theirs"),
    [
        ({}, "Strength + 2 dice"),
        ({"their_dice": 3}, "3 dice"),
        ({"their_traits": ("Dexterity",)}, "Dexterity"),
        ({"their_traits": ("Dexterity",), "their_dice": 1}, "Dexterity + 1 die"),
    ],
)
def test_the_others_pool_is_the_same_where_neither_traits_nor_dice_are_said(said: dict[str, Any], theirs: str) -> None:
    """E2: without traits and dice of its own, the second side has the first side's pool, and the form says so."""
    table = AtWork()
    (offer,) = table.offers(ST, OpenContest)
    labels = {wanted.name: wanted.label for wanted in offer.inputs if wanted.name in ("their_traits", "their_dice")}
    assert labels == {"their_traits": "The others’ traits (without traits and dice: as the first side)",
                      "their_dice": "The others’ dice (without dice and traits: as the first side)"}  # fmt: skip
    id_ = table.opens(contest(traits=("Strength",), dice=2, **said))
    assert english(table.task(id_).sides[1].steps[0].in_words) == theirs


def test_the_others_pool_is_theirs_in_every_round() -> None:
    """E3: in a script the second side's own pool stays in every round, while the difficulty follows the first side's
    steps."""
    table = AtWork()
    steps = (Step(dice=3, difficulty=5), Step(dice=4, difficulty=7))
    id_ = table.opens(contest(dice=0, kind="lead", goal=9, steps=steps, their_dice=2))
    seen = []
    for dice in (3, 4):
        table.works(id_, "anna", *[2] * dice)
        table.works(id_, "ben", 2, 2)
        seen.append((table.roll(WATCHER).pool, table.roll(WATCHER).difficulty))
    assert seen == [(2, 5), (2, 7)]


def test_margins_add_up_to_the_first_goal() -> None:
    """E3, `tally`: each round's margin goes to its winner; each side may have its own goal and meaning."""
    table = AtWork()
    id_ = table.opens(contest(kind="tally", goal=3, their_goal=5, meaning="alongside", their_meaning="away"))
    rounds(table, id_, (3, 1), (0, 4), (2, 2))
    assert (table.tallies(id_), table.ended(id_)[0]) == ((2, 4), "open")
    assert [line for line in table.lines(WATCHER) if "round" in line] == [
        "A race, round 1: anna by 2, 2 to 0.",
        "A race, round 2: ben by 4, 2 to 4.",
        "A race, round 3: a draw, 2 to 4.",
    ]
    rounds(table, id_, (0, 3))
    assert table.ended(id_) == ("met", 1, 3)
    assert table.lines(WATCHER)[-1] == "A race: won by ben: away, by 3 successes (complete)."


def test_the_first_to_lead_by_the_goal_wins() -> None:
    """E3, `lead`: running totals of raw successes, each side with its own goal."""
    table = AtWork()
    id_ = table.opens(contest(kind="lead", goal=4, their_goal=2))
    rounds(table, id_, (4, 1))
    assert (table.tallies(id_), table.task(id_).lead, table.ended(id_)[0]) == ((4, 1), 3, "open")
    assert table.lines(WATCHER)[-1] == "A race, round 1: anna by 3; lead 3 for anna."
    rounds(table, id_, (0, 3), (0, 3))
    assert (table.tallies(id_), table.ended(id_)) == ((4, 7), ("met", 1, 2))


@pytest.mark.parametrize("kind", ["tally", "lead"])
@pytest.mark.parametrize(
    ("choice", "kept", "ended"),
    [("restart", 0, ("open", -1, 0)), ("continue", 3, ("open", -1, 0)), ("fail", 3, ("met", 1, 0))],
)
def test_a_botch_hits_the_botchers_own_tally(kind: str, choice: str, kept: int, ended: tuple[str, int, int]) -> None:
    """E3: a botch empties its side's tally under `restart`, keeps it under `continue`, and loses the contest under
    `fail`."""
    table = AtWork(**{"extended-botch": choice})
    id_ = table.opens(contest(kind=kind, goal=9))
    rounds(table, id_, (3, 0), (-1, 2))
    assert (table.tallies(id_), table.ended(id_)) == ((kept, 2), ended)


@pytest.mark.parametrize("kind", ["tally", "lead"])
@pytest.mark.parametrize("choice", ["restart", "continue", "fail"])
def test_who_reaches_the_goal_as_the_other_botches_has_its_degree(choice: str, kind: str) -> None:
    """E1, E3: a side that reaches the goal in the round of the opponent's botch has its degree: 1 plus the excess."""
    table = AtWork(**{"extended-botch": choice})
    id_ = table.opens(contest(kind=kind, goal=2))
    rounds(table, id_, (-1, 3))
    assert (table.tallies(id_), table.ended(id_)) == ((0, 3), ("met", 1, 2))


def test_one_roll_each_has_no_tally_to_lose() -> None:
    """E2: in a contest of a single roll a botch is only a roll without success, under each choice of the switch."""
    table = AtWork("v20", **{"extended-botch": "fail"})
    one, two = table.opens(contest()), table.opens(contest())
    rounds(table, one, (-1, 0))
    assert table.ended(one) == ("level", -1, 0)
    rounds(table, two, (-1, 2))
    assert table.ended(two) == ("met", 1, 2)
    assert not any("a botch ends it" in line for line in table.lines(ST))


def test_two_botches_that_fail_end_it_for_nobody() -> None:
    """E3: under `fail`, two botches at once end the contest without a winner."""
    table = AtWork(**{"extended-botch": "fail"})
    id_ = table.opens(contest(kind="lead", goal=9))
    rounds(table, id_, (-1, -1))
    assert table.ended(id_) == ("failed", -1, 0)


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_the_debate_is_ready(rules: str) -> None:
    """E3: `lead` 5; round 1 Charisma + Expression against the opponent's Wits + 3; rounds 2 and 3 Intelligence +
    Expression against Intelligence + Expression; then Manipulation + Expression against Wits + Expression."""
    table = AtWork(rules)
    (offer,) = table.offers(ST, OpenContest)
    assert "A debate" in [c.value for i in offer.inputs if i.name == "script" for c in i.choices]
    id_ = table.opens(OpenContest("Before the court", ("anna",), opponents=("guard",), script="A debate"))
    assert (table.task(id_).kind, table.task(id_).goals) == ("lead", (5, 5))
    seen = []
    for _ in range(5):
        for actor, dice in (("anna", 4), ("guard", 5)):
            table.works(id_, actor, *([2] * dice))
            made = table.roll(WATCHER)
            seen.append((*(name for name, _ in made.parts), made.difficulty))
    assert seen[0::2] == [
        ("Charisma", "Expression", 7), ("Intelligence", "Expression", 5), ("Intelligence", "Expression", 5),
        ("Manipulation", "Expression", 7), ("Manipulation", "Expression", 7),
    ]  # fmt: skip
    assert [difficulty for *_, difficulty in seen[1::2]] == [6, 4, 4, 5, 5]


@pytest.mark.parametrize("rules", ["storytelling", "nightfall"])
def test_the_debate_without_difficulties(rules: str) -> None:
    """E3: under rule sets without difficulties, the sides of the debate roll only against each other."""
    table = AtWork(rules)
    table.opens(OpenContest("Before the court", ("anna",), opponents=("guard",), script="A debate"))
    rules_ = catalogue().rulesets[rules]()
    for script in rules_.scripts:
        for step in (*script.steps, *script.their_steps):
            assert all(trait in rules_.kinds for trait in step.traits)
            assert not step.against


def test_each_side_may_follow_a_script_of_its_own() -> None:
    """E3: pools and difficulties may differ each round, and between the sides."""
    table = AtWork()
    steps = (Step(dice=3, difficulty=5), Step(("Wits",), against=Against(("Wits", "Dexterity"))))
    id_ = table.opens(contest(dice=0, kind="lead", goal=9, steps=steps, their_steps=(Step(dice=2),)))
    table.works(id_, "anna", 5, 5, 5)
    table.works(id_, "ben", 6, 6)
    table.works(id_, "anna", 4, 4, 3)
    assert (table.roll().difficulty, english(table.roll().reason)) == (
        4,
        "A race, round 2, against ben (Wits + Dexterity)",
    )
    table.works(id_, "ben", 6, 2)
    assert table.tallies(id_) == (5, 3)


def test_plain_dice_oppose_by_themselves() -> None:
    """E2: plain dice without an opponent are rolled publicly as soon as the first side has rolled."""
    table = AtWork()
    id_ = table.opens(contest(opponents=(), their_dice=3, their_label="the storm"))
    assert [side.label for side in table.task(id_, WATCHER).sides] == ["", "the storm"]
    table.works(id_, "anna", *successes(1), then=(8, 8, 2))
    assert table.ended(id_) == ("met", 1, 1)
    assert (table.roll(WATCHER).pool, table.ledger(id_)) == (3, None)
    assert table.lines(WATCHER)[-2] == "A race, round 1: the storm by 1."
    table.refuses(ST, contest(opponents=(), dice=0, traits=("Strength",)), "no-opponent")


def test_sides_may_be_teams() -> None:
    """E3, E4: the successes of a side add up, and a single botch spoils its round."""
    table = AtWork()
    id_ = table.opens(contest(kind="tally", goal=9, actors=("anna", "guard")))
    table.works(id_, "anna", *successes(2))
    table.works(id_, "guard", *successes(3))
    table.works(id_, "ben", *successes(1))
    assert table.tallies(id_) == (4, 0)
    table.works(id_, "ben", *successes(1))
    table.works(id_, "anna", *successes(4))
    table.works(id_, "guard", *BOTCH)
    assert table.tallies(id_) == (0, 1)


def test_helpers_on_both_sides_add_up() -> None:
    """E2, E3, E4: with two on each side, in any order of rolls, successes add up, ties count for no side, and a
    botch spoils only its own side."""
    table = AtWork()
    table.does(ST, CreateCharacter("Mule"))
    mule = next(face.id for face in table.state.full.all(Face) if face.name == "Mule")
    id_ = table.opens(contest(kind="tally", goal=3))
    table.does(ST, JoinTask(id_, "guard"))
    table.does(ST, JoinTask(id_, mule, "second"))
    for won, lost in (((1, 2), (3, 0)), ((4, 1), (2, 1))):
        for who, count in zip(("anna", mule, "guard", "ben"), (won[0], lost[1], won[1], lost[0]), strict=True):
            table.works(id_, who, *successes(count))
    assert table.tallies(id_) == (2, 0)
    table.works(id_, "ben", *BOTCH)
    table.works(id_, mule, *successes(4))
    table.works(id_, "guard", *successes(1))
    table.works(id_, "anna", *successes(0))
    assert table.ended(id_) == ("met", 0, 1)


def test_rolls_come_in_any_order_and_the_rest_is_asked_for() -> None:
    """E2: rolls come in any order; after the first, the missing roll is an urgent option."""
    table = AtWork()
    id_ = table.opens(contest())
    assert [o.urgent for o in table.offers(ANNA, WorkOnTask)] == [False]
    table.works(id_, "ben", *successes(1))
    assert [o.urgent for o in table.offers(ANNA, WorkOnTask)] == [True]
    table.does(ST, CloseRound(id_))
    assert table.ended(id_) == ("met", 1, 1)


def test_a_side_that_gives_up_leaves_it_to_the_other() -> None:
    """E1, E3: if a whole side gives up, the opponents win; a member of several only leaves."""
    table = AtWork()
    id_ = table.opens(contest(kind="tally", goal=9, opponents=("ben", "guard")))
    table.does(BEN, GiveUpTask(id_, "ben"))
    assert table.ended(id_)[0] == "open"
    table.does(ST, GiveUpTask(id_, "guard"))
    assert table.ended(id_) == ("given-up", 0, 0)


def test_the_storyteller_lets_somebody_join_either_side() -> None:
    """E4: the Storyteller may let a character join either side."""
    table = AtWork()
    id_ = table.opens(contest(kind="tally", goal=9))
    table.does(ST, JoinTask(id_, "guard", "second"))
    assert table.task(id_).sides[1].members == ("ben", "guard")


def test_a_contest_ends_at_a_limit_of_rounds() -> None:
    """E1, E3: a contest at its limit of rounds ends unmet and keeps its tallies."""
    table = AtWork()
    id_ = table.opens(contest(kind="tally", goal=9, limit=2))
    rounds(table, id_, (3, 1), (3, 1))
    assert (table.ended(id_), table.tallies(id_)) == (("unmet", -1, 0), (4, 0))


def test_the_tallies_can_be_set() -> None:
    """G0: the Storyteller sets both tallies, and the lead follows."""
    table = AtWork()
    id_ = table.opens(contest(kind="lead", goal=5))
    table.does(ST, SetTally(id_, 3, 1))
    assert (table.tallies(id_), table.task(id_, WATCHER).lead) == ((3, 1), 2)
    assert table.lines(WATCHER)[-1] == "A race: the tallies are now 3 to 1."
    single = table.opens(contest())
    table.refuses(ST, SetTally(single, 3, 1), "no-tally")


def test_what_is_no_contest() -> None:
    """E2, E3: a contest needs two different sides, a pool and a goal."""
    table = AtWork()
    table.refuses(ANNA, contest(), "storyteller-only")
    table.refuses(ST, contest(opponents=("anna",)), "both-sides")
    table.refuses(ST, contest(opponents=("nobody",)), "no-such-character")
    table.refuses(ST, contest(kind="tally"), "no-contest-goal")
    table.refuses(ST, contest(script="A duel"), "no-such-script")
    table.refuses(ST, contest(social=True, opponents=("ben", "guard")), "social")
    table.refuses(ST, contest(their_traits=("Brawl", "Melee")), "two-abilities")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"dice": 0, "script": "A debate", "difficulty": 9}, "said-twice"),
        ({"dice": 0, "script": "A debate", "their_traits": ("Wits",)}, "said-twice"),
        ({"dice": 0, "script": "A debate", "kind": "tally"}, "said-twice-kind"),
        ({"steps": (Step(dice=3),)}, "said-twice"),
        ({"their_steps": (Step(dice=3),), "their_difficulty": 9}, "said-twice"),
        ({"plus": 3}, "against-number-alone"),
        ({"their_plus": 3}, "against-number-alone"),
        ({"opponents": (), "their_dice": 3, "against": ("Wits",)}, "no-opponent-for-dice"),
        ({"against": ("Wist",)}, "no-such-trait"),
        ({"their_against": ("Wist",)}, "no-such-trait"),
    ],
)
def test_nothing_that_is_said_is_left_out(said: dict[str, Any], code: str) -> None:
    """E2, E3, D17, D18: an input that would have no effect is refused."""
    AtWork().refuses(ST, contest(**said), code)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8), st.integers(1, 6))
def test_a_tally_ends_once_and_for_whoever_is_first(counts: list[tuple[int, int]], goal: int) -> None:
    """E3, `tally`: the first side whose margins reach the goal wins, then no roll follows; with the sides swapped,
    the result is swapped."""
    outcomes = []
    for swap in (False, True):
        table = AtWork()
        id_ = table.opens(contest(kind="tally", goal=goal))
        ends = 0
        for one, two in counts:
            if table.ended(id_)[0] != "open":
                break
            rounds(table, id_, (two, one) if swap else (one, two))
            ends += sum(isinstance(fact.event, TaskEnded) for fact in table.facts)
        status, winner, degree = table.ended(id_)
        assert ends == (status == "met")
        outcomes.append((status, winner if winner < 0 or not swap else 1 - winner, degree))
    assert outcomes[0] == outcomes[1]
